import { readFile, stat } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileHashes } from './helpers/hashes'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { camera, type Camera } from './helpers/photograph'
import { prose } from './helpers/texts'
import { call, drawn, ids, mod, part, row, showByClick } from './helpers/window'

let dir = ''
let project = ''
let chapters: { id: string; path: string }[] = []
let app: Launched
let shoot: Camera
const shots = process.env['WENQU_SHOTS']
const photograph = async (name: string): Promise<void> => { if (shots !== undefined) await shoot(join(shots, `${name}.png`)) }
const activity = (name: 'story' | 'trash' | 'settings') => part(app.page, `activity-${name}`).click()
const items = async () => (await call(app.page, 'trash.list', { project })).items

beforeAll(async () => {
  ;({ dir, project, app } = await openNovel({ fill: async (call, { project }) => {
    chapters = await addChapters(call, project, Array.from({ length: 4 }, (_, i) => ({ title: `第${i + 1}夜`, text: prose(3, i) })))
    const { path = '' } = chapters[1] ?? {}
    await call('versions.keep', { project, path, text: '旧的一稿\n', reason: 'named', name: '初稿' })
    await call('files.create', { project, path: 'lorebook/note/灯.md', kind: 'file', text: '灯有七盏。\n' })
  } }))
  await part(app.page, 'tree-chapter').first().waitFor()
  shoot = await camera(app.page)
})

