import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fail } from '@shared/fault'
import type { Job } from '@shared/job'
import type { JobService } from '../jobs/types'
import { cleanText } from './clean-text'
import type { JobLog, JobLogs } from './job-log'
import { createTail, type Tail } from './output'
import type { Running } from './run-process'
import type { JobStatus, JobView } from './types'

const mostRunning = 8
const keptBytes = 262_144
/** Ended jobs of this process whose text stays in memory. */
const mostEnded = 64

/** The durable side (04 §11): the Job table. */
export type JobRecords = Pick<JobService, 'start' | 'onCancel' | 'finish' | 'list' | 'get' | 'has' | 'cancel'>

/** A background command of this process. */
export interface ShellJob { readonly id: string; readonly jobId: string; readonly rootId: number; readonly log: JobLog; tail: Tail; received: number; running: Running | null; status: JobStatus; exitCode: number | null }

/** How a job ended, for its durable row and for whoever asks. */
export interface JobEnded { status: 'completed' | 'failed' | 'cancelled'; exitCode: number | null; text: string; error: string | null }

/** Background commands of one project, by the root session they belong to: they outlive a child session, and their rows this process (06 §8). */
export interface Jobs {
  /** A row and a file, before anything is started. JOB_LIMIT. */
  reserve(rootId: number, wish: { title: string; callId: string; deliver: boolean }): ShellJob
  output(job: ShellJob, chunk: Buffer): void
  /** The text is on the disk and the end committed before anyone can see it. */
  end(job: ShellJob, how: JobEnded): void
  status(id: string, rootId: number): JobView
  /** The text since the last look; it is then consumed. SHELL_UNKNOWN, also for a job of another session tree. */
  take(id: string, rootId: number): JobView
  /** Asks it to end; null: it is being ended, else how it had ended. */
  kill(id: string, rootId: number): JobView | null
}

/** What a `Bash` job is called: made from the job's own id, so that it means the same after a restart. */
export const shellIdOf = (jobId: string): string => `bg-${createHash('sha256').update(jobId).digest('hex').slice(0, 12)}`

const Data = z.object({ exitCode: z.number().nullable() })

export function createJobs(records: () => JobRecords, logs: JobLogs): Jobs {
  const jobs = new Map<string, ShellJob>()
  const rowsOf = (rootId: number): Job[] => records().list().filter((row) => row.kind === 'bash' && row.rootId === rootId)
  const forget = (): void => {
    const ended = [...jobs.values()].filter((job) => job.status !== 'running')
    for (const job of ended.slice(0, -mostEnded)) jobs.delete(job.id)
  }
  const own = (id: string, rootId: number): ShellJob | null => {
    const job = jobs.get(id)
    return job !== undefined && job.rootId === rootId ? job : null
  }
  const row = (id: string, rootId: number): Job => rowsOf(rootId).find((one) => shellIdOf(one.id) === id || one.id === id) ?? fail('SHELL_UNKNOWN', `there is no background job "${id.slice(0, 40)}" of this session.`, { fix: 'Use the id that the start of the job gave.' })
  const status = (id: string, rootId: number): JobView => {
    const job = own(id, rootId)
    return job === null ? storedView(records(), row(id, rootId)) : { id, status: job.status, exitCode: job.exitCode, lost: 0, text: '' }
  }
  return {
    reserve(rootId, { title, callId, deliver }) {
      const open = rowsOf(rootId).filter((one) => one.status === 'running')
      if (open.length >= mostRunning) fail('JOB_LIMIT', `${mostRunning} background jobs are running already; nothing was started.`, { fix: `End one first: ${open.map((one) => shellIdOf(one.id)).join(', ')}.` })
      logs.sweep((id) => records().has(id))
      const { id: jobId } = records().start({ kind: 'bash', title: title.slice(0, 200), ownerId: rootId, callId, deliver })
      const job: ShellJob = { id: shellIdOf(jobId), jobId, rootId, log: logs.open(jobId), tail: createTail(keptBytes), received: 0, running: null, status: 'running', exitCode: null }
      jobs.set(job.id, job)
      return job
    },
    output(job, chunk) {
      job.received += chunk.length
      job.tail.push(chunk)
      job.log.write(chunk)
    },
    end(job, how) {
      job.log.end()
      records().finish(job.jobId, { status: how.status, result: how.text, data: { exitCode: how.exitCode, output: job.log.path }, error: how.error })
      job.status = how.status === 'cancelled' ? 'killed' : 'exited'
      job.exitCode = how.exitCode
      job.running = null
      forget()
    },
    status,
    take(id, rootId) {
      const job = own(id, rootId)
      if (job === null) return takeStored(records(), logs, row(id, rootId))
      const { tail } = job
      job.tail = createTail(keptBytes)
      logs.setRead(job.jobId, job.received)
      return { id, status: job.status, exitCode: job.exitCode, lost: tail.lost, text: cleanText(tail.bytes()) }
    },
    kill(id, rootId) {
      const job = own(id, rootId)
      if (job === null) {
        const stored = row(id, rootId)
        if (stored.status !== 'running') return storedView(records(), stored)
        records().cancel(stored.id)
        return null
      }
      if (job.status !== 'running') return status(id, rootId)
      job.running?.stop('killed')
      return null
    },
  }
}

/** A job of an earlier start, or of another process: as its row says. */
function storedView(records: JobRecords, row: Job): JobView {
  const data = Data.safeParse(records.get(row.id).data)
  const exitCode = data.success ? data.data.exitCode : null
  const status: JobStatus = row.status === 'running' || row.status === 'waiting' ? 'running' : row.status === 'cancelled' || row.status === 'interrupted' ? 'killed' : 'exited'
  return { id: shellIdOf(row.id), status, exitCode, lost: 0, text: '' }
}

function takeStored(records: JobRecords, logs: JobLogs, row: Job): JobView {
  const { bytes, lost, upTo } = logs.unread(row.id)
  logs.setRead(row.id, upTo)
  return { ...storedView(records, row), lost, text: cleanText(bytes) }
}
