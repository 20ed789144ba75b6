import { fail } from '@shared/fault'
import type { ToolCall } from '@shared/session'
import type { ToolResult, WorkMode } from '@shared/tool-result'
import { runCalls, type Outcome } from './call-runner'
import { bookAside } from './book-use'
import { brokeOff } from './broken'
import { callModel } from './call-model'
import { visibleEntries } from './context/branch-cache'
import { note, noteChanges, noteRecall } from './context/notes'
import { FAILED_REPLIES, guardPause, providerFailing } from './guards'
import { outputSchemaOf } from './contracts'
import { taskProfiles } from './task-profiles'
import { keepResult } from './keep-result'
import { ancestorsOf } from './links'
import { mixingRefusals, type Refusal } from './mixing'
import type { Parts } from './parts'
import { originOf } from './queue'
import type { Reply } from './reply'
import type { Run } from './run'
import type { Pause } from './session-rows'
import { cutNote, storeReply } from './take-reply'

export type Ending = { kind: 'end' } | { kind: 'stopped' } | { kind: 'waiting' } | { kind: 'pause'; pause: Pause }

const NUDGES = 2
const ENDED_EARLY = 'the answer ended before the provider said it was finished'
const EMPTY_NUDGE = 'Your last reply had no text and no tool call. Answer the author, or make the call you meant to make.'
const OUTPUT_NUDGE = 'You are to end with structured_output, which carries your result in the agreed form. Call it now, alone.'
const REPORT_NUDGE = 'You are to end with report_result, which carries your result in the agreed form. Call it now.'
const NODE_NUDGE = 'You are to end this step with node_report, which carries your verdict. Call it now.'

/**
 * The loop (04 §3): context → model call → its calls → results → again, until a reply without calls, report_result, a
 * stop or a pause. Every write carries the run's epoch. `calls` is told
 * of every tool before it runs. Throws the faults that end a run with an error.
 */
export async function runLoop(parts: Parts, run: Run, calls: (tool: string) => void): Promise<Ending> {
  const nudges = { empty: 0, report: 0, broken: 0 }
  for (;;) {
    const ready = await beforeCall(parts, run)
    if (ready !== null) return ready
    await parts.pipeline().ready(run.profileKey, run.signal)
    if (run.signal.aborted) return { kind: 'stopped' }
    const model = chooseModel(parts, run.sessionId, run.model)
    const called = await callModel(parts, run, model)
    if ('pause' in called) return { kind: 'pause', pause: called.pause }
    const { reply, estimated } = called
    if (run.closing) return { kind: 'stopped' }
    nudges.broken = reply.end?.dropped === true ? nudges.broken + 1 : 0
    const again = asksAgain(parts, run, model, reply, estimated)
    if (again && nudges.broken < FAILED_REPLIES) continue
    if (again) return { kind: 'pause', pause: providerFailing(nudges.broken, ENDED_EARLY) }
    const { message, cut } = storeReply(parts, run, model, reply, estimated)
    if (reply.end === null) return { kind: 'stopped' }
    const outcome = await runCalls(host(parts, run, model, calls), message.calls)
    const ending = afterCalls(parts, run, outcome)
    if (ending !== null) return ending
    if (nudges.broken >= FAILED_REPLIES) return { kind: 'pause', pause: providerFailing(nudges.broken, ENDED_EARLY) }
    if (cut) { note(parts, run, 'cut', cutNote(reply)); continue }
    if (message.calls.length > 0) continue
    if (nudged(parts, run, reply, nudges)) continue
    // A steer that came during the last words is not lost (04 §3).
    if (!parts.queue.list(run.sessionId).some((item) => item.kind === 'steer')) return { kind: 'end' }
  }
}

/** Guards, steers and mode texts, in that order; an ending when the run may not call the model again. */
async function beforeCall(parts: Parts, run: Run): Promise<Ending | null> {
  if (run.signal.aborted) return { kind: 'stopped' }
  const session = parts.store.row(run.sessionId)
  const branch = parts.store.branchOf(session)
  const pause = guardPause(branch.entries, run.runId, parts.profiles.get(session.profileKey).maxSteps)
  if (pause !== null) return { kind: 'pause', pause }
  noteChanges(parts, run, visibleEntries(branch), strictestMode([session, ...ancestorsOf(parts, session)]))
  parts.queue.take(run.sessionId, 'steer', Number.MAX_SAFE_INTEGER, (steers) => {
    for (const steer of steers) {
      parts.invocations.taken(steer.id, run.runId)
      parts.store.append(run.sessionId, { type: 'message', origin: originOf(steer.source), runId: run.runId, payload: { role: 'user', text: steer.text, intent: 'steer', ...(steer.source === null ? {} : { source: steer.source }), ...(steer.pictures === undefined ? {} : { pictures: steer.pictures }) } }, run.epoch)
    }
  })
  await noteRecall(parts, run)
  return null
}

