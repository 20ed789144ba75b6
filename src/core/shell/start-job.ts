import type { JobEnded, Jobs } from './jobs'
import { start, type Parts } from './run-plan'
import { failureOf } from './show-output'
import type { Finished, JobWish, ShellCaller, ShellPlan, StartedJob } from './types'

type OwnJob = ReturnType<Jobs['reserve']>

/** A job of the session's root: its row is there before the process, and its end before anyone is told (04 §11). */
export async function startJob(parts: Parts, wish: JobWish, caller: ShellCaller, rootId: number): Promise<StartedJob> {
  const own: { job?: OwnJob } = {}
  const ready = (): void => { own.job = parts.background.reserve(rootId, { title: titleOf(wish.plan), callId: caller.callId, deliver: wish.deliver }) }
  const { running, finish } = await start(parts, { plan: wish.plan, timeoutMs: null }, caller, (_stream, chunk) => { if (own.job !== undefined) parts.background.output(own.job, chunk) }, ready)
  const { job } = own
  if (job === undefined) throw new Error('a process without its job')
  job.running = running
  parts.records().onCancel(job.jobId, () => running.stop('cancelled'))
  const finished = finish()
  const ending: Promise<void> = finished
    .then((end) => finishJob(parts, job, end, wish), (error: unknown) => parts.background.end(job, lostEnd(error)))
    .finally(() => parts.ending.delete(ending))
  parts.ending.add(ending)
  if (await running.unprotected) await finished
  return { id: job.id, jobId: job.jobId, output: job.log.path }
}

function finishJob(parts: Parts, job: OwnJob, finished: Finished, wish: JobWish): void {
  if (finished.changedLine !== null) parts.background.output(job, Buffer.from(`\n${finished.changedLine}\n`))
  // The app ends, not the command: the next start finds the row running and says so.
  if (parts.closing) return job.log.end()
  parts.background.end(job, endedAs(finished, wish.text(finished, job.log.path)))
}

function endedAs({ ended }: Finished, text: string): JobEnded {
  const failure = failureOf(ended, null)
  return { status: ended.stopped !== null ? 'cancelled' : failure === null ? 'completed' : 'failed', exitCode: ended.code, text, error: failure?.text ?? null }
}

const lostEnd = (error: unknown): JobEnded => ({ status: 'failed', exitCode: null, text: '', error: error instanceof Error ? error.message : String(error) })

const titleOf = (plan: ShellPlan): string => (plan.kind === 'shell' ? plan.command : plan.kind === 'argv' ? plan.command.words.join(' ') : [plan.program, ...plan.args].join(' ')).split('\n', 1)[0] ?? ''
