import { Cancelled, fail } from '@shared/fault'
import { askHead } from '@shared/from-app'
import type { MessageSource, ToolCall } from '@shared/session'
import { neutralised } from '../web/remote-text'
import type { InvocationRow, Outcome } from './invocations'
import type { Asker, InvokePlan } from './linked-types'
import { outcomeOf, outcomeResult, outcomeText } from './outcome'
import type { Parts } from './parts'
import type { EndedRun, Runs } from './runs'
import { continueRun, refuseArchived } from './sending'
import { cancelRun } from './stop-run'
import { settleCall } from './waiting'

/** Marks what a workflow asks of its helpers; the job is the workflow's own and does not end with one of them. */
export const WORKFLOW_CALL = 'run_workflow'

/** Calls of one session that another session works on: begun, told of, ended (04 §4, §10). */
export class Invoking {
  readonly #parts: Parts
  readonly #runs: Runs
  constructor(parts: Parts, runs: Runs) { this.#parts = parts; this.#runs = runs }

  /** Asks a session and waits for its end; a stop of the asker stops what it asked for. */
  async invoke(asker: Asker, wish: () => InvokePlan, tool = 'invoke_agent', jobId: string | null = null): Promise<Outcome> {
    const childId = this.#begin(asker, wish, tool, jobId)
    return this.#untilEnd(asker, childId)
  }

  /** Waits for what was asked before a restart and still goes on. */
  rejoin(asker: Asker, row: InvocationRow): Promise<Outcome> { return this.#untilEnd(asker, row.childId) }

  async #untilEnd(asker: Asker, childId: number): Promise<Outcome> {
    const ended = this.#parts.invocations.wait(asker.sessionId, asker.callId)
    let left: (reason: Cancelled) => void = () => undefined
    const stopped = new Promise<never>((_, reject) => { left = reject })
    const stop = (): void => {
      // The app is closing: the next start takes both up where they are.
      if (!this.#runs.closed) this.#stopChild(asker, childId)
      left(new Cancelled())
    }
    if (asker.signal.aborted) stop()
    else asker.signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([ended, stopped])
    } finally {
      asker.signal.removeEventListener('abort', stop)
    }
  }

  /** Starts a job that ends with the child's run. */
  background(asker: Asker, wish: () => InvokePlan, job: { kind: 'invoke_agent' | 'task'; title: string }): { jobId: string; sessionId: number } {
    const parts = this.#parts
    return parts.project.sessionsDb.transaction(() => {
      const plan = wish()
      const { id } = parts.jobs().start({ kind: job.kind, title: job.title, ownerId: asker.sessionId, callId: asker.callId, sessionId: plan.childId })
      this.#begin(asker, () => plan, job.kind === 'task' ? 'Task' : 'invoke_agent', id)
      this.watchCancel(id, plan.childId)
      return { jobId: id, sessionId: plan.childId }
    })()
  }

  watchCancel(jobId: string, childId: number): void {
    this.#parts.jobs().onCancel(jobId, () => {
      const queueId = this.#parts.invocations.openOf(childId).find((row) => row.jobId === jobId && row.runId === null)?.queueId ?? null
      if (queueId === null) return void cancelRun(this.#parts, this.#runs, childId).catch(() => undefined)
      // Still in the queue: the run that goes on is somebody else's.
      this.#parts.queue.remove(childId, queueId)
      this.taken(childId, queueId)
    })
  }

