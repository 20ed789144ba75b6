import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../src/shared/job'
import { launchApp, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel, type OpenNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'
import { approve, asked } from './support/approvals'
import { entriesOf, inState, newSession, send, sessionOf, showSession } from './support/assistant'

let novel: OpenNovel
let app: Launched
const shots = process.env['WENQU_SHOTS']
/** Kept where WENQU_SHOTS says, for a look by eye. */
const photograph = async (name: string): Promise<void> => { if (shots !== undefined) await app.page.screenshot({ path: join(shots, `${name}.png`) }) }
const jobs = async (launched = app, project = novel.project): Promise<Job[]> => (await call(launched.page, 'jobs.list', { project })).jobs
const row = (launched: Launched, job: Pick<Job, 'id'>) => launched.page.locator(`[data-testid="job-row"][data-id="${job.id}"]`)
const states = (launched: Launched) => launched.page.locator('[data-testid="job-row"]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-state')))

/** Sends the demo's request; resolves with the job once it is in the panel. */
async function inBackground(launched: Launched, project: string, mode: 'normal' | 'discuss' = 'normal'): Promise<{ job: Job; sessionId: number }> {
  const session = await newSession(launched.page, project, mode)
  const before = new Set((await jobs(launched, project)).map((job) => job.id))
  await send(launched.page, 'background')
  const fresh = async () => (await jobs(launched, project)).find((job) => !before.has(job.id))
  await expect.poll(fresh, { timeout: 30_000 }).toBeDefined()
  const job = await fresh()
  if (!job) throw new Error('no job was started')
  await part(launched.page, 'activity-jobs').click()
  await row(launched, job).waitFor()
  return { job, sessionId: session.id }
}

const withChapter = (speed: string) => openNovel({ launch: { size: { width: 1440, height: 900 }, env: { WENQU_DEMO_SPEED: speed } }, fill: async (core, made) => {
  await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }])
} })

beforeAll(async () => {
  novel = await withChapter('0')
  app = novel.app
})

