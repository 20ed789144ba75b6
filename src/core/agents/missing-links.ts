import type { MissingSession } from '@shared/session'
import type { OpenedProject } from '../project/types'

/** Sessions that others created or asked and that are gone: never in the way of their owner, but named (04 §2, 09 §6). */
export function missingLinks(project: OpenedProject): MissingSession[] {
  return project.sessionsDb.prepare<[], MissingSession>(`
    WITH link(id, parentId, title) AS (
      SELECT json_extract(result, '$.details.sessionId'), sessionId, json_extract(args, '$.title') FROM Call WHERE tool = 'create_agent' AND state = 'finished'
      UNION ALL SELECT childId, sessionId, NULL FROM Invocation)
    SELECT link.id, min(link.parentId) AS parentId, max(link.title) AS title FROM link JOIN Session parent ON parent.id = link.parentId
    WHERE link.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM Session WHERE Session.id = link.id) GROUP BY link.id ORDER BY link.id`).all()
}
