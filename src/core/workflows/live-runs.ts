import { isCancelled, isFault, type Fault } from '@shared/fault'
import type { Session, Usage } from '@shared/session'
import type { HelperAgents } from '../agents/helper-types'
import type { LinkedAgents } from '../agents/linked-types'
import type { JobService } from '../jobs/types'
import type { OpenedProject } from '../project/types'
import type { SandboxHost } from '../sandbox/types'
import { asksOf } from './asks'
import { perform } from './activities'
import { stageOf } from './chart'
import { programOf } from './check-script'
import { phasesOf, type ActivityRow, type Journal, type RunRow } from './journal'
import { Drive } from './run-drive'
import { finishedParts, resultText, sessionsOf } from './run-state'
import type { WorkflowShelf } from './workflow-shelf'
import type { Workspace } from './workspace'

export interface WorkflowDeps {
  project: OpenedProject
  shelf: WorkflowShelf
  sandbox: Pick<SandboxHost, 'flow'>
  jobs: JobService
  helpers(): HelperAgents
  agents(): Pick<LinkedAgents, 'profile' | 'taskProfiles'>
  session(id: number): Session | null
  workspace: Workspace
  packOf(profileKey: string): string
  /** Models that may be named for one call. */
  models(): readonly string[]
  usage(ids: readonly number[]): Usage
  /** Resolves when a session's run is over. */
  quiet(sessionId: number): Promise<unknown>
  /** Logs a defect; gives the reference. */
  defect(error: unknown): string
}

/** A run that goes on in this process. `ended` resolves when its job is over, or the app closes. */
export interface Live { readonly drive: Drive; readonly stop: AbortController; readonly wait: boolean; ended: Promise<void>; result: unknown; fault: Fault | null; pending: { id: string; kind: string; text: string }[] }

const TELL_MS = 200
const LOOK_MS = 50

/** The runs of this process, one per job (04 §11, §12). */
export class LiveRuns {
  readonly #deps: WorkflowDeps
  readonly #journal: Journal
  readonly #live = new Map<string, Live>()
  readonly #telling = new Map<string, NodeJS.Timeout>()
  #closed = false

  constructor(deps: WorkflowDeps, journal: Journal) { this.#deps = deps; this.#journal = journal }

  of(jobId: string): Live | undefined { return this.#live.get(jobId) }

  /** Runs it from its first line; what its journal holds is not done again. */
  begin(run: RunRow, wait: boolean): Live {
    const { jobs, sandbox, project } = this.#deps
    const stop = new AbortController()
    const flow = sandbox.flow(programOf(run.script, run.surface))
    const drive = new Drive({
      journal: this.#journal, flow,
      perform: (row, signal) => perform({ journal: this.#journal, helpers: this.#deps.helpers(), agents: this.#deps.agents(), workspace: this.#deps.workspace, run, row, signal }),
      ask: (row) => this.#ask(run, row),
      hasRoom: () => this.#deps.helpers().room(run.ownerId) > 0,
      changed: () => this.#changed(run),
    }, run, stop.signal)
    const live: Live = { drive, stop, wait, ended: Promise.resolve(), result: null, fault: null, pending: [] }
    this.#live.set(run.jobId, live)
    jobs.works(run.jobId)
    jobs.onCancel(run.jobId, () => stop.abort())
    live.ended = this.#untilEnd(run, live).finally(async () => {
      this.#live.delete(run.jobId)
      await flow.close()
      if (!this.#closed) project.emit({ type: 'workflow.changed', jobId: run.jobId })
    })
    return live
  }

  /** What an assistant waits for is told by its job alone, so the jobs are looked at. */
  async still(): Promise<void> {
    while ([...this.#live.keys()].some((jobId) => this.#deps.jobs.get(jobId).job.status === 'running')) {
      await Promise.race([new Promise((resolve) => { setTimeout(resolve, LOOK_MS) }), ...[...this.#live.values()].map((live) => live.ended)])
    }
  }

  /** Leaves every run as it is on disk; the next start says what becomes of it. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#telling.values()) clearTimeout(timer)
    const open = [...this.#live.values()]
    for (const live of open) live.drive.halt()
    await Promise.all(open.map((live) => live.ended))
  }

  async #untilEnd(run: RunRow, live: Live): Promise<void> {
    const { jobs } = this.#deps
    try {
      live.result = await live.drive.run()
      await this.#tidy(run)
      if (this.#closed) return
      jobs.finish(run.jobId, { status: 'completed', result: resultText(live.result), data: { runId: run.runId, workflowKey: run.workflowKey, result: live.result } })
    } catch (error) {
      if (this.#closed) return
      await this.#tidy(run)
      if (this.#closed) return
      const fault = isCancelled(error) ? live.fault : this.#faultOf(error)
      live.fault = fault
      const parts = finishedParts(this.#journal.rows(run.runId), this.#deps.project.manifest().locale)
      jobs.finish(run.jobId, { status: isCancelled(error) ? 'cancelled' : 'failed', result: parts, data: { runId: run.runId, workflowKey: run.workflowKey }, error: fault === null ? null : `${fault.code}: ${fault.message}` })
    }
  }

  #faultOf(error: unknown): Fault {
    if (isFault(error)) return error.fault
    return { code: 'INTERNAL', message: `Something went wrong inside the app (${this.#deps.defect(error)}).` }
  }

  /** Its assistants have stopped; those that were to last no longer than the run take no more messages. */
  async #tidy(run: RunRow): Promise<void> {
    const rows = this.#journal.rows(run.runId)
    await Promise.all(sessionsOf(rows).map((id) => this.#deps.quiet(id)))
    if (this.#closed) return
    for (const row of rows) if (row.sessionId !== null && isEphemeral(row)) this.#deps.helpers().archive(row.sessionId)
  }

  /** Nobody may be asked while somebody waits for the run: it ends, naming what it wanted to know (04 §12). */
  #ask(run: RunRow, row: ActivityRow): void {
    const asks = asksOf(row)
    const live = this.#live.get(run.jobId)
    if (live?.wait === true) {
      live.pending.push(...asks.map(({ id, kind, text }) => ({ id, kind, text })))
      live.fault = { code: 'WORKFLOW_ASK_IN_WAIT', message: `The workflow asks the author something, which it cannot with wait: ${asks[0]?.text ?? ''}`, fix: 'Run it without wait.' }
      return live.stop.abort()
    }
    this.#deps.jobs.ask(run.jobId, asks)
  }

  #changed(run: RunRow): void {
    const progress = this.#journal.lastOf(run.runId, 'progress')
    if (progress !== undefined) this.#deps.jobs.stage(run.jobId, stageOf([progress], phasesOf(run)))
    if (this.#telling.has(run.jobId)) return
    this.#telling.set(run.jobId, setTimeout(() => {
      this.#telling.delete(run.jobId)
      if (!this.#closed) this.#deps.project.emit({ type: 'workflow.changed', jobId: run.jobId })
    }, TELL_MS).unref())
  }
}

const isEphemeral = (row: ActivityRow): boolean => row.kind !== 'agents.create' ? row.kind === 'agent' || row.kind === 'agents.invoke' : (JSON.parse(row.args) as { ephemeral?: unknown }).ephemeral === true
