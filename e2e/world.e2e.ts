import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './helpers/axe'
import { launchApp, type Launched } from './helpers/launch'
import { addChapters, makeProject } from './helpers/make-project'
import { day, makeWorld, write } from './helpers/make-world'
import { freshFolder } from './helpers/paths'
import { withCore } from './helpers/core-process'
import { call, ids, mod, part, row } from './helpers/window'

const home = freshFolder()
let project = ''
let dir = ''
let slices: string[] = []
let chapters: string[] = []
let app: Launched

const state = async () => JSON.parse((await part(app.page, 'subject-state').getAttribute('data-value')) ?? 'null') as unknown
const at = () => part(app.page, 'instant-cursor').getAttribute('data-value')
const attrs = async (id: string, instant: number) => (await call(app.page, 'world.subject', { project, id, at: String(instant) })).attrs
const sliceRows = () => ids(part(app.page, 'slice-row'))
const look = (id: string) => row(app.page, 'slice-row', id).click()
const toast = () => part(app.page, 'toast').last().getByRole('button').first().click()

beforeAll(async () => {
  const made = await makeProject(home, { title: '雪夜' }, async (core, { project }) => {
    slices = await makeWorld(core, project)
    chapters = (await addChapters(core, project, Array.from({ length: 5 }, (_, i) => ({ title: `第${i + 1}夜`, text: '雪。\n' })))).map(({ id }) => id)
    const thread = await core('story.save', { project, kind: 'thread', fields: { name: 'main', title: '主线' } })
    for (const [title, start, end] of [['夜行', day, 2 * day], ['对饮', 2 * day, 2 * day + 3600]] as const) {
      await core('story.save', { project, kind: 'scene', fields: { threadId: thread.id, chapterId: chapters[4], title, worldAnchor: { startInstant: String(start), endInstant: String(end), subjectIds: ['hero'] } } })
    }
  })
  project = made.project
  dir = made.dir
  app = await launchApp({ home, project: made.dir, size: { width: 1440, height: 900 } })
  await part(app.page, 'activity-world').click()
  await part(app.page, 'slice-row').first().waitFor()
  await row(app.page, 'subject-row', 'hero').click()
  await part(app.page, 'subject-state').waitFor()
})
afterAll(() => app.close())

