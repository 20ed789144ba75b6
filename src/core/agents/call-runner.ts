import { isCancelled, isFault } from '@shared/fault'
import type { Question, ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import { asksAgent, runsBeside } from './call-class'
import { wishOf, type Wish } from './controls'
import { keepRow } from './keep-result'
import { tellEdits } from './live-edits'
import type { Refusal } from './mixing'
import { cancelled, ownFailure, skipped } from './own-results'
import type { Parts } from './parts'
import type { Run } from './run'

export const MAX_CALLS = 64
const BESIDE = 8
const TOOL_GRACE_MS = 2_000

/** How a reply's calls ended: all done, waiting for the author, the run over by report_result, or stopped. */
export type Outcome = { kind: 'done' } | { kind: 'waiting'; callId: string } | { kind: 'report'; result: string; data: unknown } | { kind: 'stopped' }

export interface CallHost {
  readonly parts: Parts
  readonly run: Run
  /** A tool is called now. */
  calls(tool: string): void
  /** Stores a call's one result and what it asks of the session. */
  keep(call: ToolCall, result: ToolResult): void
  /** What the calls of one reply may not be together; empty when all may run. */
  mixing(calls: readonly ToolCall[]): ReadonlyMap<string, Refusal>
  /** The model takes only one call per reply (04 §8). */
  readonly single: boolean
}

/** Runs a reply's calls by 04 §10: reads side by side, all else one by one, results in the order of the calls. */
export async function runCalls(host: CallHost, calls: readonly ToolCall[]): Promise<Outcome> {
  if (calls.length > MAX_CALLS) {
    for (const call of calls) host.keep(call, ownFailure(call, 'TOO_MANY_CALLS', `${calls.length} calls in one reply, at most ${MAX_CALLS}; none was run. Make fewer calls per reply.`))
    return { kind: 'done' }
  }
  const refused = host.mixing(calls)
  for (let at = 0; at < calls.length; ) {
    const group = nextGroup(calls, at)
    const results = await Promise.all(group.map((call) => {
      const why = refused.get(call.id)
      return why === undefined ? callOnce(host, call, { single: host.single && at > 0, alone: group.length === 1 }) : ownFailure(call, why.code, why.text)
    }))
    // The app is closing: what was stopped is for the recovery to judge.
    if (host.run.closing) return { kind: 'stopped' }
    at += group.length
    const outcome = settleGroup(host, group, results)
    if (outcome.kind === 'done') continue
    const why = outcome.kind === 'report' ? 'report_result ended the run' : outcome.kind === 'waiting' ? 'an earlier call of the same reply waits for the author' : 'stopped by the author'
    for (const rest of calls.slice(at)) host.keep(rest, outcome.kind === 'stopped' ? cancelled(rest) : skipped(rest, why))
    return outcome
  }
  return host.run.signal.aborted ? { kind: 'stopped' } : { kind: 'done' }
}

function nextGroup(calls: readonly ToolCall[], at: number): ToolCall[] {
  const beside = (call: ToolCall | undefined) => call !== undefined && call.argsError === undefined && runsBeside(call.tool)
  if (!beside(calls[at])) return calls.slice(at, at + 1)
  let end = at
  let reads = 0
  for (; beside(calls[end]); end++) {
    const agent = asksAgent(calls[end]?.tool ?? '')
    if (!agent && reads === BESIDE) break
    if (!agent) reads++
  }
  return calls.slice(at, end)
}

function settleGroup(host: CallHost, group: readonly ToolCall[], results: readonly ToolResult[]): Outcome {
  let outcome: Outcome = { kind: 'done' }
  for (const [n, call] of group.entries()) {
    const result = results[n]
    if (result === undefined) continue
    const wish = wishOf(call.tool, call.args, result)
    if (result.status === 'needs_approval') { outcome = { kind: 'waiting', callId: call.id }; continue }
    if (wish?.kind === 'question') { outcome = waitForAnswer(host, call, wish.questions); continue }
    host.keep(call, result)
    outcome = after(outcome, wish)
  }
  return host.run.signal.aborted && outcome.kind === 'done' ? { kind: 'stopped' } : outcome
}

const after = (outcome: Outcome, wish: Wish | null): Outcome => (wish?.kind === 'report' ? { kind: 'report', result: wish.result, data: wish.data } : outcome)

/** The pipeline tells of approvals; a question is the loop's to tell. */
function waitForAnswer(host: CallHost, call: ToolCall, questions: Question[]): Outcome {
  const open = { callId: call.id, tool: call.tool, args: call.args, state: 'question' as const, approvalId: null, questions, stage: null, elapsedMs: 0 }
  host.run.deltas.tell({ type: 'call.start', sessionId: host.run.sessionId, call: open })
  host.run.deltas.tell({ type: 'call.waiting', sessionId: host.run.sessionId, callId: call.id, approvalId: null })
  return { kind: 'waiting', callId: call.id }
}

/** One call, one result, whatever happens. A tool that does not stop within 2 s of a cancel is left behind, fenced. */
async function callOnce(host: CallHost, call: ToolCall, { single, alone }: { single: boolean; /** Its result is kept as soon as it is there. */ alone: boolean }): Promise<ToolResult> {
  const { parts, run } = host
  if (run.signal.aborted) return cancelled(call)
  if (single) return skipped(call, 'this model makes one call per reply')
  if (call.argsError !== undefined) return ownFailure(call, 'ARGS_JSON', call.argsError)
  const open = { callId: call.id, tool: call.tool, args: call.args, state: 'running' as const, approvalId: null, questions: null, stage: null, elapsedMs: 0 }
  host.calls(call.tool)
  run.openCalls.set(call.id, { call: open, since: parts.env.now().getTime() })
  const caller = { kind: 'model' as const, sessionId: run.sessionId, runId: run.runId, callId: call.id, profileKey: run.profileKey, role: run.role, signal: run.signal, approve: 'ask' as const, closing: () => run.closing, ...(alone ? { keepsRow: keepRow } : {}) }
  try {
    const result = await withinGrace(parts.pipeline().invoke(caller, call.tool, call.args), run.signal, () => cancelled(call))
    tellEdits(run, result)
    return result
  } catch (error) {
    if (isCancelled(error)) return cancelled(call)
    if (isFault(error)) return ownFailure(call, error.fault.code, error.fault.message)
    return ownFailure(call, 'INTERNAL', 'something went wrong inside the app.')
  } finally {
    run.openCalls.delete(call.id)
  }
}

function withinGrace(work: Promise<ToolResult>, signal: AbortSignal, late: () => ToolResult): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null
    const stop = () => { timer = setTimeout(() => resolve(late()), TOOL_GRACE_MS) }
    const end = () => { signal.removeEventListener('abort', stop); if (timer !== null) clearTimeout(timer) }
    signal.addEventListener('abort', stop, { once: true })
    work.then((result) => { end(); resolve(result) }, (error: unknown) => { end(); reject(error) })
  })
}
