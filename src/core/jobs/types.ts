import type { Job, JobAsk, JobKind, JobStatus, JobTitles } from '@shared/job'

export interface NewJob {
  kind: JobKind
  title: string
  /** The title in both languages, where there are two. */
  titles?: JobTitles
  /** The session that started it: it is told the end, and only it may cancel. */
  ownerId: number
  callId?: string
  /** The session that does the work. */
  sessionId?: number
  /** False: nobody is told, the result is read where it was asked for. */
  deliver?: boolean
}

/** How a job ended. `result` is its whole text, `data` what else there is, as JSON. */
export interface JobEnd extends JobLeft { status: Extract<JobStatus, 'completed' | 'failed' | 'cancelled'>; error?: string | null }

/** What a job has to show, also when nobody could end it. */
export interface JobLeft { result: string; data?: unknown }

/** A job with its whole result. */
export interface FullJob { job: Job; result: string; data: unknown }

/**
 * Work beside a reply (04 §11). Every change is committed before it is told. At most 8 jobs of a kind run at once in one session
 * tree, else JOB_LIMIT.
 */
export interface JobService {
  start(given: NewJob): Job
  /** What is called once when someone wants the job to stop, also when that was asked before. The work then calls `finish`. */
  onCancel(id: string, stop: () => void): void
  /** What it does now, in words. */
  stage(id: string, text: string | null): void
  /** It waits for the author. */
  waiting(id: string, asks: readonly JobAsk[]): void
  running(id: string): void
  /** Adds what it waits for to what it waits for already. */
  ask(id: string, asks: readonly JobAsk[]): void
  /** Takes off what is answered; it runs again when nothing is left. */
  answered(id: string, which: (ask: JobAsk) => boolean): void
  /** It stopped with the app, and can be taken up: the end is told like any other. */
  interrupt(id: string, error: string): Job
  /** The app stopped while it ran: what it had said by then. The end itself is told by `recover`. */
  left(id: string, said: JobLeft): void
  /** An interrupted one runs again. NOT_RESUMABLE. */
  reopen(id: string): Job
  /** Somebody in this process works on it. */
  works(id: string): void
  /** The end, first committed, then told once. A second end changes nothing. */
  finish(id: string, end: JobEnd): Job
  /** JOB_UNKNOWN. */
  get(id: string): FullJob
  has(id: string): boolean
  /** The newest 1,000. */
  list(filter?: { ownerId?: number }): Job[]
  /** May this session give orders about the job? CLI sessions of a project are one owner. */
  owns(sessionId: number, job: Pick<Job, 'ownerId'>): boolean
  /** Asks a job to stop; it is `cancelled` once settled. */
  cancel(id: string): Job
  /** Removes finished ones: one, or all. The author's. */
  clear(id?: string): void
  /** After a start, once nobody else works on the project: what ran is interrupted, what was not delivered is. */
  recover(): void
}

/** How a message reaches the owner: `later` when it cannot now, `refused` when it never will. */
export type Delivered = 'accepted' | 'later' | 'refused'

declare module '../tools/types' {
  interface ToolServices { jobs: JobService }
}
