import { fail } from '@shared/fault'
import type { Job } from '@shared/job'
import { namedForCall } from '../models/model-names'
import { callIdOf } from './activities'
import { answersOf, asksOf } from './asks'
import { chartOf, mermaidOf } from './chart'
import { Journal, type ActivityRow, type RunRow } from './journal'
import { LiveRuns, type Live, type WorkflowDeps } from './live-runs'
import { sessionsOf, stateOf } from './run-state'
import type { RunEnd, RunInput, RunPlan, RunStart, WorkflowService } from './types'

const MOST_SCRIPT = { nbook: 64_000, noeta: 16_000 }

/** Workflows of one opened project (04 §12). Call `recover` once when it opened writable. */
export function createWorkflowService(deps: WorkflowDeps): WorkflowService {
  const { project, jobs, shelf } = deps
  const journal = new Journal(project)
  const runs = new LiveRuns(deps, journal)
  return {
    keys: () => shelf.keys(),
    list: (lang) => shelf.list(lang),
    models: () => [...deps.models()],
    surface: (profileKey) => (deps.packOf(profileKey) === 'noeta' ? 'noeta' : 'nbook'),
    prepare: (input) => prepare(deps, input),
    start: (plan, how) => start(deps, journal, runs, plan, how),
    wait: (jobId, signal) => waitFor(deps, journal, runs, jobId, signal),
    state(jobId) {
      const { job } = jobs.get(jobId)
      const run = journal.runOf(jobId)
      return stateOf(deps, job, run, journal.rows(run.runId))
    },
    answer: (jobId, answers) => answer(deps, journal, runs, jobId, answers),
    resume(jobId) {
      project.assertWritable()
      const run = journal.runOf(jobId)
      jobs.reopen(jobId)
      runs.begin(run, false)
      return jobs.get(jobId).job
    },
    recover: () => recover(deps, journal, runs),
    still: () => runs.still(),
    close: () => runs.close(),
  }
}

async function prepare({ shelf, models }: WorkflowDeps, { workflowKey, script, args, model, surface, lang }: RunInput): Promise<RunPlan> {
  if ((workflowKey === undefined) === (script === undefined)) fail('WORKFLOW_SOURCE', workflowKey === undefined ? 'neither workflowKey nor script was given.' : 'workflowKey and script were both given.', { fix: 'Give exactly one of them.' })
  if (script !== undefined && script.length > MOST_SCRIPT[surface]) fail('WORKFLOW_INVALID', `the script has ${script.length} characters, at most ${MOST_SCRIPT[surface]}.`)
  const workflow = workflowKey === undefined ? await shelf.check(script ?? '', surface) : await shelf.load(workflowKey, lang)
  return { workflow, surface: workflowKey === undefined ? surface : 'nbook', args: args ?? {}, model: model === undefined ? null : namedForCall(models(), model) }
}

/** The job and its run are one commit; then it begins. */
function start({ project, jobs, session }: WorkflowDeps, journal: Journal, runs: LiveRuns, plan: RunPlan, { ownerId, callId, wait, tell }: RunStart): { jobId: string; runId: string } {
  project.assertWritable()
  const { workflow, surface, args, model } = plan
  const owner = session(ownerId) ?? fail('SESSION_UNKNOWN', `There is no session ${ownerId}.`)
  const { locale, title } = project.manifest()
  const run = journal.transaction(() => {
    const { id } = jobs.start({ kind: 'workflow', title: workflow.title, ...(workflow.titles === null ? {} : { titles: workflow.titles }), ownerId, ...(callId === undefined ? {} : { callId }), deliver: !wait && tell !== false })
    return journal.addRun({
      runId: project.env.id('run'), jobId: id, ownerId, workflowKey: workflow.key, title: workflow.title, source: workflow.source, surface, script: workflow.script, args: JSON.stringify(args),
      caller: JSON.stringify({ sessionId: owner.id, profileKey: owner.profileKey, locale, title }), model, phases: JSON.stringify(workflow.phases),
    })
  })
  runs.begin(run, wait)
  return { jobId: run.jobId, runId: run.runId }
}

/** A stop of the caller is a stop of the run. */
async function waitFor(deps: WorkflowDeps, journal: Journal, runs: LiveRuns, jobId: string, signal: AbortSignal): Promise<RunEnd> {
  const run = journal.runOf(jobId)
  const live = runs.of(jobId)
  const stop = () => void deps.jobs.cancel(jobId)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await live?.ended
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return endOf(deps, journal, run, live)
}

function endOf({ jobs, usage }: WorkflowDeps, journal: Journal, run: RunRow, live: Live | undefined): RunEnd {
  const { job } = jobs.get(run.jobId)
  const rows = journal.rows(run.runId)
  const status = job.status === 'running' || job.status === 'waiting' ? 'interrupted' : job.status
  const sessions = sessionsOf(rows)
  return {
    runId: run.runId, workflowKey: run.workflowKey, status, result: live?.result ?? null, error: live?.fault ? { code: live.fault.code, message: live.fault.message } : null,
    pendingAsks: live?.pending ?? [], sessions, usage: usage(sessions), chartMermaid: mermaidOf(chartOf(rows, job.status)),
  }
}

const isOpenAsk = (row: ActivityRow): boolean => row.kind === 'ask' && row.result === null

function answer({ project, jobs }: WorkflowDeps, journal: Journal, runs: LiveRuns, jobId: string, answers: Parameters<WorkflowService['answer']>[1]): Job {
  project.assertWritable()
  const run = journal.runOf(jobId)
  const { job } = jobs.get(jobId)
  const open = journal.rows(run.runId).filter(isOpenAsk)
  if (job.status !== 'waiting' || open.length === 0) fail('JOB_NOT_WAITING', `The job asks you nothing now; it is ${job.status}.`, { actual: job.status, expected: 'waiting' })
  const given = answersOf(open, answers)
  journal.transaction(() => { for (const [n, value] of given) journal.done(run.runId, n, { ok: true, value }) })
  const settled = new Set(open.filter((row) => given.has(row.n)).flatMap((row) => asksOf(row).map((ask) => ask.id)))
  jobs.answered(jobId, (ask) => settled.has(ask.id))
  const live = runs.of(jobId) ?? runs.begin(run, false)
  for (const n of given.keys()) live.drive.answered(n)
  return jobs.get(jobId).job
}

/** What waits for the author alone is taken up at once, so that the answer finds it; anything else waits for the author's word (04 §11). */
function recover(deps: WorkflowDeps, journal: Journal, runs: LiveRuns): void {
  const { jobs } = deps
  for (const job of jobs.list().filter((one) => one.kind === 'workflow' && one.status === 'waiting')) {
    const run = journal.findRun(job.id)
    if (run === undefined || runs.of(job.id) !== undefined) continue
    const rows = journal.rows(run.runId)
    const open = rows.filter((row) => row.note === 0 && row.result === null)
    const asks = new Set(open.filter(isOpenAsk).flatMap((row) => asksOf(row).map((ask) => ask.id)))
    if (open.every((row) => row.kind === 'ask' || deps.helpers().waits(run.ownerId, callIdOf(run, row)))) {
      jobs.answered(job.id, (ask) => ask.sessionId === undefined && !asks.has(ask.id))
      runs.begin(run, false)
    } else jobs.interrupt(job.id, 'the app stopped while it ran')
  }
}
