import { fail } from '@shared/fault'
import { isOver, type Job, type JobStatus } from '@shared/job'
import type { MessageSource } from '@shared/session'
import type { OpenedProject } from '../project/types'
import { deliveryText } from './delivery-text'
import { JobRows, namesOf, toJob, type JobChange, type JobRow } from './job-rows'
import { ownersLike } from './owners'
import type { Delivered, FullJob, JobEnd, JobLeft, JobService, NewJob } from './types'
import { prepared } from '../project/statements'

const MOST = 8
const OPEN: readonly JobStatus[] = ['running', 'waiting']

export interface JobDeps {
  project: OpenedProject
  /** Puts a message that is not the author's before a session, inside the caller's transaction. */
  deliver(ownerId: number, text: string, source: MessageSource): Delivered
}

/** The jobs of one opened project (04 §11). */
export function createJobService(deps: JobDeps): JobService {
  const { project } = deps
  const rows = new JobRows(project)
  const running = new RunningJobs()
  const tell = (id: string): Job => {
    const job = toJob(rows.get(id))
    project.emit({ type: 'job.changed', job })
    return job
  }
  const change = (id: string, what: JobChange): void => { if (rows.set(id, what, OPEN)) tell(id) }
  const end = (id: string, status: JobStatus, more: JobChange): void => {
    running.forget(id)
    const deliver = rows.get(id).deliver === 1
    if (rows.set(id, { ...more, status, stage: null, asks: '[]', deliveryStatus: deliver ? 'pending' : 'not_required', finishedAt: now(project) }, OPEN)) { tell(id); deliverEnd(deps, rows, id); tell(id) }
  }
  return {
    start(given) {
      project.assertWritable()
      const id = insertJob(project, rows, given)
      running.add(id)
      return tell(id)
    },
    onCancel: (id, stop) => { if (rows.get(id).stopping === 1) stop(); else running.stopWith(id, stop) },
    stage: (id, text) => { if (rows.get(id).stage !== text) change(id, { stage: text }) },
    waiting: (id, asks) => change(id, { status: 'waiting', asks: JSON.stringify(asks) }),
    running: (id) => change(id, { status: 'running', asks: '[]' }),
    ask: (id, asks) => {
      const known = toJob(rows.get(id)).asks.filter((ask) => !asks.some((one) => one.id === ask.id))
      change(id, { status: 'waiting', asks: JSON.stringify([...known, ...asks]) })
    },
    answered: (id, which) => {
      const { asks } = toJob(rows.get(id))
      const left = asks.filter((ask) => !which(ask))
      if (left.length < asks.length) change(id, { status: left.length === 0 ? 'running' : 'waiting', asks: JSON.stringify(left) })
    },
    interrupt: (id, error) => { end(id, 'interrupted', { error }); return toJob(rows.get(id)) },
    left: (id, said) => { rows.set(id, saidColumns(said), OPEN) },
    reopen(id) {
      project.assertWritable()
      if (!rows.reopen(id)) fail('NOT_RESUMABLE', 'Only a job that was interrupted can go on.', { actual: rows.get(id).status, expected: 'interrupted' })
      running.add(id)
      return tell(id)
    },
    works: (id) => running.add(id),
    finish: (id, given) => { end(id, given.status, endColumns(given)); return toJob(rows.get(id)) },
    get: (id) => fullOf(rows.get(id)),
    has: (id) => rows.has(id),
    list: (filter = {}) => rows.list(filter.ownerId === undefined ? null : ownersLike(project, filter.ownerId)).map(toJob),
    owns: (sessionId, job) => ownersLike(project, sessionId).includes(job.ownerId),
    cancel(id) {
      project.assertWritable()
      if (isOver(rows.get(id).status)) return toJob(rows.get(id))
      change(id, { stopping: 1 })
      // Nobody works on it in this process and the author waits for no restart: a job that waits is over at once.
      if (!running.stop(id) && rows.get(id).status === 'waiting') end(id, 'cancelled', { error: null })
      return toJob(rows.get(id))
    },
    clear(id) {
      project.assertWritable()
      const over = rows.where("status NOT IN ('running', 'waiting')").filter((row) => id === undefined || row.id === id).map((row) => row.id)
      project.sessionsDb.transaction(() => rows.remove(over))()
      if (over.length > 0) project.emit({ type: 'job.removed', ids: over })
    },
    recover() {
      for (const row of rows.where("status = 'running'")) if (!running.has(row.id)) end(row.id, row.stopping === 1 ? 'cancelled' : 'interrupted', { error: row.stopping === 1 ? null : 'the app stopped while it ran' })
      for (const row of rows.where("deliveryStatus = 'pending'")) { deliverEnd(deps, rows, row.id); tell(row.id) }
    },
  }
}

