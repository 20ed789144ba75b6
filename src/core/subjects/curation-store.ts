import type { OpenedProject } from '../project/types'
import type { Curation } from './types'

/** What the curator made of a call's facts, kept while the call waits: an approval writes exactly what its card showed (05 §6). */
export interface CurationStore {
  /** Null when there is none for this state of the file. */
  get(sessionId: number, callId: string, base: string): Curation | null
  /** What calls that are over left behind goes. */
  put(sessionId: number, callId: string, base: string, curation: Curation): void
}

export function openCurationStore({ sessionsDb, readOnly }: Pick<OpenedProject, 'sessionsDb' | 'readOnly'>): CurationStore {
  // A database of an older version, held by another and so not migrated, is never written either.
  if (readOnly) return { get: () => null, put: () => undefined }
  const find = sessionsDb.prepare<[number, string, string], { outcome: string }>('SELECT outcome FROM SubjectCuration WHERE sessionId = ? AND callId = ? AND base = ?')
  const keep = sessionsDb.prepare('INSERT OR REPLACE INTO SubjectCuration (sessionId, callId, base, outcome) VALUES (?, ?, ?, ?)')
  const forget = sessionsDb.prepare("DELETE FROM SubjectCuration WHERE EXISTS (SELECT 1 FROM Call WHERE Call.sessionId = SubjectCuration.sessionId AND Call.callId = SubjectCuration.callId AND Call.state = 'finished')")
  return {
    get(sessionId, callId, base) {
      const row = find.get(sessionId, callId, base)
      return row === undefined ? null : (JSON.parse(row.outcome) as Curation)
    },
    put(sessionId, callId, base, curation) {
      forget.run()
      keep.run(sessionId, callId, base, JSON.stringify(curation))
    },
  }
}
