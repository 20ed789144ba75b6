import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../src/shared/job'
import { runCli } from './cli/run-cli'
import { launchApp, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel, type OpenNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { call, part } from './helpers/window'
import { deny } from './support/approvals'

const script = `export default {
  key: 'two-questions', title: '两问一写', description: '先问两件事，再请两位各写一句。', whenToUse: '想看看流程怎样走的时候',
  argsHint: [{ name: 'topic', label: '写什么', defaultValue: '雪夜' }], phases: [{ key: 'ask', title: '问' }, { key: 'write', title: '写' }],
  run: async (wf, args) => {
    for (const [id, label] of [['ask', '问作者'], ['left', '左边一句'], ['right', '右边一句'], ['end', '合起来']]) wf.chart.node(id, label)
    for (const [from, to] of [['ask', 'left'], ['ask', 'right'], ['left', 'end'], ['right', 'end']]) wf.chart.edge(from, to)
    wf.progress('ask'); wf.chart.enter('ask')
    const [who, tone] = await wf.ask([{ kind: 'select', text: '写谁？', options: ['林夏', '沈舟'] }, { kind: 'text', text: '什么语气？', description: '一两个词就够' }])
    const go = await wf.ask.approve('现在就写？')
    wf.chart.leave('ask'); wf.progress('write'); wf.log('定了', who, tone)
    const said = await wf.map(['left', 'right'], async (side) => { wf.chart.enter(side); const { status } = await wf.agents.invoke('adhoc', { initial: { systemPrompt: '写一句' }, message: args.topic }); wf.chart.leave(side); return status })
    wf.chart.enter('end'); wf.chart.leave('end')
    return { who, tone, go, topic: args.topic, said }
  },
}
`

const home = freshFolder()
let novel: OpenNovel
let app: Launched
const size = { width: 1440, height: 900 }
const shots = process.env['WENQU_SHOTS']
/** Kept where WENQU_SHOTS says, for a look by eye. */
const photograph = async (name: string): Promise<void> => { if (shots !== undefined) await app.page.screenshot({ path: join(shots, `${name}.png`) }) }
const jobs = async (): Promise<Job[]> => (await call(app.page, 'jobs.list', { project: novel.project })).jobs.filter((job) => job.kind === 'workflow')
const row = (job: Pick<Job, 'id'>) => app.page.locator(`[data-testid="job-row"][data-id="${job.id}"]`)
const state = (job: Pick<Job, 'id'>) => call(app.page, 'workflows.state', { project: novel.project, jobId: job.id })
const form = (job: Pick<Job, 'id'>) => row(job).locator('form[data-testid="job-ask"]')
const stateOf = (job: Pick<Job, 'id'>) => expect.poll(() => row(job).getAttribute('data-state'), { timeout: 30_000 })

/** Starts it from the panel, as an author does. */
async function start(topic: string): Promise<Job> {
  const { page } = app
  const before = new Set((await jobs()).map(({ id }) => id))
  await page.keyboard.press('Control+Digit5')
  await part(page, 'workflow-new').click()
  const card = page.locator('[data-testid="workflow-card"][data-id="two-questions"]')
  await card.locator('[data-testid="workflow-arg"]').fill(topic)
  await card.locator('[data-testid="workflow-run"]').click()
  await expect.poll(async () => (await jobs()).filter(({ id }) => !before.has(id)).length).toBe(1)
  const job = (await jobs()).find(({ id }) => !before.has(id))
  if (!job) throw new Error('nothing was started')
  return job
}

/** Picks the first of every choice and writes into every field, then sends the form in the row. */
async function answer(job: Pick<Job, 'id'>): Promise<void> {
  await form(job).waitFor()
  for (const field of await form(job).locator('fieldset').all()) {
    if ((await field.getByRole('radio').count()) > 0) await field.getByRole('radio').first().check()
    else await field.getByRole('textbox').fill('冷一点\n短一些')
  }
  await form(job).locator('button[type="submit"]').click()
}

beforeAll(async () => {
  await mkdir(join(home, 'workflows/two-questions'), { recursive: true })
  await writeFile(join(home, 'workflows/two-questions/workflow.ts'), script)
  novel = await openNovel({ home, launch: { size }, fill: async (core, made) => { await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }]) } })
  app = novel.app
})

