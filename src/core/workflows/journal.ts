import { fail } from '@shared/fault'
import type { Locale } from '@shared/settings'
import type { WorkflowPhase, WorkflowSource } from '@shared/workflow'
import type { OpenedProject } from '../project/types'
import { hashOf } from '../tools/canonical'

/** A run as it was approved; JSON columns are text. */
export interface RunRow {
  runId: string; jobId: string; ownerId: number; workflowKey: string | null; title: string; source: WorkflowSource; surface: 'nbook' | 'noeta'
  script: string; args: string; caller: string; model: string | null; phases: string; startedAt: string
}
/** What a script asked for. `settled`: its place among the answers that were given to the script. */
export interface ActivityRow {
  runId: string; n: number; branch: string; seq: number; kind: string; argsHash: string; args: string; /** 1: a word for the author, without an answer. */ note: number
  result: string | null; failed: number; settled: number | null; sessionId: number | null; at: string; doneAt: string | null
}
export interface Asked { branch: string; seq: number; kind: string; args: unknown; note: boolean }

export const phasesOf = (run: RunRow): WorkflowPhase[] => JSON.parse(run.phases) as WorkflowPhase[]

/** The language of the novel as the run began. */
export const localeOf = ({ caller }: RunRow): Locale => ((JSON.parse(caller) as { locale?: unknown }).locale === 'en' ? 'en' : 'zh-CN')

/** The tables of runs and their activities; whatever is done is written here before the script is told (04 §12). */
export class Journal {
  readonly #project: OpenedProject
  constructor(project: OpenedProject) { this.#project = project }

  transaction<T>(work: () => T): T { return this.#project.sessionsDb.transaction(work)() }

  addRun(run: Omit<RunRow, 'startedAt'>): RunRow {
    const row = { ...run, startedAt: this.#now() }
    this.#project.sessionsDb.prepare(`INSERT INTO WorkflowRun (runId, jobId, ownerId, workflowKey, title, source, surface, script, args, caller, model, phases, startedAt)
      VALUES (@runId, @jobId, @ownerId, @workflowKey, @title, @source, @surface, @script, @args, @caller, @model, @phases, @startedAt)`).run(row)
    return row
  }

  /** WORKFLOW_UNKNOWN for a job that is none. */
  runOf(jobId: string): RunRow {
    return this.findRun(jobId) ?? fail('WORKFLOW_UNKNOWN', `The job "${jobId.slice(0, 60)}" is no run of a workflow.`, { actual: jobId })
  }

  findRun(jobId: string): RunRow | undefined {
    return this.#project.sessionsDb.prepare<[string], RunRow>('SELECT * FROM WorkflowRun WHERE jobId = ?').get(jobId)
  }

  rows(runId: string): ActivityRow[] {
    return this.#project.sessionsDb.prepare<[string], ActivityRow>('SELECT * FROM WorkflowActivity WHERE runId = ? ORDER BY n').all(runId)
  }

  row(runId: string, n: number): ActivityRow {
    return this.#project.sessionsDb.prepare<[string, number], ActivityRow>('SELECT * FROM WorkflowActivity WHERE runId = ? AND n = ?').get(runId, n) ?? fail('WORKFLOW_DIVERGED', 'The journal of this run has lost a row.')
  }

  add(runId: string, n: number, asked: Asked): ActivityRow {
    const { branch, seq, kind, args } = asked
    const row: ActivityRow = { runId, n, branch, seq, kind, argsHash: hashOf(args), args: JSON.stringify(args), note: asked.note ? 1 : 0, result: null, failed: 0, settled: null, sessionId: null, at: this.#now(), doneAt: null }
    this.#project.sessionsDb.prepare('INSERT INTO WorkflowActivity (runId, n, branch, seq, kind, argsHash, args, note, at) VALUES (@runId, @n, @branch, @seq, @kind, @argsHash, @args, @note, @at)').run(row)
    return row
  }

  lastOf(runId: string, kind: string): ActivityRow | undefined {
    return this.#project.sessionsDb.prepare<[string, string], ActivityRow>('SELECT * FROM WorkflowActivity WHERE runId = ? AND kind = ? ORDER BY n DESC LIMIT 1').get(runId, kind)
  }

  worksIn(runId: string, n: number, sessionId: number): void {
    this.#project.sessionsDb.prepare('UPDATE WorkflowActivity SET sessionId = ? WHERE runId = ? AND n = ?').run(sessionId, runId, n)
  }

  /** The answer of an activity; false when it had one. */
  done(runId: string, n: number, answer: { ok: boolean; value: unknown }): boolean {
    return this.#project.sessionsDb.prepare('UPDATE WorkflowActivity SET result = ?, failed = ?, doneAt = ? WHERE runId = ? AND n = ? AND result IS NULL')
      .run(JSON.stringify(answer.value ?? null), answer.ok ? 0 : 1, this.#now(), runId, n).changes === 1
  }

  settle(runId: string, n: number, order: number): void {
    this.#project.sessionsDb.prepare('UPDATE WorkflowActivity SET settled = ? WHERE runId = ? AND n = ?').run(order, runId, n)
  }

  #now(): string { return this.#project.env.now().toISOString() }
}