/** The mode that binds it: its own, or a stricter one above (05 §5). */
const strictestMode = (rows: readonly { workMode: WorkMode }[]): WorkMode => (['discuss', 'plan'] as const).find((mode) => rows.some((row) => row.workMode === mode)) ?? 'normal'

/** call > session > project > profile > default (04 §8); a model without tools is no use to a profile that has some. */
export function chooseModel(parts: Parts, sessionId: number, call: string | null = null): string {
  const session = parts.store.row(sessionId)
  const model = parts.models.resolve({ call, session: session.model, project: parts.config().models.default, profile: parts.profiles.get(session.profileKey).model })
  if (!parts.models.spec(model).tools && parts.pipeline().definitions(session.profileKey, session.role).length > 0) fail('MODEL_NO_TOOLS', `${model} cannot use tools, and this assistant needs them.`)
  return model
}

function host(parts: Parts, run: Run, model: string, calls: (tool: string) => void) {
  return {
    parts, run, calls, single: !parts.models.spec(model).parallelTools,
    mixing: (calls: readonly ToolCall[]) => (parts.profiles.get(run.profileKey).pack === 'nbook' ? new Map<string, Refusal>() : mixingRefusals(calls, () => taskProfiles(parts.profiles))),
    keep: (call: ToolCall, result: ToolResult) => keepResult(parts, { sessionId: run.sessionId, runId: run.runId, epoch: run.epoch, tell: (event) => run.deltas.tell(event) }, call, result),
  }
}

function afterCalls(parts: Parts, run: Run, outcome: Outcome): Ending | null {
  if (run.closing || outcome.kind === 'stopped') return { kind: 'stopped' }
  if (outcome.kind === 'waiting') return { kind: 'waiting' }
  if (outcome.kind !== 'report') return null
  parts.store.append(run.sessionId, { type: 'custom', origin: 'engine', runId: run.runId, payload: { kind: 'report', result: outcome.result, data: outcome.data } }, run.epoch)
  return { kind: 'end' }
}

/** A reply of words alone that ended early is asked for again like one whose connection broke; what the author has said in between is said after it. */
function asksAgain(parts: Parts, run: Run, model: string, reply: Reply, estimated: number): boolean {
  if (reply.end === null || !reply.end.dropped || reply.end.openCalls.length > 0) return false
  if (parts.queue.list(run.sessionId).some((item) => item.kind === 'steer')) return false
  bookAside(parts, run, model, reply, estimated)
  brokeOff(run, { text: reply.text, reasoning: reply.reasoning, model, why: ENDED_EARLY })
  parts.store.saveDraft(run.sessionId, run.epoch, { runId: run.runId, text: '', reasoning: '', model, broken: run.broken })
  return true
}

/** Empty or thinking-only: 2 nudges, then PROVIDER_EMPTY (04 §8). A child that owes a result: 2 reminders (04 §5). */
function nudged(parts: Parts, run: Run, reply: Reply, nudges: { empty: number; report: number }): boolean {
  if (reply.text.trim() === '') {
    if (nudges.empty >= NUDGES) fail('PROVIDER_EMPTY', 'The model gave no text and no call, three times in a row.')
    nudges.empty++
    note(parts, run, 'nudge', EMPTY_NUDGE)
    return true
  }
  const session = parts.store.row(run.sessionId)
  const profile = parts.profiles.get(session.profileKey)
  if (session.role === 'helper' && session.schema !== null) {
    // A helper without its data is of no use to the workflow that waits for it (04 §5).
    if (nudges.report >= NUDGES) fail('OUTPUT_INVALID', 'it ended three times without structured_output, which carries its result.')
    nudges.report++
    note(parts, run, 'nudge', OUTPUT_NUDGE)
    return true
  }
  const owed = profile.tools.includes('node_report') ? NODE_NUDGE : outputSchemaOf(profile, session.initial) !== null && profile.tools.includes('report_result') ? REPORT_NUDGE : null
  if (session.role === 'root' || owed === null || nudges.report >= NUDGES) return false
  nudges.report++
  note(parts, run, 'nudge', owed)
  return true
}