  /** One commit: the child if it is new, the row, the message in its place. Gives the child. */
  #begin(asker: Asker, wish: () => InvokePlan, tool: string, jobId: string | null): number {
    const { store, invocations, project } = this.#parts
    return project.sessionsDb.transaction(() => {
      const plan = wish()
      refuseArchived(this.#parts, plan.childId)
      invocations.add({ sessionId: asker.sessionId, callId: asker.callId, childId: plan.childId, jobId, tool })
      if (plan.title !== null) store.set(plan.childId, { title: plan.title, titleSource: 'auto' })
      invocations.started(asker.sessionId, asker.callId, this.#send(asker, plan))
      return plan.childId
    })()
  }

  /** The table of 04 §3 as it stands now. */
  #send(asker: Asker, plan: InvokePlan): { runId: string } | { queueId: string } {
    const { store, queue } = this.#parts
    const { childId, mode, text } = plan
    const busy = ['running', 'waiting'].includes(store.row(childId).status)
    if (busy && plan.background) fail('AGENT_BUSY', `Session ${childId} is ${store.row(childId).status}.`, { fix: 'Wait for its end, or ask without background.' })
    if (text === null) {
      continueRun(this.#parts, this.#runs, childId, plan.model)
      return { runId: store.row(childId).runId ?? '' }
    }
    const source: MessageSource = { kind: 'agent', sessionId: asker.sessionId, callId: asker.callId, ...(plan.input === null ? {} : { input: plan.input }), ...(plan.model === null ? {} : { model: plan.model }) }
    if (busy) return { queueId: queue.add(childId, mode === 'steer' ? 'steer' : 'followup', text, source) }
    if (mode === 'steer') fail('AGENT_NOT_RUNNING', `Session ${childId} has no reply to steer.`, { fix: 'Use mode prompt.' })
    const run = this.#runs.start(childId, { message: text, source })
    return { runId: run?.runId ?? fail('AGENT_BUSY', `Session ${childId} cannot start now.`) }
  }

  /** A child's run is over: whoever asked for that run is answered. */
  runEnded(run: EndedRun): void {
    for (const row of this.#parts.invocations.openOf(run.sessionId)) {
      // A job goes on through pauses under other runs; one whose message still stands in the queue has none yet.
      const own = row.runId === run.runId || (row.jobId !== null && row.runId !== null)
      if (own && run.how === 'paused' && row.jobId !== null) { this.#jobWaits(row, run.sessionId, 'pause', run.text ?? run.code ?? ''); continue }
      if (own) this.end(row, outcomeOf(this.#parts, { ...row, runId: run.runId }, run))
      // What stood in the queue behind a run that did not end well is not run by itself (04 §3).
      else if (row.runId === null && run.how !== 'end' && run.how !== 'paused') this.#unqueue(row)
    }
  }

  #unqueue(row: InvocationRow): void {
    if (row.queueId !== null) this.#parts.queue.remove(row.childId, row.queueId)
    this.end(row, outcomeOf(this.#parts, row, { how: 'error', code: 'AGENT_BUSY', text: 'the run before it did not end well, so this message was taken back' }))
  }

  /** The author took a queued message back. */
  taken(childId: number, queueId: string): void {
    for (const row of this.#parts.invocations.openOf(childId)) if (row.queueId === queueId && row.runId === null) this.end(row, outcomeOf(this.#parts, row, { how: 'aborted' }))
  }

  /** The outcome is committed, then told: to the call that waits, the job, or the run that a restart left waiting. */
  end(row: InvocationRow, outcome: Outcome): void {
    const { invocations } = this.#parts
    if (!invocations.end(row, outcome)) return
    if (row.tool === 'Task') archiveDone(this.#parts, row.childId)
    if (row.tool === WORKFLOW_CALL) return this.#tellWorkflow(row, outcome)
    if (row.jobId !== null) return this.#endJob(row.jobId, outcome)
    if (invocations.tell(row.sessionId, row.callId, outcome)) return
    const call: Pick<ToolCall, 'id' | 'tool'> = { id: row.callId, tool: row.tool }
    if (this.#parts.store.find(row.sessionId)?.status === 'waiting') settleCall(this.#parts, this.#runs, row.sessionId, row.callId, outcomeResult(call, outcome))
  }

  /** The job goes on; what waited below this session waits no more. Nobody there: the outcome stands in its row until the run is taken up. */
  #tellWorkflow(row: InvocationRow, outcome: Outcome): void {
    const { invocations, store } = this.#parts
    if (row.jobId !== null) this.#parts.jobs().answered(row.jobId, (ask) => ask.sessionId !== undefined && store.find(ask.sessionId)?.status !== 'waiting')
    invocations.tell(row.sessionId, row.callId, outcome)
  }

  #endJob(jobId: string, outcome: Outcome): void {
    const { sessionId, status, stats } = outcome
    const code = outcome.error?.code
    const data = { data: outcome.data, sessionId, stats }
    // The app stopped: the jobs themselves say so at the next start (04 §11), with what it had said.
    if (code === 'INTERRUPTED') return this.#parts.jobs().left(jobId, { result: outcome.finalMessage, data })
    this.#parts.jobs().finish(jobId, {
      status: status === 'completed' ? 'completed' : code === 'CANCELLED' ? 'cancelled' : 'failed',
      result: status === 'completed' ? outcomeText(outcome) : outcome.finalMessage, data,
      error: outcome.error === undefined || code === 'CANCELLED' ? null : `${outcome.error.code}: ${outcome.error.message}`,
    })
  }

  /** A session waits for the author: so does every job that waits for it, however far up. */
  sessionWaits(sessionId: number): void { this.#upwards(sessionId, (row) => this.#jobWaits(row, sessionId, 'approval', 'It waits for your answer.')) }
  /** It goes on. */
  sessionRuns(sessionId: number): void { this.#upwards(sessionId, (row) => { if (row.jobId !== null) this.#parts.jobs().answered(row.jobId, (ask) => ask.sessionId === sessionId) }) }

  /** What it does now: a job shows the tool it is at, also one of a session further down. */
  sessionCalls(sessionId: number, tool: string): void { this.#upwards(sessionId, (row) => { if (row.jobId !== null && row.tool !== WORKFLOW_CALL) this.#parts.jobs().stage(row.jobId, tool) }) }

  #upwards(sessionId: number, tell: (row: InvocationRow) => void): void {
    for (const row of this.#parts.invocations.openOf(sessionId)) {
      if (row.jobId !== null) tell(row)
      else this.#upwards(row.sessionId, tell)
    }
  }

  /** Its message never reached a run: it is taken back, nothing was done. */
  unstarted(row: InvocationRow): void {
    if (row.queueId !== null) this.#parts.queue.remove(row.childId, row.queueId)
    this.end(row, outcomeOf(this.#parts, row, { how: 'interrupted' }))
  }

  #jobWaits(row: InvocationRow, sessionId: number, kind: 'approval' | 'pause', text: string): void {
    if (row.jobId !== null) this.#parts.jobs().ask(row.jobId, [{ id: `${kind}-${sessionId}`, kind, text, sessionId }])
  }

  #stopChild(asker: Asker, childId: number): void {
    const row = this.#parts.invocations.find(asker.sessionId, asker.callId)
    if (row === undefined || row.state === 'ended') return
    this.#parts.invocations.end(row, outcomeOf(this.#parts, row, { how: 'aborted' }))
    if (row.runId === null && row.queueId !== null) this.#parts.queue.remove(childId, row.queueId)
    else void cancelRun(this.#parts, this.#runs, childId).catch(() => undefined)
    if (row.tool === 'Task') archiveDone(this.#parts, childId)
  }
}

/** What a one-off helper did stays readable; it takes no further messages (04 §4: 16 open at most). */
function archiveDone(parts: Parts, childId: number): void {
  if (parts.store.row(childId).status !== 'idle') return
  parts.store.append(childId, { type: 'session_archived', origin: 'engine', payload: {} })
  parts.store.set(childId, { status: 'archived' })
}

/** A message for another assistant: words first, then what was handed over. Never the author's own voice. */
export function askText(from: { sessionId: number; title: string }, message: string | null, input: Record<string, unknown> | null): string {
  const body = [...(message === null ? [] : [message]), ...(input === null ? [] : [`Input:\n\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\``])].join('\n\n')
  return neutralised(`${askHead(from)}\n${body}`)
}
