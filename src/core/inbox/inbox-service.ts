import { fail, isFault } from '@shared/fault'
import type { Clash, Decided } from '@shared/procedures/inbox'
import type { OpenedProject } from '../project/types'
import type { WorldService } from '../world/types'
import { applyProposal } from './apply-proposal'
import { idOf, seqsOf } from './chains'
import { effectsOfChain } from './effects'
import { listGroups } from './groups'
import { createCounter, fileNet, itemOf, proposalItem } from './items'
import { entityRowsOf, fileRowsOf, placeNow, settle } from './journal-rows'
import { revertFile, type FileOutcome } from './revert-file'
import { revertSlice, revertStory } from './revert-entity'
import type { Answer, Chain, Inbox, InboxParts } from './types'

const isProposal = (id: string): boolean => id.startsWith('proposal:')
const proposalOf = (id: string): string => id.slice('proposal:'.length)

function chainOf(project: OpenedProject, id: string): Chain {
  const seqs = seqsOf(id)
  if (id.startsWith('file:')) return { area: 'file', rows: fileRowsOf(project.sessionsDb, seqs) }
  const rows = entityRowsOf(project, seqs)
  const area = id.startsWith('story:') ? 'story' : 'world'
  if (rows.some((row) => row.area !== area)) fail('CHANGE_UNKNOWN', 'This change is no longer in the inbox.')
  return { area, rows } as Chain
}

const settleChain = (project: OpenedProject, { area, rows }: Chain, to: 'kept' | 'reverted'): number =>
  settle(area === 'file' ? project.sessionsDb : project.projectDb, area === 'file' ? 'Journal' : 'EntityJournal', rows.map((row) => row.seq), to, project.env.now().toISOString())

/** Kept and new ones can be taken back; what was taken back once cannot be again. */
function checkOpen(chain: Chain): void {
  if (chain.rows.some((row) => row.inbox === 'reverted')) fail('CHANGE_SETTLED', 'This change was already taken back.')
}

async function revertChain({ project, story, world, writeRoots }: InboxParts, chain: Chain, answer: Answer | null): Promise<Decided> {
  checkOpen(chain)
  const clash = (more: Pick<Clash, 'why' | 'text' | 'fields'>): Decided => ({ done: false, merged: false, clash: { id: idOf(chain), act: 'revert', ...more } })
  if (chain.area === 'file') {
    const net = fileNet(chain.rows)
    // `rest`: what is there now stays, the change counts as taken back as far as it could be.
    const at = placeNow(project.sessionsDb, net.kind === 'move' ? (net.movedTo ?? net.path) : net.path, net.lastSeq)
    const roots = net.sessionId === null ? [] : writeRoots.of(net.sessionId)
    const outcome: FileOutcome = answer !== null && 'rest' in answer ? { done: true, merged: true } : await revertFile({ project, net, at, writeRoots: roots, answer })
    if (!outcome.done) return clash({ why: outcome.why, text: outcome.text, fields: [] })
    settleChain(project, chain, 'reverted')
    return { done: true, merged: outcome.merged, clash: null }
  }
  const outcome = chain.area === 'story' ? revertStory(story, chain, answer) : revertSlice(world, chain, answer)
  if (!outcome.done) return clash({ why: 'changed', text: null, fields: outcome.fields })
  settleChain(project, chain, 'reverted')
  return { done: true, merged: outcome.merged, clash: null }
}

async function applyOne({ project, proposals }: InboxParts, id: string, answer: Answer | null): Promise<Decided> {
  if (!isProposal(id)) fail('CHANGE_SETTLED', 'This change is already written.')
  const outcome = await applyProposal(project, proposals, proposalOf(id), answer)
  if (outcome.done) return { done: true, merged: outcome.merged, clash: null }
  return { done: false, merged: false, clash: { id, act: 'apply', why: outcome.why, text: outcome.text, fields: [] } }
}

/** What others changed in one project and what the author does about it (06 §7, 09 §8). Acts are for the author alone. */
export function createInbox(parts: InboxParts): Inbox {
  const { project, proposals } = parts
  const count = createCounter(project.blobs)
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    project.assertWritable()
    try {
      return await work()
    } finally {
      project.emit({ type: 'inbox.changed' })
    }
  }
  const revert = async (id: string, answer: Answer | null): Promise<Decided> => {
    if (!isProposal(id)) return revertChain(parts, chainOf(project, id), answer)
    proposals.settle(proposalOf(id), 'reverted')
    return { done: true, merged: false, clash: null }
  }
  const keepOne = (id: string): number => {
    if (!isProposal(id)) return settleChain(project, chainOf(project, id), 'kept') > 0 ? 1 : 0
    if (proposals.get(proposalOf(id)).state !== 'new') return 0
    proposals.settle(proposalOf(id), 'kept')
    return 1
  }
  return {
    list: (view, limit) => listGroups(parts, count, view, limit),
    show: async (id) => {
      if (isProposal(id)) {
        const proposal = proposals.get(proposalOf(id))
        const { path, base, after, diff } = proposal
        return { item: await proposalItem(proposal, count), effects: [{ kind: 'file', target: path, resolved: null, before: base, after, action: base === null ? 'create' : 'change', preview: diff }] }
      }
      const chain = chainOf(project, id)
      return { item: await itemOf(chain, count), effects: await effectsOfChain(project.blobs, chain, (instant) => timeOf(parts.world, instant)) }
    },
    keep: (ids) => {
      project.assertWritable()
      const kept = ids.reduce((sum, id) => sum + keepOne(id), 0)
      project.emit({ type: 'inbox.changed' })
      return kept
    },
    revert: (id) => told(() => revert(id, null)),
    revertAll: (ids) => told(() => revertMany(ids, revert)),
    apply: (id) => told(() => applyOne(parts, id, null)),
    resolve: (id, act, answer) => told(() => (act === 'apply' ? applyOne(parts, id, answer) : revert(id, answer))),
  }
}

const areaOf = (id: string): string => id.slice(0, id.indexOf(':'))
const lastSeqOf = (id: string): number => Math.max(...seqsOf(id))

/** What one call changed has one time: a file that was moved onto another has to go back first, or its place is taken. */
const newestFirst = (ids: readonly string[]): string[] =>
  [...Map.groupBy(ids, areaOf)].flatMap(([area, same]) => (area === 'proposal' ? same : same.toSorted((a, b) => lastSeqOf(b) - lastSeqOf(a))))

/** One after another, the newest of each area first; what cannot go is left with its reason. */
async function revertMany(ids: readonly string[], revert: (id: string, answer: null) => Promise<Decided>): Promise<{ reverted: number; left: { id: string; why: string }[] }> {
  const left: { id: string; why: string }[] = []
  let reverted = 0
  for (const id of newestFirst(ids)) {
    try {
      const { done, clash } = await revert(id, null)
      if (done) reverted += 1
      else left.push({ id, why: `CLASH_${(clash?.why ?? 'changed').toUpperCase()}` })
    } catch (error) {
      if (!isFault(error)) throw error
      left.push({ id, why: error.fault.code })
    }
  }
  return { reverted, left }
}

/** The time of a slice in the words of the calendar, as far as it can be read. */
function timeOf(world: WorldService, instant: bigint): string {
  try {
    return world.files.calendar().format(instant)
  } catch (error) {
    if (!isFault(error)) throw error
    return String(instant)
  }
}