describe('09 §9 workflows', () => {
  test('J3 its questions are a form in the row; answering goes on. J5 the chart has as many boxes as the journal, as a list too', async () => {
    const { page } = app
    const job = await start('一盏灯')
    await stateOf(job).toBe('waiting')
    expect(await form(job).innerText()).toMatch(/写谁？[\s\S]*什么语气？[\s\S]*一两个词就够/)
    expect(await form(job).locator('button[type="submit"]').isDisabled(), 'every question needs an answer').toBe(true)
    await part(page, 'activity-story').click()
    await part(page, 'activity-jobs').click()
    await row(job).locator('[data-row]').click()
    await expect.poll(() => page.locator('[data-testid="workflow-phase"][data-id="ask"]').getAttribute('data-state')).toBe('active')
    await answer(job)
    await expect.poll(() => form(job).innerText()).toContain('现在就写？')
    await answer(job)
    await stateOf(job).toBe('completed')
    const { activities, chart, usage } = await state(job)
    expect([chart.nodes.length, activities.chartNodes, usage.input > 0]).toEqual([4, 4, true])
    await expect.poll(() => part(page, 'chart-node').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-state')))).toEqual(['done', 'done', 'done', 'done'])
    await part(page, 'chart-view-list').click()
    await expect.poll(() => part(page, 'workflow-chart').getAttribute('data-state')).toBe('list')
    expect([await part(page, 'chart-node').count(), await part(page, 'workflow-count').getAttribute('data-value')]).toEqual([4, '4'])
    await part(page, 'chart-view-chart').click()
    expect(await part(page, 'workflow-log').innerText()).toMatch(/定了 林夏 冷一点\s短一些/)
    expect(await part(page, 'workflow-session').count()).toBe(2)
    await expect.poll(() => part(page, 'job-result').innerText()).toContain('一盏灯')
  })

  test('J3 a question and what was picked outlive a look elsewhere; the question a restart; answered then, it goes on', async () => {
    const job = await start('一封信')
    await form(job).getByRole('radio').last().check()
    await part(app.page, 'activity-story').click()
    await part(app.page, 'activity-jobs').click()
    expect(await form(job).getByRole('radio').last().isChecked()).toBe(true)
    await app.kill9All()
    app = await launchApp({ home, project: novel.dir, size })
    await part(app.page, 'activity-jobs').click()
    await stateOf(job).toBe('waiting')
    await answer(job)
    await expect.poll(() => form(job).innerText()).toContain('现在就写？')
    await answer(job)
    await stateOf(job).toBe('completed')
  })

  test('J2 a restart while assistants work: interrupted, not run again by itself; the author lets it go on from there', async () => {
    await app.kill9All()
    app = await launchApp({ home, project: novel.dir, size, env: { WENQU_DEMO_SPEED: '0.01' } })
    const job = await start('一场雨')
    await answer(job)
    await expect.poll(() => form(job).innerText()).toContain('现在就写？')
    await answer(job)
    await expect.poll(async () => (await state(job)).activities.open).toBe(2)
    await app.kill9All()
    app = await launchApp({ home, project: novel.dir, size })
    await part(app.page, 'activity-jobs').click()
    await stateOf(job).toBe('interrupted')
    await row(job).locator('[data-row]').click()
    await part(app.page, 'workflow-resume').click()
    await stateOf(job).toBe('completed')
    expect((await state(job)).chart.nodes).toHaveLength(4)
  })

  test('a list is filled in one to a line, what does not fit is said, and what is reported reads as words, not as data', async () => {
    const { page } = app
    await part(page, 'activity-jobs').click()
    await part(page, 'workflow-new').click()
    const brainstorm = page.locator('[data-testid="workflow-card"][data-id="parallel-brainstorm"]')
    const arg = (name: string) => brainstorm.locator(`[data-testid="workflow-arg"][data-id="${name}"]`)
    expect([await arg('angles').inputValue(), await arg('each').inputValue()]).toEqual(['', '3'])
    await arg('question').fill('林夏为什么回来？')
    await arg('each').fill('三条')
    await expect.poll(() => brainstorm.innerText()).toContain('这里填一个数字')
    expect(await brainstorm.locator('[data-testid="workflow-run"]').isDisabled()).toBe(true)
    await arg('each').fill('2')
    await arg('angles').fill('人物\n反着来\n')
    const before = (await jobs()).length
    await brainstorm.locator('[data-testid="workflow-run"]').dblclick()
    await expect.poll(() => page.locator('[data-testid="job-view"] h2').innerText(), { message: 'the one just started is in front' }).toBe('分头想点子')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-testid="job-row"]')?.textContent)).toContain('分头想点子')
    await expect.poll(() => part(page, 'result-data').innerText()).toMatch(/最值得要的[\s\S]*点子[\s\S]*角度\s+反着来/)
    expect(await part(page, 'job-result').innerText()).not.toMatch(/[{}[\]]|"top":/)
    expect(await part(page, 'job-open-owner').count(), 'nobody asked for it in a conversation').toBe(0)
    await part(page, 'job-note').click()
    const notes = async () => (await call(page, 'files.list', { project: novel.project, dir: 'notes' })).rows.map((row) => row.path)
    await expect.poll(notes).toEqual([expect.stringMatching(/^notes\/分头想点子-\d{8}-\d{6}\.md$/)])
    expect((await call(page, 'text.open', { project: novel.project, path: (await notes())[0] ?? '' })).text).toMatch(/^# 分头想点子\n[\s\S]*## 最值得要的\n\n- 标题: /)
    await photograph('workflow-result')
    expect((await jobs()).length, 'a double click starts it once').toBe(before + 1)
  })

  test('the chapter to write is chosen from those of the story; the only one stands chosen', async () => {
    const { page } = app
    await part(page, 'workflow-new').click()
    const pick = page.locator('[data-testid="workflow-card"][data-id="chapter-write-review-revise"] select')
    await expect.poll(() => pick.locator('option').allInnerTexts()).toEqual(['1. 雪夜'])
    await expect.poll(() => pick.inputValue()).not.toBe('')
    await pick.scrollIntoViewIfNeeded()
    await photograph('workflow-start')
  })

  test('one that gives up says why in its own words, the code and the line in the details', async () => {
    const { page } = app
    await part(page, 'workflow-new').click()
    const split = page.locator('[data-testid="workflow-card"][data-id="split-book"]')
    await split.locator('[data-testid="workflow-arg"][data-id="from"]').fill('99')
    await split.locator('[data-testid="workflow-run"]').click()
    const why = part(page, 'job-error')
    await expect.poll(() => why.innerText()).toMatch(/^全书到第 1 章为止，没有第 99 章。\s*详情/)
    await why.getByRole('button').click()
    await expect.poll(() => why.innerText()).toMatch(/CHAPTER_RANGE: line \d+/)
    expect(await page.locator('[data-testid="job-view"] h3').allInnerTexts(), 'no heading over nothing').not.toContain('停下之前说过的')
  })

  test('04 §12 an assistant that wants to run one asks each time: the card shows what it is given and every line of the script', async () => {
    const { page } = app
    const asked = await runCli(['call', 'run_workflow', JSON.stringify({ workflowKey: 'two-questions', args: { topic: '一座桥' } }), '--project', novel.dir, '--json'], { WENQU_HOME: home })
    expect(asked.code, asked.stderr).toBe(3)
    await page.keyboard.press('Control+Shift+KeyA')
    await part(page, 'workflow-source').waitFor()
    expect(await part(page, 'workflow-arguments').innerText()).toContain('一座桥')
    expect((await part(page, 'workflow-source').innerText()).replace(/\s/g, '')).toBe(script.replace(/\s/g, ''))
    await page.keyboard.press('Escape')
    await deny(page, '不用')
    await part(page, 'workflow-source').waitFor({ state: 'detached' })
  })

  test('J4 cancelled while it waits: over at once, what was done stays to be seen', async () => {
    const job = await start('一条河')
    await stateOf(job).toBe('waiting')
    await row(job).locator('[data-testid="job-cancel"]').click()
    await stateOf(job).toBe('cancelled')
    await row(job).locator('[data-row]').click()
    await expect.poll(() => part(app.page, 'chart-node').count()).toBe(4)
    expect(app.pageErrors).toEqual([])
  })
})
