import type { ChangeGroup, ChangeItem, Proposal } from '@shared/procedures/inbox'
import { actorOf, chainsOf, groupOf } from './chains'
import { itemOf, proposalItem, type createCounter } from './items'
import { entityRows, fileRows } from './journal-rows'
import type { Chain, InboxParts } from './types'

/** So many journal rows are read for so many items: edits of one run that follow each other are one item. */
const rowsPerItem = 8
const mostRows = 8_000

interface Found { group: string; actor: string; sessionId: number | null; at: string; item(): Promise<ChangeItem> }

function ofChain(chain: Chain, count: ReturnType<typeof createCounter>): Found[] {
  const last = chain.rows.at(-1)
  return last === undefined ? [] : [{ group: groupOf(last), actor: last.actor, sessionId: last.sessionId, at: last.at, item: () => itemOf(chain, count) }]
}

/** Proposals that may still be written, or in the history all of them. */
function proposed({ project, proposals }: InboxParts, view: 'new' | 'all', count: ReturnType<typeof createCounter>): Found[] {
  const run = project.sessionsDb.prepare('SELECT runId FROM Call WHERE sessionId = ? AND callId = ?')
  const runOf = ({ sessionId, callId }: Proposal): string => (run.get(sessionId, callId) as { runId: string | null } | undefined)?.runId ?? ''
  return proposals.list().filter((proposal) => view === 'all' || proposal.state === 'new')
    .map((proposal) => ({ group: `${proposal.sessionId}/${runOf(proposal)}/agent`, actor: 'agent', sessionId: proposal.sessionId, at: proposal.at, item: () => proposalItem(proposal, count) }))
}

function sessionOf({ project }: InboxParts, id: number | null): { title: string | null; profileKey: string | null } {
  const row = id === null ? undefined : (project.sessionsDb.prepare('SELECT title, profileKey FROM Session WHERE id = ?').get(id) as { title: string; profileKey: string } | undefined)
  return row ?? { title: null, profileKey: null }
}

async function toGroup(parts: InboxParts, id: string, found: readonly Found[]): Promise<ChangeGroup> {
  const first = found[0]
  if (!first) throw new Error('an empty group')
  const { title, profileKey } = sessionOf(parts, first.sessionId)
  return { id, actor: actorOf(first.actor), sessionId: first.sessionId, sessionTitle: title, profileKey, at: first.at, items: await Promise.all(found.map((one) => one.item())) }
}

/** Items by session and run, newest first (09 §8). */
export async function listGroups(parts: InboxParts, count: ReturnType<typeof createCounter>, view: 'new' | 'all', limit: number): Promise<{ groups: ChangeGroup[]; waiting: number; more: boolean }> {
  const { project } = parts
  const most = Math.min(mostRows, limit * rowsPerItem)
  const [files, entities] = [fileRows(project.sessionsDb, view, most), entityRows(project, view, most)]
  const found = [...chainsOf(files, entities).flatMap((chain) => ofChain(chain, count)), ...proposed(parts, view, count)].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const shown = found.slice(0, limit)
  const groups = await Promise.all([...Map.groupBy(shown, (one) => one.group)].map(([id, list]) => toGroup(parts, id, list)))
  return { groups, waiting: view === 'new' ? found.length : groups.reduce((sum, { items }) => sum + items.filter((item) => item.state === 'new').length, 0), more: found.length > limit || files.length === most || entities.length === most }
}
