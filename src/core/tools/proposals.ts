import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Proposal } from '@shared/procedures/inbox'
import type { Change } from '@shared/tool-result'
import type { OpenedProject, SafePath } from '../project/types'
import type { PlannedText } from './file-effect'
import type { Caller } from './types'
import type { WriteRoots } from './write-roots'

type Row = Proposal & { text: string }

export interface Proposals {
  /** Keeps a proposal; the same one that still waits is not kept twice. Disk and read registry are untouched. */
  add(caller: Pick<Caller, 'sessionId' | 'callId'>, tool: string, plan: PlannedText): Promise<Proposal>
  list(): Proposal[]
  /** The proposed text. NOT_FOUND. */
  text(id: string): Promise<string>
  /** NOT_FOUND. */
  get(id: string): Proposal
  /** Where it would be written, under the roots of its session. */
  place(id: string): Promise<SafePath>
  /** The author's act: writes it, or their own text, while the file has its base, or the hash they saw. NOT_FOUND, PROPOSAL_SETTLED, STALE_READ. */
  apply(id: string, chosen?: { text: string; base: string | null }): Promise<Change[]>
  /** The author has seen it, or does not want it. PROPOSAL_SETTLED. */
  settle(id: string, state: 'kept' | 'reverted'): Proposal
}

const COLUMNS = 'id, at, sessionId, callId, tool, path, base, after, text, diff, added, removed, state, settledAt'

/** Proposals of one project, in its sessions database; their texts are blobs. */
export function createProposals(project: OpenedProject, roots: WriteRoots): Proposals {
  const db: Database.Database = project.sessionsDb
  /** What the file holds now, for the day it holds something else (06 §7). */
  const keepBase = async (plan: PlannedText): Promise<void> => {
    const now = await project.files.readBytes(plan.path)
    if (now.hash === plan.base) await project.blobs.put(now.bytes)
  }
  const find = (id: string): Row => (db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM Proposal WHERE id = ?`).get(id)) ?? fail('NOT_FOUND', `There is no proposal "${id}".`, { actual: id })
  const placeOf = (row: Row): Promise<SafePath> => project.files.authorize(row.path, { use: 'create', writeRoots: roots.of(row.sessionId) })
  const move = (id: string, state: Proposal['state']): void => {
    const { changes } = db.prepare("UPDATE Proposal SET state = ?, settledAt = ? WHERE id = ? AND state IN ('new', 'kept') AND state <> ?").run(state, project.env.now().toISOString(), id, state)
    if (changes === 0) fail('PROPOSAL_SETTLED', `This proposal is already ${find(id).state}.`, { actual: find(id).state })
    project.emit({ type: 'inbox.changed' })
  }
  return {
    async add(caller, tool, plan) {
      const same = db.prepare<[number, string, string | null, string], Row>(`SELECT ${COLUMNS} FROM Proposal WHERE sessionId = ? AND path = ? AND base IS ? AND after = ? AND state = 'new'`).get(caller.sessionId, plan.path.shown, plan.base, plan.after)
      if (same !== undefined) return view(same)
      if (plan.base !== null) await keepBase(plan)
      const row: Row = {
        id: project.env.id('pr'), at: project.env.now().toISOString(), sessionId: caller.sessionId, callId: caller.callId, tool, path: plan.path.shown, base: plan.base, after: plan.after,
        text: await project.blobs.put(Buffer.from(plan.text, 'utf8')), diff: plan.diff.text, added: plan.diff.added, removed: plan.diff.removed, state: 'new', settledAt: null,
      }
      db.prepare(`INSERT INTO Proposal (${COLUMNS}) VALUES (@id, @at, @sessionId, @callId, @tool, @path, @base, @after, @text, @diff, @added, @removed, @state, @settledAt)`).run(row)
      project.emit({ type: 'inbox.changed' })
      return view(row)
    },
    list: () => db.prepare<[], Row>(`SELECT ${COLUMNS} FROM Proposal ORDER BY at DESC, id DESC`).all().map(view),
    text: (id) => textOf(project, find(id)),
    get: (id) => view(find(id)),
    place: (id) => placeOf(find(id)),
    async apply(id, chosen) {
      const row = find(id)
      if (row.state !== 'new' && row.state !== 'kept') fail('PROPOSAL_SETTLED', `This proposal is already ${row.state}.`, { actual: row.state })
      const { text, base } = chosen ?? { text: await textOf(project, row), base: row.base }
      const changes = await project.files.apply([{ path: await placeOf(row), text, base }], { actor: 'author', sessionId: row.sessionId, callId: null })
      db.prepare("UPDATE Proposal SET state = 'applied', settledAt = ? WHERE id = ?").run(project.env.now().toISOString(), id)
      project.emit({ type: 'inbox.changed' })
      return changes
    },
    settle(id, state) {
      move(id, state)
      return view(find(id))
    },
  }
}

const view = ({ text: _, ...row }: Row): Proposal => row

async function textOf(project: OpenedProject, row: Row): Promise<string> {
  const bytes = await project.blobs.get(row.text)
  return bytes === null ? fail('NOT_FOUND', `The text of proposal "${row.id}" is gone.`, { actual: row.id }) : Buffer.from(bytes).toString('utf8')
}
