import { beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../src/shared/procedures'
import { wenqu } from './helpers/cli'
import { fileHashes } from './helpers/hashes'
import { drag } from './helpers/drag'
import type { Launched } from './helpers/launch'
import { openSample } from './helpers/open-novel'
import { stopwatch } from '../test/stopwatch'
import { random } from './helpers/texts'
import { call, focusIsInText, ids, mod, openByClick, part, row, showByClick, textShown } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched

beforeAll(async () => { ({ home, dir, project, app } = await openSample()) })

const order = () => ids(part(app.page, 'tree-chapter'))

interface TreeNode { id?: unknown; chapters?: unknown; acts?: unknown }
/** Chapter ids of a `get_story_tree` result, in its own order. */
function chaptersOf(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { acts = [], ungroupedChapters = [] } = details as { acts?: TreeNode[]; ungroupedChapters?: TreeNode[] }
  const groups = [...acts.flatMap((act) => (Array.isArray(act.chapters) ? (act.chapters as TreeNode[]) : [])), ...ungroupedChapters]
  return groups.map((chapter) => String(chapter.id))
}

describe('09 §3 story', () => {
  test('S1 the tree equals call get_story_tree, in order', async () => {
    const result = await wenqu(home, ['call', 'get_story_tree', '{}', '--project', dir])
    expect(result).toMatchObject({ status: 'ok' })
    const told = chaptersOf((result as { details: unknown }).details)
    expect(told.length).toBe(12)
    expect(await order()).toEqual(told)
    const outline = await call(app.page, 'story.outline', { project })
    expect(await part(app.page, 'tree-act').locator('.tree-title').allInnerTexts()).toEqual(outline.acts.map(({ act }) => act.title))
  })

  test('S2 chapter 3 dragged before 1: the order changes, no file does', async () => {
    const before = { order: await order(), files: await fileHashes(dir) }
    const [first = '', second = '', third = ''] = before.order
    const to = row(app.page, 'tree-chapter', first)
    await drag(app.page, { from: row(app.page, 'tree-chapter', third), to, at: { x: 0.3, y: 0.15 }, landing: to.locator('[data-testid="drop-line"][data-side="before"]') })
    await expect.poll(order).toEqual([third, first, second, ...before.order.slice(3)])
    expect(await fileHashes(dir)).toEqual(before.files)
    await part(app.page, 'story-tree').press(`${mod}+KeyZ`)
    await expect.poll(order).toEqual(before.order)
  })

  test('S3 the same by Alt+↑, then Mod+Z takes it back, Mod+Shift+Z and Mod+Y do it again', async () => {
    const before = { order: await order(), files: await fileHashes(dir) }
    const [first = '', second = '', third = ''] = before.order
    await showByClick(app.page, row(app.page, 'tree-chapter', third))
    const tree = part(app.page, 'story-tree')
    await tree.press('Alt+ArrowUp')
    await expect.poll(order).toEqual([first, third, second, ...before.order.slice(3)])
    await tree.press('Alt+ArrowUp')
    await expect.poll(order).toEqual([third, first, second, ...before.order.slice(3)])
    expect(await fileHashes(dir)).toEqual(before.files)
    await tree.press(`${mod}+KeyZ`)
    await tree.press(`${mod}+KeyZ`)
    await expect.poll(order).toEqual(before.order)
    await tree.press(`${mod}+Shift+KeyZ`)
    await tree.press(`${mod}+KeyY`)
    await expect.poll(order).toEqual([third, first, second, ...before.order.slice(3)])
    await tree.press(`${mod}+KeyZ`)
    await tree.press(`${mod}+KeyZ`)
    await expect.poll(order).toEqual(before.order)
    expect(await fileHashes(dir)).toEqual(before.files)
  })

  test('a chapter made and taken back leaves no tab of its text behind', async () => {
    const { page } = app
    const before = { order: await order(), tabs: await part(page, 'editor-tab').count() }
    const tree = part(page, 'story-tree')
    await tree.focus()
    await page.keyboard.press('n')
    await expect.poll(() => part(page, 'editor-tab').count()).toBe(before.tabs + 1)
    await expect.poll(async () => (await order()).length).toBe(before.order.length + 1)
    await tree.press(`${mod}+KeyZ`)
    await expect.poll(order).toEqual(before.order)
    await expect.poll(() => part(page, 'editor-tab').count()).toBe(before.tabs)
  })

  test('S3 keys faster than core answers: every step counts, Mod+Z takes back the newest', async () => {
    const before = await order()
    const [first = '', second = '', third = ''] = before
    const tree = part(app.page, 'story-tree')
    await showByClick(app.page, row(app.page, 'tree-chapter', third))
    await tree.focus()
    for (const key of ['Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', `${mod}+KeyZ`]) await app.page.keyboard.press(key)
    await expect.poll(order).toEqual([third, first, second, ...before.slice(3)])
    for (let i = 0; i < 2; i += 1) await app.page.keyboard.press(`${mod}+KeyZ`)
    await expect.poll(order).toEqual(before)
  })

  test('a click shows the text and leaves the keys with the tree: Del means the chapter; Enter, a double click and the menu go into the text', async () => {
    const { page } = app
    const [first = '', second = ''] = await order()
    const treeHasKeys = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid') === 'story-tree')
    const text = () => part(page, 'editor-text').first().getAttribute('data-path')
    await openByClick(page, row(page, 'tree-chapter', second))
    const path = await text()
    await showByClick(page, row(page, 'tree-chapter', first))
    expect(await text()).not.toBe(path)
    expect(await treeHasKeys()).toBe(true)
    await page.keyboard.press('Delete')
    await expect.poll(() => row(page, 'tree-chapter', first).count()).toBe(0)
    await page.keyboard.press(`${mod}+KeyZ`)
    await row(page, 'tree-chapter', first).waitFor()
    await showByClick(page, row(page, 'tree-chapter', first))
    await openByClick(page, row(page, 'tree-chapter', first))
    await part(page, 'story-tree').press('Enter')
    await expect.poll(() => focusIsInText(page)).toBe(true)
    await row(page, 'tree-chapter', first).click({ button: 'right' })
    await page.locator('[role="menuitem"]').first().click()
    await expect.poll(() => focusIsInText(page)).toBe(true)
  })

  test('tree keys: arrows, Enter opens, F2 renames, N adds, Del to the trash, Undo brings it back', async () => {
    const { page } = app
    const before = await order()
    const tree = part(page, 'story-tree')
    await showByClick(page, row(page, 'tree-chapter', before[1] ?? ''))
    await tree.press('ArrowDown')
    await expect.poll(() => row(page, 'tree-chapter', before[2] ?? '').getAttribute('data-current')).toBe('true')
    await tree.press('Enter')
    await expect.poll(() => row(page, 'tree-chapter', before[2] ?? '').getAttribute('data-active')).toBe('true')
    await textShown(page)
    await expect.poll(() => focusIsInText(page)).toBe(true)
    await tree.focus()
    await tree.press('F2')
    await page.locator('.tree-rename').fill('新的题目')
    await page.locator('.tree-rename').press('Enter')
    await expect.poll(() => row(page, 'tree-chapter', before[2] ?? '').locator('.tree-title').innerText()).toBe('新的题目')
    await tree.focus()
    await tree.press('n')
    await expect.poll(async () => (await order()).length).toBe(before.length + 1)
    const added = (await order())[3] ?? ''
    expect(before).not.toContain(added)
    await row(page, 'tree-chapter', added).and(page.locator('[data-active="true"][data-current="true"]')).waitFor()
    await textShown(page)
    await expect.poll(() => focusIsInText(page), { message: 'one can write at once' }).toBe(true)
    await tree.focus()
    await tree.press('Delete')
    await expect.poll(order).toEqual(before)
    // The neighbour is current, not the first row.
    await expect.poll(() => page.locator('.tree-row[data-current="true"]').getAttribute('data-id')).toBe(before[3])
    await part(page, 'toast').last().getByRole('button').first().click()
    await expect.poll(async () => (await order()).toSorted()).toEqual([...before, added].toSorted())
  })

  test('a chapter renamed here keeps its text: the link is its name, and no file changes', async () => {
    const { page } = app
    const id = (await order())[4] ?? ''
    const prose = async () => (await call(page, 'story.chapter', { project, id })).prose.map(({ path }) => path)
    const before = { files: await fileHashes(dir), prose: await prose() }
    expect(before.prose.length).toBeGreaterThan(0)
    await showByClick(page, row(page, 'tree-chapter', id))
    await part(page, 'story-tree').press('F2')
    await page.locator('.tree-rename').fill('？：“/”CON. 😀')
    await page.locator('.tree-rename').press('Enter')
    await expect.poll(() => row(page, 'tree-chapter', id).locator('.tree-title').innerText()).toBe('？：“/”CON. 😀')
    expect({ files: await fileHashes(dir), prose: await prose() }).toEqual(before)
    await part(page, 'story-tree').press(`${mod}+KeyZ`)
    await expect.poll(() => row(page, 'tree-chapter', id).locator('.tree-title').innerText()).not.toBe('？：“/”CON. 😀')
  })

  test('the menu of a row by Shift+F10, where it stands', async () => {
    const { page } = app
    await part(page, 'story-tree').press('Shift+F10')
    await part(page, 'menu-plan').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.menu').waitFor({ state: 'detached' })
  })

  test('a change by another process shows at once', async () => {
    const id = (await order())[0] ?? ''
    await call(app.page, 'story.save', { project, kind: 'chapter', id, fields: { title: '灯下' } })
    const took = stopwatch()
    await expect.poll(() => row(app.page, 'tree-chapter', id).locator('.tree-title').innerText()).toBe('灯下')
    expect(took()).toBeLessThan(400)
  })

  test('S7 1,000 random moves: the same ids, the same hashes', async () => {
    const before = { outline: await call(app.page, 'story.outline', { project }), files: await fileHashes(dir) }
    const moved = await app.page.evaluate(randomMoves, { project, numbers: Array.from({ length: 4_000 }, random(7)) })
    expect(moved).toEqual({ done: 1_000, refused: [] })
    const after = await call(app.page, 'story.outline', { project })
    expect(idsOf(after)).toEqual(idsOf(before.outline))
    expect(await fileHashes(dir)).toEqual(before.files)
    await expect.poll(order).toEqual([...after.acts.flatMap((act) => act.chapters), ...after.ungrouped].map((chapter) => chapter.id))
  })
})

function idsOf(outline: Output<'story.outline'>): { scenes: string[]; chapters: string[]; acts: string[] } {
  const chapters = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped]
  return { scenes: [...chapters.flatMap((chapter) => chapter.scenes), ...outline.looseScenes].map((scene) => scene.id).toSorted(), chapters: chapters.map((chapter) => chapter.id).toSorted(), acts: outline.acts.map(({ act }) => act.id).toSorted() }
}

