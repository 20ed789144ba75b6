import { fail } from '@shared/fault'
import type { CallSettings } from '../tools/types'
import { ownersLike } from '../jobs/owners'
import type { Parts } from './parts'
import type { SessionRow } from './session-rows'
import type { Profile } from './types'
import { prepared } from '../project/statements'

const MAX_DEPTH = 3
export const MAX_AGENTS = 16

/** What held of a session's ancestors when its link was cut (05 §5). */
export interface Frozen { settings: Partial<Pick<CallSettings, 'workMode' | 'permissionMode' | 'writeMode'>>[]; profiles: Pick<Profile, 'key' | 'gates'>[] }

/** The sessions a caller has created, newest last; those it detached too. */
export function linksOf(parts: Parts, callerId: number): SessionRow[] {
  return prepared<[string], SessionRow>(parts.project.sessionsDb, "SELECT * FROM Session WHERE parentId IN (SELECT value FROM json_each(?)) AND kind <> 'system' ORDER BY id").all(JSON.stringify(ownersLike(parts.project, callerId)))
}

/** One that the caller may reach: itself, or a link that is not cut. AGENT_NOT_LINKED. */
export function reachable(parts: Parts, callerId: number, id: number): SessionRow {
  const row = id === callerId ? parts.store.find(id) : linksOf(parts, callerId).find((one) => one.id === id && one.detached === 0)
  return row ?? fail('AGENT_NOT_LINKED', `Session ${id} is not one that session ${callerId} created and still holds.`, { actual: String(id), expected: reachableIds(parts, callerId), fix: 'get_agent without sessionId lists them.' })
}

function reachableIds(parts: Parts, callerId: number): string {
  const ids = linksOf(parts, callerId).filter((one) => one.detached === 0).map((one) => one.id)
  return ids.length === 0 ? 'no linked session yet' : `one of ${ids.slice(0, 20).join(', ')}`
}

/** AGENT_ARCHIVED, AGENT_DEPTH, AGENT_LIMIT: may this session have one more child? */
export function checkRoom(parts: Parts, parentId: number): SessionRow {
  const parent = parts.store.row(parentId)
  if (parent.status === 'archived') fail('AGENT_ARCHIVED', `Session ${parentId} is archived and starts no other.`, { fix: 'Restore it first.' })
  if (parent.depth >= MAX_DEPTH) fail('AGENT_DEPTH', `Session ${parentId} is ${parent.depth} below its root; ${MAX_DEPTH} is the deepest.`, { actual: String(parent.depth + 1), expected: `at most ${MAX_DEPTH}`, fix: 'Do the work here, or report what is missing.' })
  const open = openBelow(parts, parent.rootId)
  if (open >= MAX_AGENTS) fail('AGENT_LIMIT', `${open} linked sessions are open below session ${parent.rootId}, at most ${MAX_AGENTS}.`, { actual: String(open + 1), expected: `at most ${MAX_AGENTS}`, fix: 'Use one that is there; the author can archive those that are done.' })
  return parent
}

/** Unarchived descendants of a root. */
export function openBelow(parts: Parts, rootId: number): number {
  return prepared<[number], { n: number }>(parts.project.sessionsDb, "SELECT count(*) AS n FROM Session WHERE rootId = ? AND parentId IS NOT NULL AND status <> 'archived'").get(rootId)?.n ?? 0
}

/** Cuts a link: the session stays, with the settings its ancestors give it now. */
export function detach(parts: Parts, callerId: number, id: number): 'detached' | 'already_detached' | 'not_linked' {
  const row = linksOf(parts, callerId).find((one) => one.id === id)
  if (row === undefined) return 'not_linked'
  if (row.detached === 1) return 'already_detached'
  parts.store.set(id, { detached: 1, frozen: JSON.stringify(frozenOf(parts, row)) })
  return 'detached'
}

function frozenOf(parts: Parts, row: SessionRow): Frozen {
  const ancestors = ancestorsOf(parts, row)
  const above = ancestors.flatMap((one) => (one.frozen === null ? [] : [JSON.parse(one.frozen) as Frozen]))
  return {
    settings: [...ancestors.map(({ workMode, permissionMode, writeMode }) => ({ workMode, permissionMode, writeMode })), ...above.flatMap((one) => one.settings)],
    profiles: [...ancestors.flatMap((one) => profileOf(parts, one.profileKey)), ...above.flatMap((one) => one.profiles)],
  }
}

/** The sessions above, nearest first, as far as links are not cut. */
export function ancestorsOf(parts: Pick<Parts, 'store'>, row: SessionRow): SessionRow[] {
  const found: SessionRow[] = []
  for (let at: SessionRow | undefined = row; at !== undefined && at.parentId !== null && at.detached === 0 && found.length < 16; ) {
    at = parts.store.find(at.parentId)
    if (at !== undefined) found.push(at)
  }
  return found
}

function profileOf(parts: Parts, key: string): Pick<Profile, 'key' | 'gates'>[] {
  try {
    const { gates } = parts.profiles.get(key)
    return [{ key, gates }]
  } catch {
    return []
  }
}
