import { isCancelled } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { relaxedCommit } from '../../project/relaxed-commit'
import { transact } from '../../project/transact'
import type { CallRecord, Ending } from '../call-log'
import { loopVerdict } from '../loop-guard'
import type { Runtime } from '../runtime'
import type { Ready, Work } from './work'
import { formatFailure, formatSuccess } from './format'
import { runCall } from './run'

/** Stages 5-8 of an allowed call: mark it started where it may change something, run, format, record. */
export async function execute(runtime: Runtime, work: Work, ready: Ready): Promise<ToolResult> {
  work.traced = leavesTraces(ready)
  const { caps } = ready.registered.tool
  const atOnce = work.traced && caps?.oneCommit === true
  if (work.traced && !atOnce) runtime.calls.mark(recordOf(work), 'started', caps?.journalled)
  try {
    if (atOnce) return await inOneCommit(runtime, work, ready)
    if (work.traced) runtime.deps.project.assertWritable()
    // Awaited only where there is something to wait for: every turn of the loop costs (13 row 6).
    const running = runCall(runtime, work, ready)
    const ran = running instanceof Promise ? await running : running
    const formatted = formatSuccess(runtime, work, ready, ran)
    const result = formatted instanceof Promise ? await formatted : formatted
    // A question is over only when the author has answered; until then the call stays open (04 §5).
    if (ran.control?.kind === 'question' && work.caller.runId !== null) {
      runtime.calls.mark(recordOf(work), 'waiting')
      return result
    }
    return finish(runtime, work, withLoopNote(runtime, work, result))
  } catch (error) {
    // What goes on without us is not over because the app closes: the next start finds its end (04 §10).
    if (isCancelled(error) && caps?.durable === true && work.caller.closing?.() === true) return formatFailure(runtime, work, error)
    return finish(runtime, work, withLoopNote(runtime, work, await formatFailure(runtime, work, error)))
  }
}

/** Started, changed and finished are one commit: a crash leaves all of it or none (04 §10). A text too long for its row is put away after it. */
function inOneCommit(runtime: Runtime, work: Work, ready: Ready): Promise<ToolResult> | ToolResult {
  const { project } = runtime.deps
  const done = committed(runtime, work, () => transact(project.sessionsDb, () => {
    project.assertWritable()
    const ran = runCall(runtime, work, ready)
    if (ran instanceof Promise) throw new Error(`${work.name} waits for something, so it is not one commit`)
    const formatted = formatSuccess(runtime, work, ready, ran)
    if (!(formatted instanceof Promise)) return finish(runtime, work, withLoopNote(runtime, work, formatted), 'unmarked')
    runtime.calls.mark(recordOf(work), 'started')
    return { formatted }
  }))
  return 'formatted' in done ? done.formatted.then((result) => finish(runtime, work, withLoopNote(runtime, work, result))) : done
}

/** A commit that is on the disk afterwards, or will be before whoever asks tells of it. */
function committed<T>(runtime: Runtime, { caller }: Work, write: () => T): T {
  if (caller.syncsLater === undefined) return write()
  caller.syncsLater()
  return relaxedCommit(runtime.deps.project.sessionsDb, write)
}

/** Reads leave nothing behind, so one row at their end is enough; all else is marked before it starts (04 §10). */
const leavesTraces = ({ registered: { tool }, prepared }: Ready): boolean =>
  tool.result === 'action' || ((tool.mutates || tool.risk !== 'low') && prepared.refine === undefined)

/** The row of a call as it stands now; `instead` of its own verdict and code: what an approval says of it. */
export const recordOf = (work: Work, instead: Partial<Pick<CallRecord, 'verdict' | 'code'>> = {}): CallRecord => new WorkRecord(work, instead)

/** Where no row is kept, in a novel held elsewhere, nobody asks for the hash. */
class WorkRecord implements CallRecord {
  readonly #work: Work
  readonly caller: CallRecord['caller']
  readonly tool: string
  readonly args: unknown
  readonly verdict: string | null
  readonly code: string | null

  constructor(work: Work, { verdict = work.decision?.verdict ?? null, code = work.decision?.verdict === 'allow' ? work.decision.code : null }: Partial<Pick<CallRecord, 'verdict' | 'code'>>) {
    this.#work = work
    this.caller = work.caller
    this.tool = work.name
    this.args = work.args
    this.verdict = verdict
    this.code = code
  }

  get argsHash(): string { return this.#work.argsHash }
}

/** Stage 8: the one row of this call, and the loop guard's memory. */
export function finish(runtime: Runtime, work: Work, result: ToolResult, ending: Ending = 'marked'): ToolResult {
  const write = (): boolean => runtime.calls.finish(recordOf(work), result, work.stages, !work.traced ? 'traceless' : ending)
  try {
    if (!work.traced && work.caller.keepsRow !== undefined) work.caller.keepsRow(result, write)
    else work.recorded = work.traced ? committed(runtime, work, write) : write()
  } catch (error) {
    // What was done is done: a full disk costs the row, never the truth of the result. A restart finds the change in its journal.
    work.recorded = true
    runtime.deps.defect?.(`row of ${work.name}`, error)
  }
  runtime.loop.note(work.caller.runId, work.name, work.args, result.content)
  return result
}

/** The third identical call with an identical result, a failure too, is told so (04 §13). */
export function withLoopNote(runtime: Runtime, work: Work, result: ToolResult): ToolResult {
  const count = runtime.loop.count(work.caller.runId, work.name, work.args, result.content)
  if (loopVerdict(work.name, count) !== 'note') return result
  return { ...result, content: `${result.content}\n(This is call ${count} in a row with the same arguments and the same result. Do something else.)` }
}

/** `call.end` exactly once per call, by whoever finished its row (08 §6). */
export function emitEnd(runtime: Runtime, sessionId: number, result: ToolResult): void {
  runtime.deps.project.emit({ type: 'call.end', sessionId, callId: result.id, status: result.status, code: result.code, ms: result.ms })
}