describe('09 §4 world', () => {
  test('D1 cursor to slice 2 of 3: the state shown is the state then', async () => {
    const { page } = app
    expect(await sliceRows()).toEqual(slices)
    await look(slices[1] ?? '')
    await expect.poll(at).toBe(String(2 * day))
    await expect.poll(state).toEqual(await attrs('hero', 2 * day))
    expect(await state()).toEqual({ hp: 70, skills: ['剑'] })
    const attr = (path: string) => page.locator(`[data-testid="state-attr"][data-id="${path}"]`)
    expect(await attr('/hp').getAttribute('data-state')).toBe('here')
    expect(await attr('/skills').getAttribute('data-state')).toBe('inherited')
    await attr('/skills').locator('[data-testid="set-by"]').click()
    await expect.poll(at).toBe(String(day))
    await expect.poll(state).toEqual({ hp: 100, skills: ['剑'] })
  })

  test('the arrow keys step through the slices, Home and End go to the ends', async () => {
    const { page } = app
    const cursor = part(page, 'instant-cursor')
    await cursor.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(at).toBe(String(2 * day))
    await page.keyboard.press('End')
    await expect.poll(at).toBe(String(3 * day))
    await part(page, 'world-slices').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(at).toBe(String(2 * day))
    await page.keyboard.press('Home')
    await expect.poll(at).toBe(String(day))
    expect(await row(page, 'slice-row', slices[0] ?? '').getAttribute('aria-selected')).toBe('true')
  })

  test('D2 as of chapter 5 is the end of its last scene', async () => {
    const { page } = app
    const end = 2 * day + 3600
    await part(page, 'as-of-chapter').selectOption(chapters[4] ?? '')
    await expect.poll(at).toBe(String(end))
    await expect.poll(() => part(page, 'subject-state').getAttribute('data-at')).toBe(String(end))
    expect(await state()).toEqual(await attrs('hero', end))
    expect(await part(page, 'cursor-time').innerText()).toBe('公元1年1月3日 01:00')
    expect(await part(page, 'as-of-chapter').locator('option:disabled').count()).toBe(4)
  })

  test('D3 saving at a used instant names the slice, offers to edit it, keeps the draft', async () => {
    const { page } = app
    await page.keyboard.press('Alt+KeyN')
    await part(page, 'slice-time').fill('公元1年1月3日')
    await part(page, 'slice-title').fill('夜里发热')
    await part(page, 'patch-subject').selectOption('hero')
    await part(page, 'patch-attribute').selectOption('/mood')
    await part(page, 'patch-value').fill('昏沉')
    await part(page, 'slice-save').click()
    const conflict = part(page, 'slice-conflict')
    await conflict.waitFor()
    expect(await conflict.innerText()).toContain('受伤')
    expect(await part(page, 'slice-title').inputValue()).toBe('夜里发热')
    await part(page, 'slice-conflict-open').click()
    await expect.poll(() => part(page, 'slice-title').inputValue()).toBe('受伤')
    await page.keyboard.press('Escape')
    await part(page, 'slice-new').click()
    expect(await part(page, 'slice-title').inputValue()).toBe('夜里发热')
    await part(page, 'slice-conflict-edit').click()
    await expect.poll(() => part(page, 'slice-title').inputValue()).toBe('受伤')
    expect(await part(page, 'slice-patch').count()).toBe(2)
    await page.locator('[data-testid="slice-diff"][data-state="fresh"] [data-testid="diff-row"][data-id="/mood"]').waitFor()
    await page.keyboard.press(`${mod}+Enter`)
    await expect.poll(async () => (await attrs('hero', 2 * day))['mood']).toBe('昏沉')
    await part(page, 'slice-composer').waitFor({ state: 'detached' })
    await part(page, 'world-slices').press(`${mod}+KeyZ`)
    await expect.poll(async () => (await attrs('hero', 2 * day))['mood']).toBeUndefined()
  })

  test('D4 the preview is the state after saving; issues it would cause are told', async () => {
    const { page } = app
    await part(page, 'slice-new').click()
    await part(page, 'slice-time').fill('公元1年1月3日 12:00')
    expect(await part(page, 'time-read').first().getAttribute('data-state')).not.toBe('bad')
    await page.locator(`[data-testid="time-read"][data-value="${2 * day + day / 2}"]`).waitFor()
    await part(page, 'slice-title').fill('夺剑')
    await part(page, 'patch-subject').selectOption('hero')
    await part(page, 'patch-attribute').selectOption('/equipment/weapon')
    expect(await part(page, 'patch-value').locator('option').allInnerTexts()).toContain('青锋')
    await part(page, 'patch-value').selectOption('sword')
    await part(page, 'patch-add').click()
    const second = part(page, 'slice-patch').nth(1)
    await second.locator('[data-testid="patch-attribute"]').selectOption('/hp')
    await second.locator('[data-testid="patch-op"]').selectOption('increment')
    await second.locator('[data-testid="patch-value"]').fill('-5')
    await part(page, 'patch-add').click()
    const third = part(page, 'slice-patch').nth(2)
    await third.locator('[data-testid="patch-attribute"]').selectOption('custom')
    await third.locator('[data-testid="patch-path"]').fill('/gold')
    await third.locator('[data-testid="patch-op"]').selectOption('increment')
    await third.locator('[data-testid="patch-value"]').fill('3')
    const change = row(page, 'diff-subject', 'hero')
    await expect.poll(async () => JSON.parse((await change.getAttribute('data-value')) ?? '{}') as unknown).toEqual({ hp: 65, skills: ['剑'], equipment: { weapon: 'subject://sword' } })
    await page.locator('[data-testid="diff-issue"][data-label="E1"]').waitFor()
    const previewed = JSON.parse((await change.getAttribute('data-value')) ?? '{}') as unknown
    await part(page, 'slice-save').click()
    await part(page, 'slice-composer').waitFor({ state: 'detached' })
    await expect.poll(state).toEqual(previewed)
    expect(await attrs('hero', 2.5 * day)).toEqual(previewed)
    await part(page, 'world-tab-issues').click()
    const issue = page.locator('[data-testid="issue-row"][data-state="error"]')
    await issue.waitFor()
    expect(await issue.locator('dd').count()).toBe(3)
    await issue.locator('[data-testid="issue-slice"]').click()
    await part(page, 'slice-patch').nth(2).locator('[data-testid="patch-remove"]').click()
    await page.keyboard.press(`${mod}+Enter`)
    await part(page, 'slice-composer').waitFor({ state: 'detached' })
    await part(page, 'world-tab-issues').click()
    await part(page, 'issues-empty').waitFor()
    await part(page, 'world-tab-state').click()
  })

  test('D5 a hidden slice no longer counts; the trash brings it back', async () => {
    const { page } = app
    const id = (await call(page, 'world.timeline', { project })).slices.find(({ title }) => title === '夺剑')?.id ?? ''
    await look(slices[2] ?? '')
    await expect.poll(state).toMatchObject({ hp: 65 })
    await look(id)
    await part(page, 'world-slices').press('Delete')
    await expect.poll(() => row(page, 'slice-row', id).count()).toBe(0)
    await look(slices[2] ?? '')
    await expect.poll(state).toEqual({ hp: 70, skills: ['剑'], location: 'subject://inn' })
    await part(page, 'activity-trash').click()
    const hidden = part(page, 'trash-row').filter({ hasText: '夺剑' })
    await hidden.locator('[data-row]').click()
    await part(page, 'trash-restore').click()
    await hidden.waitFor({ state: 'detached' })
    await part(page, 'activity-world').click()
    await row(page, 'slice-row', id).waitFor()
    await look(slices[2] ?? '')
    await expect.poll(state).toMatchObject({ hp: 65, equipment: { weapon: 'subject://sword' } })
    await look(id)
    await part(page, 'slice-hide').click()
    await expect.poll(() => row(page, 'slice-row', id).count()).toBe(0)
    await toast()
    await row(page, 'slice-row', id).waitFor()
  })

  test('D6 a slice of another process shows at once, the draft stays as it is', async () => {
    const { page } = app
    await part(page, 'slice-new').click()
    await part(page, 'slice-title').fill('写了一半')
    await part(page, 'slice-summary').fill('还没想好')
    const started = Date.now()
    const { sliceId } = await call(page, 'world.save', { project, write: { do: 'write', slice: { time: String(5 * day), title: '代笔', patches: [{ subjectId: 'hero', path: '/mood', op: 'replace', value: '喜' }] } } })
    await row(page, 'slice-row', sliceId).waitFor()
    expect(Date.now() - started).toBeLessThan(400)
    await withCore(home, async (core) => {
      const opened = await core('projects.open', { dir })
      await write(core, opened.project, 6 * day, '外来一笔', [{ subjectId: 'hero', path: '/mood', op: 'replace', value: '忧' }])
    })
    const other = part(page, 'slice-row').filter({ hasText: '外来一笔' })
    await other.waitFor()
    expect(await other.getAttribute('data-fresh')).toBe('true')
    expect(await part(page, 'slice-title').inputValue()).toBe('写了一半')
    expect(await part(page, 'slice-summary').inputValue()).toBe('还没想好')
    await part(page, 'activity-story').click()
    await part(page, 'activity-world').click()
    await expect.poll(() => part(page, 'slice-title').inputValue()).toBe('写了一半')
    await part(page, 'slice-discard').click()
    await part(page, 'slice-composer').waitFor({ state: 'detached' })
  })

  test('a slice changed elsewhere while it is edited: both are kept until the author chooses', async () => {
    const { page } = app
    const id = slices[2] ?? ''
    await look(id)
    await part(page, 'slice-edit').click()
    await part(page, 'slice-title').fill('投宿悦来')
    const stored = await call(page, 'world.slice', { project, id })
    await call(page, 'world.save', { project, write: { do: 'edit', sliceId: id, edits: [{ patchId: stored.patches?.[0]?.patchId ?? '', set: { summary: '天黑了' } }] } })
    await part(page, 'slice-meanwhile').waitFor()
    expect(await part(page, 'slice-title').inputValue()).toBe('投宿悦来')
    await part(page, 'slice-title').press(`${mod}+Enter`)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('slice-keep-mine')
    expect((await call(page, 'world.slice', { project, id })).title).toBe('投宿')
    await part(page, 'slice-keep-mine').click()
    await part(page, 'slice-meanwhile').waitFor({ state: 'detached' })
    await part(page, 'slice-save').click()
    await part(page, 'slice-composer').waitFor({ state: 'detached' })
    expect(await call(page, 'world.slice', { project, id })).toMatchObject({ title: '投宿悦来', patches: [{ path: '/location', value: 'subject://inn' }] })
  })

  test('a new subject with first values; a wrong time says how times are written', async () => {
    const { page } = app
    await part(page, 'subject-new').click()
    await part(page, 'subject-type').selectOption('character')
    await part(page, 'subject-name').fill('陆 迟')
    await expect.poll(() => part(page, 'subject-id').inputValue()).toBe('陆-迟')
    await part(page, 'subject-time').fill('公元1年2月30日')
    await page.locator('[data-testid="subject-form"] [data-testid="time-read"][data-state="bad"]').waitFor()
    await part(page, 'subject-time').fill('公元1年1月2日')
    await part(page, 'value-hp').fill('80')
    await part(page, 'value-location').selectOption('inn')
    await part(page, 'subject-save').click()
    await row(page, 'subject-state', '陆-迟').waitFor()
    await expect.poll(state).toEqual({ hp: 80, location: 'subject://inn' })
    await part(page, 'subject-state').locator('.subject-link').click()
    await row(page, 'subject-state', 'inn').waitFor()
  })

  test('the schema: errors by line while typing, issues of a change before saving, saved when right', async () => {
    const { page } = app
    await part(page, 'world-tab-rules').click()
    const text = part(page, 'schema-text')
    const before = await text.inputValue()
    await text.fill(before.replace('hp: {type: int, default: 100}', 'hp: {type: number}'))
    await page.locator('[data-testid="file-problem"][data-value="5"]').waitFor()
    expect(await part(page, 'schema-save').isDisabled()).toBe(true)
    await text.fill(before.replace('location: ref(location)', 'location: ref(item)'))
    await page.locator('[data-testid="schema-issue"][data-label="E2"]').first().waitFor()
    await part(page, 'activity-story').click()
    await part(page, 'activity-world').click()
    expect(await text.inputValue()).toContain('location: ref(item)')
    await text.fill(before.replace('mood: string', 'mood: {type: string, label: 心情}'))
    await part(page, 'schema-fine').waitFor()
    await page.keyboard.press(`${mod}+Enter`)
    await part(page, 'rules-summary').filter({ hasText: '心情' }).waitFor()
    expect((await call(page, 'world.files', { project })).schema.types['character']?.attrs['mood']).toMatchObject({ label: '心情' })
    await part(page, 'world-tab-calendar').click()
    await part(page, 'calendar-example').first().waitFor()
    await part(page, 'world-tab-state').click()
  })

  test('a scene takes its people and place from the world, its times are read by the calendar', async () => {
    const { page } = app
    await part(page, 'activity-story').click()
    await row(page, 'tree-chapter', chapters[4] ?? '').click()
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'drawer-scene').first().locator('[data-row]').click()
    await part(page, 'scene-subject-add').selectOption('陆-迟')
    await part(page, 'scene-place').selectOption('inn')
    const scene = async () => (await call(page, 'story.chapter', { project, id: chapters[4] ?? '' })).scenes[0]?.worldAnchor
    await expect.poll(scene).toMatchObject({ subjectIds: ['hero', '陆-迟'], locationSubjectId: 'inn' })
    await part(page, 'scene-start').locator('input').fill('公元1年1月2日 06:00')
    await page.locator(`[data-testid="scene-start"] [data-testid="time-read"][data-value="${day + day / 4}"]`).waitFor()
    await row(page, 'scene-subject', 'hero').getByRole('button').click()
    await expect.poll(scene).toMatchObject({ subjectIds: ['陆-迟'] })
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'activity-world').click()
    expect(await axeProblems(page)).toEqual([])
    expect(app.pageErrors).toEqual([])
  })
})

