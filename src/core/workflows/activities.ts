import { fail, isFault } from '@shared/fault'
import { isMessageKey, messages } from '@shared/i18n'
import { failureKey } from '@shared/provider-trouble'
import { z } from 'zod'
import type { HelperAgents, HelperInput } from '../agents/helper-types'
import type { LinkedAgents } from '../agents/linked-types'
import type { Outcome } from '../agents/invocations'
import { ChapterPart } from './chapter-part'
import { localeOf, type ActivityRow, type Journal, type RunRow } from './journal'
import type { Workspace } from './workspace'

/** What an activity can reach. */
export interface ActivityParts { journal: Journal; helpers: HelperAgents; agents: Pick<LinkedAgents, 'profile' | 'taskProfiles'>; workspace: Workspace }
export interface Doing extends ActivityParts { run: RunRow; row: ActivityRow; signal: AbortSignal }

const Key = z.string().min(1).max(48)
const Created = { initial: z.record(z.string(), z.json()).optional(), tags: z.array(z.string().min(1).max(48)).max(8).optional(), model: z.string().optional(), title: z.string().max(120).optional() }
const Said = { message: z.string().min(1).optional(), input: z.record(z.string(), z.json()).optional() }
const Id = z.object({ id: z.int() })
const ARGS = {
  'agents.create': z.object({ profileKey: Key, ...Created, ephemeral: z.boolean().optional() }),
  'agents.acquire': z.object({ profileKey: Key, tag: z.string().min(1).max(48), initial: Created.initial, model: Created.model, title: Created.title }),
  'agents.invoke': z.object({ profileKey: Key, ...Created, ...Said }),
  'agents.profile': z.object({ profileKey: Key }),
  'sessions.open': Id, 'session.leaf': Id,
  'session.transcript': Id.extend({ limit: z.int().min(1).max(200).optional() }),
  'session.append': Id.extend({ message: z.string().min(1) }),
  'session.checkout': Id.extend({ leaf: z.string().nullable() }),
  'session.invoke': Id.extend({ ...Said, mode: z.enum(['prompt', 'continue', 'steer', 'followup']).optional(), title: Created.title, model: Created.model }),
  'workspace.read': z.object({ path: z.string().min(1), offset: z.int().min(1).optional(), limit: z.int().min(1).max(2_000).optional() }),
  'workspace.chapters': ChapterPart,
  agent: z.object({ goal: z.string().min(1), agent: Key.optional(), schema: z.record(z.string(), z.json()).optional() }),
} as const
type Kind = keyof typeof ARGS
export const isWork = (kind: string): kind is Kind => Object.hasOwn(ARGS, kind)
/** These open a session of their own and give it back: they wait until there is room for one. */
export const needsRoom = (kind: string): boolean => kind === 'agents.invoke' || kind === 'agent'

/** Does what a script asked for, once: what the database holds is one commit with its answer. Gives the answer. */
export async function perform(doing: Doing): Promise<unknown> {
  const { row, helpers, run } = doing
  const owner = run.ownerId
  const kind = row.kind
  if (!isWork(kind)) return fail('WORKFLOW_INVALID', `A workflow has no "${kind}".`)
  switch (kind) {
    case 'agents.create': return once(doing, () => handle(doing, create(doing, argsOf(kind, row))))
    case 'agents.acquire': return once(doing, () => acquire(doing, argsOf(kind, row)))
    case 'agents.invoke': return oneOff(doing, argsOf(kind, row))
    case 'agents.profile': return doing.agents.profile(argsOf(kind, row).profileKey)
    case 'sessions.open': { const { id, profileKey } = helpers.get(owner, argsOf(kind, row).id); return { id, profileKey } }
    case 'session.leaf': return helpers.leaf(owner, argsOf(kind, row).id)
    case 'session.transcript': { const { id, limit } = argsOf(kind, row); return helpers.transcript(owner, id, limit ?? 50) }
    case 'session.append': { const { id, message } = argsOf(kind, row); return once(doing, () => helpers.append(owner, id, message)) }
    case 'session.checkout': { const { id, leaf } = argsOf(kind, row); return once(doing, () => helpers.checkout(owner, id, leaf)) }
    case 'session.invoke': { const { id, ...input } = argsOf(kind, row); return told(doing, await invoke(doing, id, input)) }
    case 'workspace.read': return doing.workspace.read(doing, argsOf(kind, row))
    case 'workspace.chapters': return doing.workspace.chapters(doing, argsOf(kind, row))
    case 'agent': return goal(doing, argsOf(kind, row))
  }
}