describe('09 §10 trash', () => {
  test('T1 a chapter deleted and restored: same place, id, history, hash', async () => {
    const { page } = app
    const { id = '', path = '' } = chapters[1] ?? {}
    const before = { order: await ids(part(page, 'tree-chapter')), files: await fileHashes(dir), versions: await call(page, 'versions.list', { project, path }) }
    expect(before.versions.versions.length).toBeGreaterThan(0)
    await showByClick(page, row(page, 'tree-chapter', id))
    await part(page, 'story-tree').press('Delete')
    await expect.poll(() => row(page, 'tree-chapter', id).count()).toBe(0)
    expect(await stat(join(dir, path)).catch(() => null)).toBeNull()
    await activity('trash')
    await part(page, 'trash-row').first().locator('[data-row]').press('Enter')
    const shown = page.locator('.trash-preview')
    await expect.poll(() => shown.locator('pre').innerText()).toContain(prose(3, 1).slice(0, 20))
    expect(await shown.innerText()).not.toMatch(/---|title:|index\.md/)
    expect(await shown.locator('h1').innerText()).toBe('第2夜')
    await part(page, 'trash-restore').click()
    await expect.poll(() => part(page, 'trash-row').count()).toBe(0)
    await activity('story')
    await expect.poll(() => ids(part(page, 'tree-chapter'))).toEqual(before.order)
    expect(await fileHashes(dir)).toEqual(before.files)
    expect(await call(page, 'versions.list', { project, path })).toEqual(before.versions)
  })

  test('T2 Enter on a row only looks, no key purges, purge is off until it is confirmed', async () => {
    const { page } = app
    await call(page, 'files.trash', { project, path: 'lorebook/note/灯.md' })
    await activity('trash')
    const line = part(page, 'trash-row').filter({ hasText: '灯' }).first()
    await line.locator('[data-row]').press('Enter')
    await part(page, 'trash-purge').waitFor()
    await expect.poll(() => page.locator('.trash-preview pre').innerText()).toContain('灯有七盏。')
    for (const key of ['Delete', 'Backspace', `${mod}+Backspace`, 'Shift+Delete']) await line.locator('[data-row]').press(key)
    await drawn(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await items()).length).toBe(1)
    await part(page, 'trash-purge').click()
    await part(page, 'purge-list').waitFor()
    await expect.poll(() => part(page, 'purge-list').innerText()).toMatch(/灯\.md[\s\S]*4 字/)
    expect(await part(page, 'trash-purge-now').isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect((await items()).length).toBe(1)
  })

  test('T4 what the author deleted is listed with where it came from and by whom', async () => {
    const [item] = await items()
    expect(item).toMatchObject({ kind: 'file', from: expect.stringContaining('lorebook/note/灯.md'), by: 'author', sessionId: null, words: 4 })
    expect(await part(app.page, 'zone-centre').innerText()).toMatch(/由你删除/)
  })

  test('T5 restoring onto a taken name keeps both', async () => {
    const { page } = app
    await call(page, 'files.create', { project, path: 'lorebook/note/灯.md', kind: 'file', text: '另一盏。\n' })
    await part(page, 'trash-row').first().locator('[data-row]').press('r')
    await part(page, 'toast').filter({ hasText: '原来的名字已被占用' }).waitFor()
    await expect.poll(async () => (await items()).length).toBe(0)
    const { rows } = await call(page, 'files.list', { project, dir: 'lorebook/note' })
    expect(rows.length).toBe(2)
    const texts = await Promise.all(rows.map((file) => readFile(join(dir, file.path), 'utf8')))
    expect(texts.toSorted()).toEqual(['另一盏。\n', '灯有七盏。\n'].toSorted())
  })

  test('purge: read the list, confirm, and only then it is gone from the disk', async () => {
    const { page } = app
    const { rows } = await call(page, 'files.list', { project, dir: 'lorebook/note' })
    for (const file of rows) await call(page, 'files.trash', { project, path: file.path })
    await expect.poll(() => part(page, 'trash-row').count()).toBe(2)
    await part(page, 'trash-row').first().locator('[data-row]').press(' ')
    await page.locator('.panel-foot button').click()
    await part(page, 'purge-confirm').check()
    await part(page, 'trash-purge-now').click()
    await expect.poll(() => part(page, 'trash-row').count()).toBe(1)
    expect((await items()).length).toBe(1)
  })

  test('texts of chapters that went as files are told apart: never by index.md', async () => {
    const { page } = app
    const gone = chapters.slice(2, 4)
    for (const { path } of gone) await call(page, 'files.trash', { project, path })
    await activity('trash')
    await expect.poll(() => part(page, 'trash-row').count()).toBeGreaterThanOrEqual(2)
    const names = await part(page, 'trash-row').locator('.ellipsis').allInnerTexts()
    expect(names.join()).not.toContain('index')
    expect(new Set(names).size, names.join()).toBe(names.length)
    for (const { id } of await items()) await call(page, 'trash.restore', { project, id })
    await expect.poll(() => part(page, 'trash-row').count()).toBe(0)
  })

  test('what belongs to the plan says what holds it, and is where the keys are once it is back', async () => {
    const { page } = app
    const { id: act } = await call(page, 'story.save', { project, kind: 'act', fields: { name: 'act-1', title: '风雪卷' } })
    const { id = '' } = chapters[0] ?? {}
    await call(page, 'story.save', { project, kind: 'chapter', id, fields: { actId: act } })
    await call(page, 'story.trash', { project, kind: 'chapter', id, withProse: true })
    await activity('trash')
    await part(page, 'trash-row').first().locator('[data-row]').press('Enter')
    await expect.poll(() => part(page, 'trash-from').innerText()).toBe('原在 卷“风雪卷”')
    await photograph('trash-from')
    await part(page, 'trash-restore').click()
    const toast = part(page, 'toast').filter({ hasText: '已恢复，现在在卷“风雪卷”' })
    await toast.waitFor()
    await photograph('trash-restored')
    await toast.getByRole('button', { name: '去看看' }).click()
    await expect.poll(() => row(page, 'tree-chapter', id).getAttribute('data-current')).toBe('true')
    await part(page, 'story-tree').and(page.locator(':focus')).waitFor()
    await photograph('trash-shown')
    const { id: thread } = await call(page, 'story.save', { project, kind: 'thread', fields: { name: 'main', title: '渡河' } })
    const { id: scene } = await call(page, 'story.save', { project, kind: 'scene', fields: { threadId: thread, chapterId: id, title: '灯下' } })
    await call(page, 'story.trash', { project, kind: 'scene', id: scene, withProse: true })
    await activity('trash')
    await part(page, 'trash-row').first().locator('[data-row]').press('r')
    await part(page, 'toast').filter({ hasText: '现在在剧情线“渡河”、章“第1夜”' }).getByRole('button', { name: '去看看' }).click()
    await expect.poll(() => row(page, 'scene-card', scene).getAttribute('data-current')).toBe('true')
  })

  test('T3 a whole novel: enabled only on its exact title, then moved to the trash beside it', async () => {
    const { page } = app
    await activity('settings')
    await page.locator('.section-rows button').last().click()
    await page.locator('.section-rows button').last().and(page.locator('[aria-current="true"]')).waitFor()
    await part(page, 'project-delete').click()
    const title = part(page, 'purge-title')
    for (const wrong of ['', '雪', '雪夜 长灯', '雪夜。']) {
      await title.fill(wrong)
      expect(await part(page, 'project-delete-now').isDisabled(), wrong).toBe(true)
    }
    await title.fill('雪夜')
    await part(page, 'project-delete-now').click()
    await page.locator('.first-run').waitFor()
    expect(await stat(dir).catch(() => null)).toBeNull()
    expect((await stat(join(dirname(dir), '.wenqu-trash'))).isDirectory()).toBe(true)
    expect(app.pageErrors).toEqual([])
  })
})
