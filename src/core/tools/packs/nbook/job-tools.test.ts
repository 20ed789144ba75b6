import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const jobs = () => { const { jobs: service } = bench.deps.services; if (service === undefined) throw new Error('no jobs'); return service }

it('list_jobs, get_job and cancel_job show and stop only one\'s own (04 §11)', async () => {
  const [mine, other] = [bench.session(), bench.session()]
  const job = jobs().start({ kind: 'bash', title: 'npm test', ownerId: mine })
  const listed = await bench.call(mine, 'list_jobs', {})
  expect(listed.details).toEqual({ jobs: [{ id: job.id, status: 'running', kind: 'bash', title: 'npm test', start: job.startedAt, preview: '', error: null }] })
  expect((await bench.call(other, 'list_jobs', {})).content).toBe('No jobs.')
  expect(await bench.call(other, 'get_job', { jobId: job.id })).toMatchObject({ code: 'JOB_UNKNOWN' })
  expect(await bench.call(mine, 'get_job', { jobId: 'job_none' })).toMatchObject({ code: 'JOB_UNKNOWN' })
  expect(await bench.call(other, 'cancel_job', { jobId: job.id })).toMatchObject({ status: 'fail', code: 'JOB_NOT_OWNED' })
  jobs().onCancel(job.id, () => { jobs().finish(job.id, { status: 'cancelled', result: 'half', error: null }) })
  expect(await bench.call(mine, 'cancel_job', { jobId: job.id })).toMatchObject({ content: `[OK] ${job.id} is cancelled.`, details: { status: 'cancelled' } })
  expect((await bench.call(mine, 'cancel_job', { jobId: job.id })).content).toContain('was over already')
  expect((await bench.call(mine, 'get_job', { jobId: job.id })).content).toContain('\n\nhalf')
})

it('list_jobs shows the newest finished ones unless all is asked for', async () => {
  const session = bench.session()
  for (let n = 0; n < 12; n++) jobs().finish(jobs().start({ kind: 'task', title: `t${n}`, ownerId: session, deliver: false }).id, { status: 'completed', result: 'ok' })
  const some = await bench.call(session, 'list_jobs', {})
  expect(some.details['jobs']).toHaveLength(10)
  expect(some.content).toContain('(2 older ones; all: true shows them)')
  expect((await bench.call(session, 'list_jobs', { all: true, status: 'completed' })).details['jobs']).toHaveLength(12)
  expect((await bench.call(session, 'list_jobs', { status: 'failed' })).content).toBe('No jobs.')
})
