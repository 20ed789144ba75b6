import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { FocusStore } from '../story/types'

const Focus = z.object({ threadId: z.string().optional(), sceneId: z.string().optional() }).catch({})

/** What a session saved last, kept in its own row (02 §9). */
export function openFocusStore(db: Database.Database): FocusStore {
  const read = db.prepare<[number], { focus: string }>('SELECT focus FROM Session WHERE id = ?')
  const write = db.prepare('UPDATE Session SET focus = ? WHERE id = ?')
  return {
    get: (sessionId) => {
      const { threadId, sceneId } = Focus.parse(JSON.parse(read.get(sessionId)?.focus ?? '{}'))
      return { ...(threadId === undefined ? {} : { threadId }), ...(sceneId === undefined ? {} : { sceneId }) }
    },
    set: (sessionId, focus) => void write.run(JSON.stringify(focus), sessionId),
  }
}
