import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

/** A session, and for one of the CLI every CLI session of the project: they share what they started (04 §4). */
export function ownersLike(project: OpenedProject, sessionId: number): number[] {
  const rows = prepared<[number, number], { id: number }>(project.sessionsDb, "SELECT id FROM Session WHERE id = ? OR (kind = 'cli' AND (SELECT kind FROM Session WHERE id = ?) = 'cli')").all(sessionId, sessionId)
  return rows.map((row) => row.id)
}