/** Runs in the page: a thousand moves of chapters, acts, threads and scenes, each where the numbers say. */
async function randomMoves({ project, numbers }: { project: string; numbers: number[] }): Promise<{ done: number; refused: string[] }> {
  let at = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor((numbers[at++ % numbers.length] ?? 0) * list.length)] as T
  const read = async () => {
    const answer = await window.wenqu.call('story.outline', { project })
    if (!answer.ok) throw new Error(answer.fault.message)
    return answer.value
  }
  const refused: string[] = []
  let done = 0
  const outline = await read()
  const chapters = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped]
  const scenes = [...chapters.flatMap((chapter) => chapter.scenes), ...outline.looseScenes]
  for (let i = 0; i < 1_000; i += 1) {
    const kind = pick(['chapter', 'scene', 'scene', 'act', 'thread'] as const)
    const list = kind === 'scene' ? pick(['chapter', 'thread'] as const) : kind === 'thread' ? 'phase' as const : 'story' as const
    const id = pick<{ id: string }>({ chapter: chapters, scene: scenes, act: outline.acts.map(({ act }) => act), thread: outline.threads }[kind]).id
    const parents = list === 'chapter' ? chapters.map((one) => one.id) : list === 'thread' ? outline.threads.map((one) => one.id) : list === 'phase' ? outline.phases.map((one) => one.id) : [...outline.acts.map(({ act }) => act.id), null]
    const parent = kind === 'act' || parents.length === 0 ? {} : { parent: pick(parents) }
    const answer = await window.wenqu.call('story.move', { project, kind, id, list, ...parent, index: pick([0, 1, 2, 3]) })
    if (answer.ok) done += 1
    else refused.push(`${kind} ${answer.fault.code} ${answer.fault.message}`)
  }
  return { done, refused: refused.slice(0, 5) }
}
