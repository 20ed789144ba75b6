import type { MissingSession } from '@shared/session'
import type { OpenedProject } from '../project/types'

/** Sessions that others created or asked and that are gone: never in the way of their owner, but named (04 §2, 09 §6). */
export function missingLinks(project: OpenedProject): MissingSession[] {
  if (nothingGone(project)) return []
  return project.sessionsDb.prepare<[], MissingSession>(`
    WITH link(id, parentId, title) AS (
      SELECT json_extract(result, '$.details.sessionId'), sessionId, json_extract(args, '$.title') FROM Call WHERE tool = 'create_agent' AND state = 'finished'
      UNION ALL SELECT childId, sessionId, NULL FROM Invocation)
    SELECT link.id, min(link.parentId) AS parentId, max(link.title) AS title FROM link JOIN Session parent ON parent.id = link.parentId
    WHERE link.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM Session WHERE Session.id = link.id) GROUP BY link.id ORDER BY link.id`).all()
}

/** Ids are never given twice: as many rows as ids were given, and no link needs to be looked up among all calls. */
function nothingGone({ sessionsDb }: OpenedProject): boolean {
  const given = sessionsDb.prepare<[], { seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'Session'").get()?.seq ?? 0
  return sessionsDb.prepare<[], { n: number }>('SELECT count(*) AS n FROM Session').get()?.n === given
}
