import { randomBytes } from 'node:crypto'
import { fail } from '@shared/fault'
import { cleanText } from './clean-text'
import { createTail, type Tail } from './output'
import type { Running } from './run-process'
import type { JobStatus, JobView } from './types'

const mostRunning = 8
const keptBytes = 262_144
/** Ended jobs whose end may still be asked for. */
const mostEnded = 64

export interface Job { readonly id: string; readonly rootId: number; tail: Tail; running: Running | null; status: JobStatus; exitCode: number | null }

/** Background processes of one project, by the root session they belong to: they outlive a child session (06 §8). */
export interface Jobs {
  /** Takes a place before anything is started. JOB_LIMIT. */
  reserve(rootId: number): Job
  drop(job: Job): void
  output(job: Job, chunk: Buffer): void
  end(job: Job, exitCode: number | null, killed: boolean): void
  /** SHELL_UNKNOWN, also for a job of another session tree. */
  find(id: string, rootId: number): Job
  /** The text since the last look; it is then consumed. */
  take(job: Job): JobView
}

export function createJobs(): Jobs {
  const jobs = new Map<string, Job>()
  const forget = (): void => {
    const ended = [...jobs.values()].filter((job) => job.status !== 'running')
    for (const job of ended.slice(0, -mostEnded)) jobs.delete(job.id)
  }
  return {
    reserve: (rootId) => {
      const own = [...jobs.values()].filter((job) => job.rootId === rootId && job.status === 'running')
      if (own.length >= mostRunning) fail('JOB_LIMIT', `${mostRunning} background jobs are running already; nothing was started.`, { fix: `Kill one with KillShell: ${own.map((job) => job.id).join(', ')}.` })
      const job: Job = { id: `bg-${randomBytes(6).toString('hex')}`, rootId, tail: createTail(keptBytes), running: null, status: 'running', exitCode: null }
      jobs.set(job.id, job)
      return job
    },
    drop: (job) => { jobs.delete(job.id) },
    output: (job, chunk) => job.tail.push(chunk),
    end: (job, exitCode, killed) => {
      job.status = killed ? 'killed' : 'exited'
      job.exitCode = exitCode
      job.running = null
      forget()
    },
    find: (id, rootId) => {
      const job = jobs.get(id)
      return job !== undefined && job.rootId === rootId ? job : fail('SHELL_UNKNOWN', `there is no background job "${id.slice(0, 40)}" of this session.`, { fix: 'Use the id that the start of the job gave.' })
    },
    take: (job) => {
      const { tail } = job
      job.tail = createTail(keptBytes)
      return { id: job.id, status: job.status, exitCode: job.exitCode, lost: tail.lost, text: cleanText(tail.bytes()) }
    },
  }
}
