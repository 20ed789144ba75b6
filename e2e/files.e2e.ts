import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { drag } from './helpers/drag'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { mod, openByClick, part, row, saved, showByClick, textShown } from './helpers/window'

let dir = ''
let app: Launched
const fileRow = (path: string) => row(app.page, 'file-row', path)
const tree = () => app.page.locator('[data-testid="files-panel"] [role="tree"]')

beforeAll(async () => {
  ;({ dir, app } = await openNovel({ title: '雪夜长灯', sample: true }))
  await app.page.keyboard.press(`${mod}+Digit3`)
  await part(app.page, 'files-panel').waitFor()
})

describe('09 §3 files', () => {
  test('folders by their names, opened by keys, a text opened by Enter', async () => {
    await fileRow('lorebook').waitFor()
    expect(await fileRow('lorebook').innerText()).toContain('设定集')
    await fileRow('lorebook').click()
    await fileRow('lorebook/character').waitFor()
    await tree().press('ArrowDown')
    await tree().press('ArrowRight')
    await fileRow('lorebook/character/wen-zhu').waitFor()
    await tree().press('ArrowLeft')
    await expect.poll(() => fileRow('lorebook/character/wen-zhu').count()).toBe(0)
  })

  test('N makes a text, F2 names it, typing reaches the file', async () => {
    await fileRow('lorebook/note').click()
    await tree().press('n')
    const name = app.page.locator('.tree-rename')
    await name.waitFor()
    await name.fill('灯谱')
    await name.press('Enter')
    await fileRow('lorebook/note/灯谱.md').waitFor()
    await openByClick(app.page, fileRow('lorebook/note/灯谱.md'))
    await textShown(app.page, 'lorebook/note/灯谱.md')
    await app.page.keyboard.type('七盏灯，七个人。')
    await saved(app.page)
    expect(await readFile(join(dir, 'lorebook/note/灯谱.md'), 'utf8')).toContain('七盏灯，七个人。')
  })

  test('moved by dragging into a folder and out again by Alt+←; the open text follows', async () => {
    const { page } = app
    const to = fileRow('lorebook/character')
    await drag(page, { from: fileRow('lorebook/note/灯谱.md'), to, at: { x: 0.3, y: 0.5 }, landing: to.and(page.locator('[data-over="true"]')) })
    await expect.poll(() => readFile(join(dir, 'lorebook/character/灯谱.md'), 'utf8').catch(() => '')).toContain('七盏灯')
    await expect.poll(() => part(page, 'editor-text').first().getAttribute('data-path')).toBe('lorebook/character/灯谱.md')
    if ((await to.getAttribute('aria-expanded')) !== 'true') await to.click()
    await fileRow('lorebook/character/灯谱.md').waitFor()
    await textShown(page, 'lorebook/character/灯谱.md')
    await tree().press('Home')
    for (let i = 0; i < 60 && (await fileRow('lorebook/character/灯谱.md').getAttribute('data-current')) !== 'true'; i += 1) await tree().press('ArrowDown')
    await tree().press('Alt+ArrowLeft')
    await expect.poll(() => readFile(join(dir, 'lorebook/灯谱.md'), 'utf8').catch(() => '')).toContain('七盏灯')
  })

  test('changes from outside appear by themselves', async () => {
    await mkdir(join(dir, 'lorebook/外来'))
    await writeFile(join(dir, 'lorebook/外来/信.md'), '远方来信\n')
    await fileRow('lorebook/外来').waitFor()
    await fileRow('lorebook/外来').click()
    await fileRow('lorebook/外来/信.md').waitFor()
    await rename(join(dir, 'lorebook/外来/信.md'), join(dir, 'lorebook/外来/回信.md'))
    await fileRow('lorebook/外来/回信.md').waitFor()
    await expect.poll(() => fileRow('lorebook/外来/信.md').count()).toBe(0)
    await rm(join(dir, 'lorebook/外来'), { recursive: true })
    await expect.poll(() => fileRow('lorebook/外来').count()).toBe(0)
  })

  test('Del moves to the trash and says how much; Undo brings the same bytes back', async () => {
    const before = await readFile(join(dir, 'lorebook/灯谱.md'), 'utf8')
    await showByClick(app.page, fileRow('lorebook/灯谱.md'))
    await tree().press('Delete')
    const toast = part(app.page, 'toast').filter({ hasText: /灯谱.*6 字/ })
    await toast.waitFor()
    await expect.poll(() => fileRow('lorebook/灯谱.md').count()).toBe(0)
    await toast.getByRole('button').first().click()
    await fileRow('lorebook/灯谱.md').waitFor()
    expect(await readFile(join(dir, 'lorebook/灯谱.md'), 'utf8')).toBe(before)
  })

  test('a taken name is refused in words, nothing is lost', async () => {
    await showByClick(app.page, fileRow('lorebook/灯谱.md'))
    await writeFile(join(dir, 'lorebook/旧谱.md'), '旧的\n')
    await fileRow('lorebook/旧谱.md').waitFor()
    await tree().focus()
    await tree().press('F2')
    await app.page.locator('.tree-rename').fill('旧谱')
    await app.page.locator('.tree-rename').press('Enter')
    await app.page.locator('[data-testid="toast"][data-kind="error"]').waitFor()
    expect(await app.page.locator('[data-testid="toast"][data-kind="error"]').count()).toBe(1)
    expect(await readFile(join(dir, 'lorebook/旧谱.md'), 'utf8')).toBe('旧的\n')
  })
})
