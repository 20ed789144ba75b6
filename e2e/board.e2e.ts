import { beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../src/shared/procedures'
import { axeProblems } from './helpers/axe'
import { drag } from './helpers/drag'
import { fileHashes } from './helpers/hashes'
import { resize, type Launched } from './helpers/launch'
import { openSampleAt } from './helpers/open-novel'
import { stopwatch } from '../test/stopwatch'
import { call, ids, mod, part, row } from './helpers/window'

let dir = ''
let project = ''
let app: Launched
beforeAll(async () => { ({ dir, project, app } = await openSampleAt('board')) })

const board = () => part(app.page, 'story-board')
const phases = () => ids(part(app.page, 'board-phase'))
const outline = () => call(app.page, 'story.outline', { project })
const allScenes = ({ acts, ungrouped, looseScenes }: Output<'story.outline'>) => [...[...acts.flatMap((act) => act.chapters), ...ungrouped].flatMap((chapter) => chapter.scenes), ...looseScenes]
/** Scene ids of a thread in its order, as core keeps them. */
const scenesOf = async (threadId: string) => allScenes(await outline()).filter((scene) => scene.threadId === threadId).toSorted((a, b) => a.threadSortOrder - b.threadSortOrder).map((scene) => scene.id)
const current = async () => (await app.page.locator('[data-testid="story-board"] [aria-selected="true"]').getAttribute('id')) ?? ''
const toFirstColumn = async () => {
  await board().focus()
  for (const key of ['Home', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await board().press(key)
}
const undo = () => board().press(`${mod}+KeyZ`)

/** Scene ids of a thread from the top, as far as the board draws them. */
const shownIn = (threadId: string) => app.page.evaluate((id) => {
  const rows = [...(document.getElementById(`board-thread:${id}`)?.parentElement?.querySelectorAll<HTMLElement>('[data-testid="board-thread"], [data-testid="scene-card"]') ?? [])]
  const sorted = rows.toSorted((a, b) => a.offsetTop - b.offsetTop)
  const below = sorted.slice(sorted.findIndex((one) => one.id === `board-thread:${id}`) + 1)
  const next = below.findIndex((one) => one.dataset['testid'] === 'board-thread')
  return (next < 0 ? below : below.slice(0, next)).map((one) => one.dataset['id'] ?? '')
}, threadId)
/** Waits until core keeps these scenes first in a thread and the board shows them there. */
async function begins(threadId: string, first: readonly string[]): Promise<void> {
  await expect.poll(async () => (await scenesOf(threadId)).slice(0, first.length)).toEqual(first)
  await expect.poll(async () => { const shown = await shownIn(threadId); return shown.length > 0 && shown.slice(0, first.length).every((id, i) => id === first[i]) }).toBe(true)
}
/** Waits until core and the board have a thread in this phase. */
async function standsIn(threadId: string, phaseId: string): Promise<void> {
  await expect.poll(async () => (await outline()).threads.find((one) => one.id === threadId)?.storyPhaseId).toBe(phaseId)
  await row(app.page, 'board-phase', phaseId).locator(`[data-testid="board-thread"][data-id="${threadId}"]`).waitFor()
}
const lineAt = (testId: string, id: string, side: 'before' | 'after') => row(app.page, testId, id).locator(`[data-testid="drop-line"][data-side="${side}"]`)

describe('09 §3 the board', () => {
  test('phases are columns; threads and cards stand in them as core has them', async () => {
    const told = await outline()
    expect(await phases()).toEqual(told.phases.map((phase) => phase.id))
    const first = told.threads.find((thread) => thread.storyPhaseId === told.phases[0]?.id && thread.isMainThread)
    const card = part(app.page, 'scene-card').first()
    expect(await row(app.page, 'board-thread', first?.id ?? '').getAttribute('data-state')).toBe(first?.status)
    expect(await row(app.page, 'board-thread', first?.id ?? '').locator('[data-testid="main-flag"]').count()).toBe(1)
    expect(await card.getAttribute('data-id')).toBe((await scenesOf(first?.id ?? ''))[0])
    expect(await card.innerText()).toMatch(/第 1 章[\s\S]*已改[\s\S]*没成/)
    await card.locator('[data-testid="beat-marks"]').waitFor()
  })

  test('a card dragged above another: the order changes, no file does; Mod+Z takes it back', async () => {
    const { page } = app
    const threadId = (await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''
    const before = { order: await scenesOf(threadId), files: await fileHashes(dir) }
    const [a = '', b = '', c = ''] = before.order
    await drag(page, { from: row(page, 'scene-card', c), to: row(page, 'scene-card', a), at: { x: 0.5, y: 0.2 }, landing: lineAt('scene-card', a, 'before') })
    await begins(threadId, [c, a, b, ...before.order.slice(3)])
    expect(await fileHashes(dir)).toEqual(before.files)
    await undo()
    await begins(threadId, before.order)
  })

  test('a card dragged onto a chapter of the story tree goes into it and keeps its thread; Mod+Z takes it back', async () => {
    const { page } = app
    const chapters = (await outline()).acts.flatMap((act) => act.chapters)
    const from = chapters.find((chapter) => chapter.scenes.length > 0)
    const scene = from?.scenes[0]?.id ?? ''
    const to = chapters.findLast((chapter) => chapter.id !== from?.id)?.id ?? ''
    const threadId = from?.scenes[0]?.threadId ?? ''
    const order = await scenesOf(threadId)
    const chapterOf = async () => (await outline()).acts.flatMap((act) => act.chapters).find((chapter) => chapter.scenes.some((one) => one.id === scene))?.id
    const at = row(page, 'tree-chapter', to)
    await drag(page, { from: row(page, 'scene-card', scene), to: at, at: { x: 0.5, y: 0.5 }, landing: at.and(page.locator('[data-over="true"]')) })
    await expect.poll(chapterOf).toBe(to)
    await row(page, 'tree-scene', scene).waitFor()
    expect(await scenesOf(threadId)).toEqual(order)
    expect(await at.getAttribute('data-over')).toBe('false')
    await undo()
    await expect.poll(chapterOf).toBe(from?.id)
  })

  test('a scene that goes back in story time is marked quietly; put right it is not', async () => {
    const { page } = app
    const threadId = (await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''
    const [a = '', b = ''] = await scenesOf(threadId)
    const anchor = async (id: string) => (await call(page, 'story.scene', { project, id })).worldAnchor
    const [first, second] = [await anchor(a), await anchor(b)]
    const put = (id: string, startInstant: string, of: typeof first) => call(page, 'story.save', { project, kind: 'scene', id, fields: { worldAnchor: { startInstant, endInstant: startInstant, subjectIds: of.subjectIds, locationSubjectId: of.locationSubjectId } } })
    await put(a, '2000', first)
    await put(b, '1000', second)
    const mark = row(page, 'scene-card', b).locator('[data-testid="scene-earlier"]')
    await mark.waitFor()
    await put(b, '3000', second)
    await mark.waitFor({ state: 'detached' })
    for (const [id, { startInstant, endInstant, subjectIds, locationSubjectId }] of [[a, first], [b, second]] as const) await call(page, 'story.save', { project, kind: 'scene', id, fields: { worldAnchor: { startInstant, endInstant, subjectIds, locationSubjectId } } })
  })

  test('a card dragged into the thread of another phase, a thread into another column, a phase before another', async () => {
    const { page } = app
    const told = await outline()
    const [p1 = '', p2 = ''] = told.phases.map((phase) => phase.id)
    const from = told.threads.find((thread) => thread.isMainThread)?.id ?? ''
    const to = told.threads.find((thread) => thread.storyPhaseId === p2)?.id ?? ''
    const scene = (await scenesOf(from))[0] ?? ''
    const target = (await scenesOf(to))[0] ?? ''
    await drag(page, { from: row(page, 'scene-card', scene), to: row(page, 'scene-card', target), at: { x: 0.5, y: 0.8 }, landing: lineAt('scene-card', target, 'after') })
    await begins(to, [target, scene])
    await undo()
    await begins(from, [scene])

    await drag(page, { from: row(page, 'board-thread', from), to: row(page, 'board-thread', to), at: { x: 0.5, y: 0.2 }, landing: lineAt('board-thread', to, 'before') })
    await standsIn(from, p2)
    await undo()
    await standsIn(from, p1)

    await drag(page, { from: row(page, 'board-phase', p2).locator('.board-head'), to: row(page, 'board-phase', p1).locator('.board-head'), at: { x: 0.1, y: 0.5 }, landing: lineAt('board-phase', p1, 'before') })
    await expect.poll(async () => (await phases()).slice(0, 2)).toEqual([p2, p1])
    await undo()
    await expect.poll(async () => (await phases()).slice(0, 2)).toEqual([p1, p2])
  })

  test('the same by keys: arrows move the focus, Alt+arrows the row', async () => {
    const threadId = (await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''
    const order = await scenesOf(threadId)
    const [a = '', b = ''] = order
    await toFirstColumn()
    expect(await current()).toMatch(/^board-phase:/)
    await board().press('ArrowDown')
    await expect.poll(current).toBe(`board-thread:${threadId}`)
    await board().press('ArrowDown')
    await expect.poll(current).toBe(`board-scene:${a}`)
    await board().press('Alt+ArrowDown')
    await begins(threadId, [b, a, ...order.slice(2)])
    await undo()
    await begins(threadId, order)
    await board().press('Alt+ArrowRight')
    await expect.poll(async () => (await scenesOf(threadId)).includes(a)).toBe(false)
    await undo()
    await begins(threadId, order)
    // Faster than core answers: each step goes on from the one before, and each is taken back.
    const [, , c = ''] = order
    await board().press('Alt+ArrowDown')
    await board().press('Alt+ArrowDown')
    await begins(threadId, [b, c, a])
    await undo()
    await undo()
    await begins(threadId, order)
    const before = await phases()
    await board().press('Home')
    await board().press('Alt+ArrowRight')
    await expect.poll(phases).toEqual([before[1], before[0], ...before.slice(2)])
    await undo()
    await expect.poll(phases).toEqual(before)
  })

  test('N makes a scene and names it, F2 renames, Space folds, Enter opens, Del archives, Mod+Z brings it back', async () => {
    const { page } = app
    const threadId = (await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''
    const before = await scenesOf(threadId)
    await toFirstColumn()
    await board().press('ArrowDown')
    await board().press('ArrowDown')
    await board().press('n')
    await page.locator('.board-rename').fill('雪落无声')
    await page.locator('.board-rename').press('Enter')
    await expect.poll(async () => (await scenesOf(threadId)).length).toBe(before.length + 1)
    const made = (await scenesOf(threadId))[1] ?? ''
    expect(before).not.toContain(made)
    await expect.poll(() => row(page, 'scene-card', made).locator('.card-title').innerText()).toBe('雪落无声')
    await board().press('F2')
    await page.locator('.board-rename').fill('雪落有声')
    await page.locator('.board-rename').press('Enter')
    await expect.poll(() => row(page, 'scene-card', made).locator('.card-title').innerText()).toBe('雪落有声')
    await board().press('Enter')
    await part(page, 'chapter-drawer').waitFor()
    await page.locator(`[data-testid="drawer-scene"][data-id="${made}"][data-open="true"]`).waitFor()
    expect(await page.evaluate(() => document.getElementById('root')?.getBoundingClientRect().top)).toBe(0)
    await board().focus()
    await board().press('Delete')
    await row(page, 'scene-card', made).waitFor({ state: 'detached' })
    await part(page, 'board-archived').check()
    await row(page, 'scene-card', made).and(page.locator('[data-state="archived"]')).waitFor()
    await undo()
    await row(page, 'scene-card', made).and(page.locator('[data-state="draft"]')).waitFor()
    await part(page, 'board-archived').uncheck()
    await part(page, 'drawer-close').click()
    await toFirstColumn()
    await board().press('ArrowDown')
    await board().press(' ')
    await row(page, 'scene-card', before[0] ?? '').waitFor({ state: 'detached' })
    await board().press(' ')
    await row(page, 'scene-card', before[0] ?? '').waitFor()
    await board().press('Shift+F10')
    await page.locator('.menu').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.menu').waitFor({ state: 'detached' })
  })

  test('a scene made in the middle is one step to take back; Del leaves the focus on the neighbour', async () => {
    const { page } = app
    const threadId = (await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''
    const order = await scenesOf(threadId)
    const [a = '', b = '', c = ''] = order
    await row(page, 'scene-card', a).click()
    await part(page, 'drawer-close').click()
    await board().press('n')
    await page.locator('.board-rename').press('Escape')
    await expect.poll(async () => (await scenesOf(threadId)).length).toBe(order.length + 1)
    expect((await scenesOf(threadId)).filter((_, at) => at !== 1)).toEqual(order)
    await undo()
    await expect.poll(() => scenesOf(threadId)).toEqual(order)
    await expect.poll(current).toBe(`board-scene:${b}`)
    await board().press('Delete')
    await expect.poll(current).toBe(`board-scene:${c}`)
    await row(page, 'scene-card', b).waitFor({ state: 'detached' })
    expect(await part(page, 'toast').last().innerText()).toContain('已归档')
    await undo()
    await row(page, 'scene-card', b).waitFor()
    // What came back is where the keys are.
    await expect.poll(current).toBe(`board-scene:${b}`)
  })

  test('M and the menu put a scene into another chapter, and into none', async () => {
    const { page } = app
    const told = await outline()
    const threadId = told.threads.find((thread) => thread.isMainThread)?.id ?? ''
    const [a = ''] = await scenesOf(threadId)
    const chapterOf = async () => allScenes(await outline()).find((scene) => scene.id === a)?.chapterId
    const before = await chapterOf()
    const target = [...told.acts.flatMap((act) => act.chapters), ...told.ungrouped].find((chapter) => chapter.number === 3)
    await row(page, 'scene-card', a).click()
    await part(page, 'drawer-close').click()
    await board().press('m')
    await part(page, 'chapter-picker').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await part(page, 'chapter-picker-input').fill('3')
    await expect.poll(() => part(page, 'chapter-picker-row').first().getAttribute('data-id')).toBe(target?.id)
    await page.keyboard.press('Enter')
    await expect.poll(chapterOf).toBe(target?.id)
    await part(page, 'chapter-picker').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('story-board')
    expect(await row(page, 'scene-card', a).locator('[data-testid="scene-chapter"]').innerText()).toContain('第 3 章')
    await row(page, 'scene-card', a).click({ button: 'right' })
    await part(page, 'menu-to-chapter').click()
    await part(page, 'chapter-picker-none').click()
    await expect.poll(chapterOf).toBe(null)
    await undo()
    await expect.poll(chapterOf).toBe(target?.id)
    await undo()
    await expect.poll(chapterOf).toBe(before)
  })

  test('phases are made, renamed and put into the trash here; their threads stay', async () => {
    const { page } = app
    const before = await outline()
    await part(page, 'board-add-phase').click()
    await page.locator('.board-rename').fill('尾声')
    await page.locator('.board-rename').press('Enter')
    await expect.poll(async () => (await outline()).phases.at(-1)?.title).toBe('尾声')
    const made = (await outline()).phases.at(-1)?.id ?? ''
    await board().press('n')
    await page.locator('.board-rename').fill('归乡')
    await page.locator('.board-rename').press('Enter')
    await expect.poll(async () => (await outline()).threads.find((thread) => thread.title === '归乡')?.storyPhaseId).toBe(made)
    await board().press('Home')
    await board().press('Delete')
    await expect.poll(async () => (await phases()).includes(made)).toBe(false)
    await expect.poll(async () => (await outline()).threads.find((thread) => thread.title === '归乡')?.storyPhaseId).toBe(null)
    await undo()
    await expect.poll(async () => (await phases()).at(-1)).toBe(made)
    expect((await outline()).phases.length).toBe(before.phases.length + 1)
  })

  test('a change by another shows at once and is marked until it is looked at', async () => {
    const id = (await scenesOf((await outline()).threads.find((thread) => thread.isMainThread)?.id ?? ''))[0] ?? ''
    await call(app.page, 'story.save', { project, kind: 'scene', id, fields: { status: 'active', title: '半钱坊的灯' } })
    const took = stopwatch()
    await expect.poll(() => row(app.page, 'scene-card', id).locator('.card-title').innerText()).toBe('半钱坊的灯')
    expect(took()).toBeLessThan(400)
  })

  test('Y1 axe finds nothing; W3 nothing scrolls sideways at 900×600, the drawer over the board', async () => {
    await resize(app, { width: 900, height: 600 })
    await part(app.page, 'scene-card').first().click()
    await part(app.page, 'chapter-drawer').locator('[data-testid="brief-field"]').first().waitFor()
    expect(await axeProblems(app.page)).toEqual([])
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
    expect(app.pageErrors).toEqual([])
  })
})
