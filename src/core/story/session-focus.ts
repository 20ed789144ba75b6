import type Database from 'better-sqlite3'
import { one, prepared } from './prepared'
import type { Focus, FocusStore } from './types'

/** Focus in the sessions' own rows (`Session.focus`); a session that is gone has none. */
export function sessionFocus(sessionsDb: Database.Database): FocusStore {
  return {
    get: (sessionId) => {
      const row = one<{ focus: string }>(sessionsDb, 'SELECT focus FROM Session WHERE id = ?', sessionId)
      return row ? (JSON.parse(row.focus) as Focus) : {}
    },
    set: (sessionId, focus) => {
      prepared(sessionsDb, 'UPDATE Session SET focus = ? WHERE id = ?').run(JSON.stringify(focus), sessionId)
    },
  }
}