/** What this process works on, and how to stop it. */
class RunningJobs {
  readonly #stops = new Map<string, (() => void) | null>()
  add(id: string): void { this.#stops.set(id, null) }
  has(id: string): boolean { return this.#stops.has(id) }
  stopWith(id: string, stop: () => void): void { this.#stops.set(id, stop) }
  forget(id: string): void { this.#stops.delete(id) }
  /** False when nothing here can be stopped. */
  stop(id: string): boolean {
    const stop = this.#stops.get(id)
    if (stop === undefined || stop === null) return false
    this.#stops.set(id, () => undefined)
    stop()
    return true
  }
}

const now = (project: OpenedProject): string => project.env.now().toISOString()

function insertJob(project: OpenedProject, rows: JobRows, given: NewJob): string {
  const id = project.env.id('job')
  project.sessionsDb.transaction(() => {
    const owner = prepared<[number], { rootId: number; kind: string }>(project.sessionsDb, 'SELECT rootId, kind FROM Session WHERE id = ?').get(given.ownerId) ?? fail('SESSION_UNKNOWN', `There is no session ${given.ownerId}.`)
    const open = rows.where("rootId = ? AND kind = ? AND status IN ('running', 'waiting')", owner.rootId, given.kind)
    if (open.length >= MOST) fail('JOB_LIMIT', `${open.length} background jobs of this kind are open already, at most ${MOST}; nothing was started.`, { fix: 'Wait for one to end, or end one with cancel_job.' })
    // A command of the CLI is over before its job is: there is nobody to tell.
    const deliver = (given.deliver ?? true) && owner.kind !== 'cli' ? 1 : 0
    rows.insert({ id, kind: given.kind, title: given.title, titles: given.titles === undefined ? null : JSON.stringify(given.titles), ownerId: given.ownerId, rootId: owner.rootId, sessionId: given.sessionId ?? null, callId: given.callId ?? null, deliver, startedAt: now(project) })
  })()
  return id
}

const saidColumns = ({ result, data }: JobLeft): JobChange => ({ result, data: data === undefined ? null : JSON.stringify(data) })
const endColumns = (given: JobEnd): JobChange => ({ ...saidColumns(given), error: given.error ?? null })

const fullOf = (row: JobRow): FullJob => ({ job: toJob(row), result: row.result, data: row.data === null ? null : (JSON.parse(row.data) as unknown) })

/** Once per job and kind (04 §10): the key and the message are one commit. */
function deliverEnd({ project, deliver }: JobDeps, rows: JobRows, id: string): void {
  project.sessionsDb.transaction(() => {
    const row = rows.get(id)
    if (row.deliveryStatus !== 'pending') return
    const known = prepared<[string], { jobId: string }>(project.sessionsDb, "SELECT jobId FROM JobDelivery WHERE jobId = ? AND kind = 'end'").get(id) !== undefined
    const how = known ? 'accepted' : deliver(row.ownerId, deliveryText(fullOf(row)), { kind: 'job', jobId: id, job: { kind: row.kind, ...namesOf(row), status: row.status, ...(row.sessionId === null ? {} : { sessionId: row.sessionId }) } })
    if (how === 'later') return
    if (how === 'accepted') prepared(project.sessionsDb, "INSERT OR IGNORE INTO JobDelivery (jobId, kind, at) VALUES (?, 'end', ?)").run(id, now(project))
    rows.set(id, { deliveryStatus: how === 'accepted' ? 'accepted' : 'failed' }, ['completed', 'failed', 'cancelled', 'interrupted'])
  })()
}