describe('09 §4 world, empty', () => {
  test('hidden until first used; templates to start from; the first subject', async () => {
    const emptyHome = freshFolder()
    const made = await makeProject(emptyHome, { title: '空白' })
    const empty = await launchApp({ home: emptyHome, project: made.dir })
    try {
      const { page } = empty
      await part(page, 'activity-story').waitFor()
      expect(await part(page, 'activity-world').count()).toBe(0)
      await page.keyboard.press(`${mod}+Digit2`)
      await part(page, 'world-empty').waitFor()
      await part(page, 'activity-world').waitFor()
      await expect.poll(() => part(page, 'world-template').count()).toBeGreaterThanOrEqual(5)
      expect(await axeProblems(page)).toEqual([])
      await part(page, 'world-template').first().click()
      await part(page, 'rules-summary').waitFor()
      await part(page, 'world-tab-state').click()
      await part(page, 'world-first-subject').click()
      await part(page, 'subject-name').fill('闻烛')
      const { calendar } = await call(page, 'world.files', { project: made.project })
      await part(page, 'subject-time').fill(calendar.view?.examples[0] ?? '')
      await part(page, 'subject-save').click()
      await row(page, 'subject-state', '闻烛').waitFor()
      expect(empty.pageErrors).toEqual([])
    } finally {
      await empty.close()
    }
  })
})

