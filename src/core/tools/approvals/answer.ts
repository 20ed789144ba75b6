import type { Fault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { hashOf } from '../canonical'
import type { Runtime } from '../runtime'
import { formatFailure } from '../stages/format'
import { readyCall } from '../stages/prepare'
import { emitEnd, execute, recordOf } from '../stages/settle'
import { Refused, type Ready, type Work } from '../stages/work'
import type { Answered, Pipeline } from '../types'
import { requestApproval } from './request'
import type { ApprovalRow } from './rows'
import { createExpiry } from './expire'
import { createRecovery } from './recover'
import { createRefresh } from './refresh'
import { createStopping, stoppable } from './stop'
import { settleRow, workOf } from './settle-row'

/** Who may answer: the author in the window, by `wenqu human`, or by `--approve` (05 §6). */
const HUMANS: ReadonlySet<string> = new Set(['author', 'window', 'human', 'cli'])

/** Everything after a call has been asked about: answers, ends without one, restarts, other processes (05 §6). */
export function createAnswering(runtime: Runtime): Pick<Pipeline, 'answer' | 'expire' | 'stop' | 'recover' | 'refresh'> {
  return {
    answer: (id, verdict, effectsHash, by, note, signal) => answer(runtime, { id, verdict, effectsHash, by, note, signal }),
    ...createStopping(runtime),
    ...createExpiry(runtime),
    ...createRecovery(runtime),
    ...createRefresh(runtime),
  }
}

interface Given { id: string; verdict: 'approve' | 'deny'; effectsHash: string; by: string; note: string | null; signal: AbortSignal | undefined }

/** One answer to one card; the first wins, any other is APPROVAL_NOT_PENDING (05 §6). */
async function answer(runtime: Runtime, given: Given): Promise<Answered> {
  runtime.deps.project.assertWritable()
  if (!HUMANS.has(given.by)) return refusedAnswer('pending', { code: 'HUMAN_ONLY', message: 'only the author answers an approval.' })
  const row = runtime.approvals.find(given.id)
  if (row === null) return refusedAnswer('unknown', { code: 'APPROVAL_UNKNOWN', message: `there is no approval "${given.id}".` })
  if (row.status !== 'pending') return notPending(runtime, row)
  if (given.effectsHash !== row.effectsHash) return refusedAnswer(row.status, { code: 'APPROVAL_MISMATCH', message: 'the answer is for other effects than the stored ones.', expected: row.effectsHash, actual: given.effectsHash })
  return given.verdict === 'deny' ? deny(runtime, row, given) : approve(runtime, row, given)
}

const refusedAnswer = (status: string, fault: Fault): Answered => ({ status, code: fault.code, newId: null, result: null, fault })
function notPending(runtime: Runtime, row: ApprovalRow): Answered {
  const successor = row.status === 'stale' ? runtime.approvals.successor(row.id) : null
  const message = successor === null ? whyNotPending(row) : `it would have had other effects by then, so nothing was done; ${successor} took its place.`
  return refusedAnswer(row.status, { code: 'APPROVAL_NOT_PENDING', message, data: { status: row.status, ...(successor === null ? {} : { successor }) } })
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** A call that was cut off is no answered one: nobody knows whether it took effect. */
function whyNotPending({ status, effects }: ApprovalRow): string {
  const where = effects.length === 0 ? 'the project' : shortened(effects.map(({ target }) => target).join(', '))
  const look = `See whether it is done (${where}), also in the inbox (wenqu human list inbox --project DIR), before you have it asked for again.`
  switch (status) {
    case 'executing': return `this call was approved and is running in another process, or was interrupted there just now; then it may have taken effect, wholly or in part. It is not run twice. ${look}`
    case 'unknown': return `this call was approved, and interrupted while it ran: it may have taken effect, wholly or in part. It is not run again. ${look}`
    default: return `this approval is already ${status}.`
  }
}

const lost = (runtime: Runtime, id: string): Answered => notPending(runtime, runtime.approvals.get(id))

async function deny(runtime: Runtime, row: ApprovalRow, given: Given): Promise<Answered> {
  const again = runtime.calls.deniedInRun(row.sessionId, row.runId) > 0 ? ' Do not retry; explain, or ask for a mode.' : ''
  const work = workOf(row)
  const reason = given.note === null || given.note.trim() === '' ? 'the author said no.' : given.note.trim()
  const result = await formatFailure(runtime, work, new Refused('denied', { code: 'DENIED_USER', message: `${reason}${again}` }))
  if (!settleRow(runtime, row, 'pending', 'denied', work, result, given.note)) return lost(runtime, row.id)
  resolved(runtime, row, 'denied', given)
  return ended(runtime, row, 'denied', result)
}

/** The first approval runs the call, within reach of a stop of its session. */
async function approve(runtime: Runtime, row: ApprovalRow, given: Given): Promise<Answered> {
  if (!runtime.approvals.move(row.id, 'pending', 'approved', given.note)) return lost(runtime, row.id)
  resolved(runtime, row, 'approved', given)
  return stoppable(runtime, row, given.signal, (signal) => carryOut(runtime, row, workOf(row, signal)))
}

/** Steps 1-4 again, then the hashes: equal runs the stored arguments once, different shows a new card. */
async function carryOut(runtime: Runtime, row: ApprovalRow, work: Work): Promise<Answered> {
  let ready: Ready
  try {
    ready = await readyCall(runtime, work)
  } catch (error) {
    return close(runtime, row, work, 'failed', await formatFailure(runtime, work, error))
  }
  if (ready.registered.hash !== row.defHash) return definitionChanged(runtime, row, work)
  if (hashOf(ready.prepared.effects) !== row.effectsHash) return stale(runtime, row, work, ready)
  const started = runtime.deps.project.sessionsDb.transaction(() => {
    if (!runtime.approvals.move(row.id, 'approved', 'executing')) return false
    runtime.calls.mark(recordOf(work, { verdict: 'approved' }), 'started')
    return true
  }).immediate()
  if (!started) return lost(runtime, row.id)
  const result = await execute(runtime, work, ready)
  return close(runtime, row, work, result.status === 'ok' ? 'executed' : 'failed', result, 'executing')
}

/** The row's last state and the call's one result in one transaction. */
function close(runtime: Runtime, row: ApprovalRow, work: Work, to: 'executed' | 'failed' | 'expired', result: ToolResult, from: 'approved' | 'executing' = 'approved'): Answered {
  if (!settleRow(runtime, row, from, to, work, result)) return lost(runtime, row.id)
  runtime.deps.project.emit({ type: 'approval.executed', id: row.id, status: to, code: result.code })
  return ended(runtime, row, to, result)
}

async function definitionChanged(runtime: Runtime, row: ApprovalRow, work: Work): Promise<Answered> {
  const why = 'the tool was changed since the author was asked'
  const result = await formatFailure(runtime, work, new Refused('denied', { code: 'EXPIRED', message: `${why}; nothing was run.` }))
  if (!settleRow(runtime, row, 'approved', 'expired', work, result)) return lost(runtime, row.id)
  runtime.deps.project.emit({ type: 'approval.expired', id: row.id, why })
  return ended(runtime, row, 'expired', result)
}

/** Nothing runs; a new card shows what would happen now. */
function stale(runtime: Runtime, row: ApprovalRow, work: Work, ready: Ready): Answered {
  const next = runtime.deps.project.sessionsDb.transaction(() => {
    if (!runtime.approvals.move(row.id, 'approved', 'stale')) return null
    return requestApproval(runtime, work, ready, ready.decision.verdict === 'ask' ? ready.decision.reasons : row.reasons, row.id)
  }).immediate()
  if (next === null) return lost(runtime, row.id)
  runtime.deps.project.emit({ type: 'approval.stale', id: row.id, newId: next.id })
  return { status: 'stale', code: 'APPROVAL_STALE', newId: next.id, result: null, fault: null }
}

function resolved(runtime: Runtime, row: ApprovalRow, status: string, given: Given): void {
  runtime.deps.project.emit({ type: 'approval.resolved', id: row.id, status, by: given.by, note: given.note })
}

function ended(runtime: Runtime, row: ApprovalRow, status: string, result: ToolResult): Answered {
  emitEnd(runtime, row.sessionId, result)
  return { status, code: result.code, newId: null, result, fault: null }
}