describe('09 §9 jobs', () => {
  test('hidden until there is one; its key shows what a job is', async () => {
    const { page } = app
    await part(page, 'activity-inbox').waitFor()
    expect(await part(page, 'activity-jobs').count()).toBe(0)
    await page.keyboard.press('Control+Digit5')
    await part(page, 'jobs-panel').waitFor()
    expect(await part(page, 'jobs-empty').innerText()).toContain('后台工作就是')
    await part(page, 'activity-story').click()
  })

  test('J1 demo "background": running, then completed without a reload; its result is opened', async () => {
    const { page } = app
    await page.evaluate(() => {
      const seen = new Set<string>()
      Object.assign(window, { seenJobStates: seen })
      new MutationObserver(() => { for (const one of document.querySelectorAll('[data-testid="job-state"]')) seen.add(one.getAttribute('data-state') ?? '') }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await part(page, 'activity-jobs').click()
    const { job, sessionId } = await inBackground(app, novel.project)
    await expect.poll(() => row(app, job).getAttribute('data-state')).toBe('completed')
    expect(await page.evaluate(() => [...(window as unknown as { seenJobStates: Set<string> }).seenJobStates])).toEqual(['running', 'completed'])
    await row(app, job).locator('[data-row]').click()
    await expect.poll(() => part(page, 'job-result').innerText()).toContain('写好了')
    expect(await row(app, job).innerText()).toMatch(/助手/)
    await inState(page, novel.project, sessionId, 'idle')
    const told = (await entriesOf(page, novel.project, sessionId)).filter((entry) => entry.origin === 'system' && String(entry.payload['text']).includes(job.id))
    expect(told, 'the conversation that asked is told once').toHaveLength(1)
    await showSession(page, sessionId)
    await expect.poll(() => part(page, 'job-ended').innerText()).toMatch(/^后台任务“.+”（助手）：完成。结果会交给助手。$/)
    await photograph('job-ended')
    await page.locator('.entry.system [data-testid="original-words"]').click()
    await expect.poll(() => page.locator('.entry.system pre').innerText()).toContain(job.id)
  })

  test('O opens the conversation that does the work; Del on one that is over asks before it goes', async () => {
    const { page } = app
    const [job] = await jobs()
    if (!job) throw new Error('no job')
    await row(app, job).locator('[data-row]').press('o')
    const child = await sessionOf(page, novel.project, job.sessionId ?? 0)
    await expect.poll(() => part(page, 'session-list-open').innerText()).toBe(child.title)
    await row(app, job).locator('[data-row]').press('Delete')
    const ask = row(app, job).locator('.job-ask')
    await ask.waitFor()
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.closest('[data-testid="job-row"]') !== null)).toBe(true)
    expect((await jobs()).map(({ id }) => id)).toContain(job.id)
  })

  test('one that waits for a consent stands first and leads to it; approved, it goes on to its end', async () => {
    const { page } = app
    const { job } = await inBackground(app, novel.project, 'discuss')
    await expect.poll(() => row(app, job).getAttribute('data-state')).toBe('waiting')
    expect((await states(app))[0]).toBe('waiting')
    expect(await part(page, 'jobs-waiting').getAttribute('data-value')).toBe('1')
    await row(app, job).locator('[data-testid="job-ask"] button').click()
    await asked(page, novel.project, job.sessionId ?? 0)
    await part(page, 'approval-item').waitFor()
    await approve(page)
    await expect.poll(() => row(app, job).getAttribute('data-state')).toBe('completed')
    await expect.poll(() => part(page, 'jobs-waiting').count()).toBe(0)
  })

  test('J6 a finished job survives a restart, with its result', async () => {
    const [job] = (await jobs()).filter((one) => one.status === 'completed')
    if (!job) throw new Error('no finished job')
    await app.kill9All()
    app = await launchApp({ home: novel.home, project: novel.dir, size: { width: 1440, height: 900 } })
    await part(app.page, 'activity-jobs').click()
    await expect.poll(() => row(app, job).getAttribute('data-state')).toBe('completed')
    await row(app, job).locator('[data-row]').click()
    await expect.poll(() => part(app.page, 'job-result').innerText()).toContain('写好了')
  })

  test('clear finished asks in its place, then the list is empty and says what a job is', async () => {
    const { page } = app
    await part(page, 'jobs-clear').click()
    await part(page, 'jobs-clear-confirm').click()
    await part(page, 'jobs-empty').waitFor()
    expect(await jobs()).toEqual([])
  })
})

describe('09 §9 jobs that take their time', () => {
  let slow: OpenNovel
  beforeAll(async () => { slow = await withChapter('0.02') })

  test('J4 cancelled in ≤10 s by Del, which asks in the row; what it had done stays', async () => {
    const { page } = slow.app
    const { job } = await inBackground(slow.app, slow.project)
    expect(await row(slow.app, job).getAttribute('data-state')).toBe('running')
    await expect.poll(async () => (await entriesOf(page, slow.project, job.sessionId ?? 0)).length, { timeout: 30_000 }).toBeGreaterThan(2)
    await row(slow.app, job).locator('[data-row]').press('Delete')
    await row(slow.app, job).locator('.job-ask').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => row(slow.app, job).getAttribute('data-state'), { timeout: 10_000 }).toBe('cancelled')
    expect((await entriesOf(page, slow.project, job.sessionId ?? 0)).length, 'finished parts are kept').toBeGreaterThan(2)
    expect(await page.locator('[data-testid="toast"][data-kind="error"]').count()).toBe(0)
  })

  test('J2 a restart while it runs: interrupted, not run again', async () => {
    const { job } = await inBackground(slow.app, slow.project)
    await expect.poll(async () => (await entriesOf(slow.app.page, slow.project, job.sessionId ?? 0)).length, { timeout: 30_000 }).toBeGreaterThan(0)
    await slow.app.kill9All()
    const again = await launchApp({ home: slow.home, project: slow.dir, size: { width: 1440, height: 900 } })
    await part(again.page, 'activity-jobs').click()
    await expect.poll(() => row(again, job).getAttribute('data-state')).toBe('interrupted')
    await row(again, job).locator('[data-row]').click()
    await expect.poll(() => part(again.page, 'job-view').innerText()).toContain('它不会自己重来')
    await inState(again.page, slow.project, job.sessionId ?? 0, 'idle', 'interrupted')
    expect((await call(again.page, 'jobs.list', { project: slow.project })).jobs.filter((one) => one.status === 'running')).toEqual([])
    await again.close()
  })
})