function argsOf<K extends Kind>(kind: K, row: ActivityRow): z.output<(typeof ARGS)[K]> {
  const read = ARGS[kind].safeParse(JSON.parse(row.args))
  if (!read.success) return fail('ARGS_INVALID', `${kind}: ${read.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')} ${issue.message}`).join('; ')}.`)
  return read.data as z.output<(typeof ARGS)[K]>
}

/** The change and its answer are one commit: after a stop between them there is neither. */
function once<T>({ journal, run, row }: Doing, work: () => T): T {
  return journal.transaction(() => {
    const value = work()
    journal.done(run.runId, row.n, { ok: true, value })
    return value
  })
}

/** The model of the run, unless the script names another. */
const create = ({ helpers, run }: Doing, input: HelperInput) => helpers.create(run.ownerId, { ...input, model: input.model ?? run.model ?? undefined })

function handle({ journal, run, row }: Doing, { id, profileKey }: { id: number; profileKey: string }): { id: number; profileKey: string } {
  journal.worksIn(run.runId, row.n, id)
  return { id, profileKey }
}

function acquire(doing: Doing, { tag, ...input }: z.output<(typeof ARGS)['agents.acquire']>): { id: number; profileKey: string } {
  const found = doing.helpers.find(doing.run.ownerId, input.profileKey, tag)
  return handle(doing, found ?? create(doing, { ...input, tags: [tag] }))
}

/** The session of an activity that works in one of its own; made once, whatever happens afterwards. */
function ownSession(doing: Doing, input: HelperInput): number {
  const { journal, row } = doing
  return row.sessionId ?? journal.transaction(() => handle(doing, create(doing, input)).id)
}

async function oneOff(doing: Doing, { message, input, ...created }: z.output<(typeof ARGS)['agents.invoke']>): Promise<unknown> {
  const id = ownSession(doing, created)
  const outcome = await invoke(doing, id, { message, input })
  doing.helpers.archive(id)
  return told(doing, outcome)
}

/** A helper of a noeta script: one goal, one answer; with a schema its data. */
async function goal(doing: Doing, { goal: message, agent, schema }: z.output<(typeof ARGS)['agent']>): Promise<unknown> {
  const legal = doing.agents.taskProfiles()
  const profileKey = agent ?? 'general-purpose'
  if (!legal.includes(profileKey)) fail('PROFILE_UNKNOWN', `There is no helper "${profileKey}".`, { actual: profileKey, expected: `one of ${legal.join(', ')}` })
  const id = ownSession(doing, { profileKey, title: `wf-${doing.row.n}`, ...(schema === undefined ? {} : { schema }) })
  const outcome = await invoke(doing, id, { message })
  doing.helpers.archive(id)
  if (outcome.status !== 'completed') return fail(outcome.error?.code ?? 'AGENT_FAILED', `The helper of "${message.slice(0, 80)}" ended without a result: ${outcome.error?.message ?? outcome.status}`)
  return schema === undefined ? outcome.finalMessage : outcome.data
}

function invoke({ helpers, run, row, signal }: Doing, sessionId: number, input: { message?: string | undefined; input?: unknown; mode?: 'prompt' | 'continue' | 'steer' | 'followup' | undefined; title?: string | undefined; model?: string | undefined }): Promise<Outcome> {
  return helpers.invoke({ sessionId: run.ownerId, callId: callIdOf(run, row), jobId: run.jobId, signal }, { sessionId, ...input })
}

export const callIdOf = (run: Pick<RunRow, 'runId'>, row: Pick<ActivityRow, 'n'>): string => `wf-${run.runId}-${row.n}`

interface Why { code: string; message: string }

/**
 * What `invoke` gives a script: it decides itself what a failed helper means. One that was to report and only talked has failed too, so
 * that no script takes a missing report for "nothing found".
 */
function told({ helpers, run }: Doing, { status, finalMessage, data, sessionId, error }: Outcome): unknown {
  const silent = status === 'completed' && data === null && helpers.mustReport(sessionId)
  const why = silent ? { code: 'NO_REPORT', message: 'it answered without the report it owed' } : status === 'completed' ? null : (error ?? { code: 'AGENT_FAILED', message: status })
  return { status: silent ? 'error' : status, result: { message: finalMessage, data }, sessionId, ...(why === null ? {} : { error: inWords(run, why) }) }
}

/** A failure as the author reads it, in the language of the novel; `said`: in the words of whoever failed. */
function inWords(run: RunRow, { code, message }: Why): Why & { said: string } {
  const key = failureKey(code, message)
  const words = isMessageKey(key) ? messages[key][localeOf(run) === 'en' ? 'en' : 'zh'] : message
  return { code, message: words.includes('{{') ? message : words, said: message }
}

/** Work of an assistant that has ended without what it was asked for. */
export const hasFailed = ({ kind, failed, result }: Pick<ActivityRow, 'kind' | 'failed' | 'result'>): boolean =>
  failed === 1 || (result !== null && (kind === 'agents.invoke' || kind === 'session.invoke') && !result.startsWith('{"status":"completed"'))

/** A failure as the script gets it; a defect is not the script's to handle. */
export function failureOf(error: unknown): { code: string; message: string } | null {
  return isFault(error) ? { code: error.fault.code, message: [error.fault.message, ...(error.fault.problems ?? []).map((one) => `${one.pointer}: ${one.message}`)].join(' ').slice(0, 2_000) } : null
}