describe('09 §1 drafts of forms', () => {
  test('a slice, a subject and a schema half written are there again after quitting and starting', async () => {
    const ownHome = freshFolder()
    const made = await makeProject(ownHome, { title: '半截' }, async (core, { project }) => { await makeWorld(core, project) })
    const first = await launchApp({ home: ownHome, project: made.dir, size: { width: 1440, height: 900 } })
    await part(first.page, 'activity-world').click()
    await part(first.page, 'slice-row').first().click()
    await part(first.page, 'slice-edit').click()
    await part(first.page, 'slice-title').fill('改了一半')
    await part(first.page, 'slice-leave').click()
    await part(first.page, 'slice-new').click()
    await part(first.page, 'slice-time').fill('公元1年2月1日')
    await part(first.page, 'slice-title').fill('入门')
    await part(first.page, 'patch-subject').selectOption('+new')
    await part(first.page, 'subject-type').selectOption('location')
    await part(first.page, 'subject-name').fill('山门')
    await part(first.page, 'patch-attribute').selectOption('/danger')
    await part(first.page, 'patch-value').fill('2')
    await part(first.page, 'world-tab-rules').click()
    await part(first.page, 'schema-text').fill('version: 1\ntypes: {')
    await first.close()
    const again = await launchApp({ home: ownHome, project: made.dir, size: { width: 1440, height: 900 } })
    try {
      const { page } = again
      await part(page, 'activity-world').click()
      await part(page, 'world-tab-rules').click()
      await expect.poll(() => part(page, 'schema-text').inputValue()).toBe('version: 1\ntypes: {')
      await part(page, 'unfinished-slice').click()
      expect(await part(page, 'slice-title').inputValue()).toBe('入门')
      expect(await part(page, 'subject-name').inputValue()).toBe('山门')
      await part(page, 'patch-add').click()
      const second = part(page, 'slice-patch').nth(1)
      await second.locator('[data-testid="patch-subject"]').selectOption('hero')
      await second.locator('[data-testid="patch-attribute"]').selectOption('/location')
      await second.locator('[data-testid="patch-value"]').selectOption({ label: '山门' })
      await part(page, 'slice-title').press(`${mod}+Enter`)
      await part(page, 'slice-composer').waitFor({ state: 'detached' })
      expect((await call(page, 'world.subject', { project: made.project, id: 'hero' })).attrs['location']).toBe('subject://山门')
      expect(await part(page, 'unfinished-slice').count()).toBe(0)
      await part(page, 'slice-row').first().click()
      await part(page, 'slice-edit').click()
      expect(await part(page, 'slice-title').inputValue()).toBe('改了一半')
      expect(again.pageErrors).toEqual([])
    } finally {
      await again.close()
    }
  })
})
