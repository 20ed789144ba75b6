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
  /** The author's act: writes it while the file still has its base. NOT_FOUND, PROPOSAL_SETTLED, STALE_READ (then the three texts are compared). */
  apply(id: string): Promise<Change[]>
  /** The author has seen it, or does not want it. PROPOSAL_SETTLED. */
  settle(id: string, state: 'kept' | 'reverted'): Proposal
}

const COLUMNS = 'id, at, sessionId, callId, tool, path, base, after, text, diff, added, removed, state, settledAt'

/** Proposals of one project, in its sessions database; their texts are blobs. */
export function createProposals(project: OpenedProject, roots: WriteRoots): Proposals {
  const db: Database.Database = project.sessionsDb
  const find = (id: string): Row => (db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM Proposal WHERE id = ?`).get(id)) ?? fail('NOT_FOUND', `There is no proposal "${id}".`, { actual: id })
  const move = (id: string, state: Proposal['state']): void => {
    const { changes } = db.prepare("UPDATE Proposal SET state = ?, settledAt = ? WHERE id = ? AND state = 'new'").run(state, project.env.now().toISOString(), id)
    if (changes === 0) fail('PROPOSAL_SETTLED', `This proposal is already ${find(id).state}.`, { actual: find(id).state })
    project.emit({ type: 'inbox.changed' })
  }
  return {
    async add(caller, tool, plan) {
      const same = db.prepare<[number, string, string | null, string], Row>(`SELECT ${COLUMNS} FROM Proposal WHERE sessionId = ? AND path = ? AND base IS ? AND after = ? AND state = 'new'`).get(caller.sessionId, plan.path.shown, plan.base, plan.after)
      if (same !== undefined) return view(same)
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
    async apply(id) {
      const row = find(id)
      if (row.state !== 'new' && row.state !== 'kept') fail('PROPOSAL_SETTLED', `This proposal is already ${row.state}.`, { actual: row.state })
      const text = await textOf(project, row)
      const place: SafePath = await project.files.authorize(row.path, { use: 'create', writeRoots: roots.of(row.sessionId) })
      const changes = await project.files.apply([{ path: place, text, base: row.base }], { actor: 'author', sessionId: row.sessionId, callId: null })
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
