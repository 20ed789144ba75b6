import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { saveNext } from './helpers/dialogs'
import { reload, resize, type Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { call, focusIsInText, focusText, mod, part, showByClick, value } from './helpers/window'
import { inputMethod } from './support/composition'
import { exportTo, lines, openBook, openExport } from './support/export'
import { proseOnDisk } from './support/text'

const out = freshFolder()
let dir = ''
let project = ''
let app: Launched
let paths: Awaited<ReturnType<typeof openBook>>['paths']
beforeAll(async () => { ({ dir, project, app, paths } = await openBook()) })

const bare = (text: string) => text.replace(/[\s　*#\uFEFF]/g, '')

describe('09 §16 export', () => {
  test('X1 TXT: BOM, one indent, line ends by choice; the prose is the source', async () => {
    const { page } = app
    await openExport(app)
    const began = await saveNext(app, null)
    await part(page, 'export-run').click()
    await expect.poll(began).toBe(join(dir, '..', '雪夜.txt'))
    expect(await part(page, 'export-result').count(), 'closed: nothing happens').toBe(0)

    const plain = await exportTo(app, 'txt', out, '雪夜.txt')
    expect([...plain.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = plain.toString()
    expect(text).not.toContain('\r')
    expect(lines(text)).toEqual(['卷一 雪', '叩门', '　　雪下了一夜。', '　　“走吧。”她说。', '***', '　　天亮以后，没有人扫雪。', '旧灯', '　　灯还亮着，是那盏灯。', '　　他押下一支笔。', '尾声', '　　雪停了。'])
    const source = (await Promise.all([paths.snow, paths.lamp, paths.tail].map((path) => proseOnDisk(dir, path)))).map(bare).join('')
    expect(bare(lines(text).filter((line) => line.startsWith('　')).join(''))).toBe(source)

    await part(page, 'export-crlf').check()
    const windows = (await exportTo(app, 'txt', out, '雪夜-换行.txt')).toString()
    expect(windows).toBe(text.replaceAll('\n', '\r\n'))
    await part(page, 'export-crlf').uncheck()
    await part(page, 'export-indent').uncheck()
    expect(lines((await exportTo(app, 'txt', out, '雪夜-顶格.txt')).toString())).toEqual(lines(text.replaceAll('　　', '')))
    await part(page, 'export-indent').check()
  })

  test('what it says is what is in it: chapters, 字数 both ways, and by name what is not', async () => {
    const { page } = app
    await exportTo(app, 'txt', out, '说明.txt')
    const [chapters, words] = [await value(part(page, 'export-result')), Number(await part(page, 'export-result').getAttribute('data-words'))]
    const outline = await call(page, 'story.outline', { project })
    expect([chapters, words]).toEqual([3, outline.words])
    expect(Number(await part(page, 'export-counts').getAttribute('data-punct'))).toBe(outline.wordsWithPunctuation)
    const left = part(page, 'export-result').locator('[data-testid="export-left-out"]')
    await left.locator('summary').click()
    expect(await left.locator('li').allInnerTexts()).toEqual([expect.stringContaining('还没写')])
  })

  test('Open and Show hand the file to the system; nothing but what can be exported is opened', async () => {
    const { page } = app
    await exportTo(app, 'txt', out, '给系统.txt')
    await app.app.evaluate(({ shell }) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      shell.openPath = async (path) => { asked.push(`open ${path}`); return '' }
      shell.showItemInFolder = (path) => { asked.push(`show ${path}`) }
    })
    const asked = () => app.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    await part(page, 'export-show').click()
    await expect.poll(asked).toEqual([`show ${join(out, '给系统.txt')}`])
    await part(page, 'export-open').click()
    await expect.poll(asked).toEqual([`show ${join(out, '给系统.txt')}`, `open ${join(out, '给系统.txt')}`])
    await expect(call(page, 'app.openExported', { path: process.execPath })).rejects.toThrow('LINK_REFUSED')
    await expect(call(page, 'app.openExported', { path: join(out, '没有.txt') })).rejects.toThrow('NOT_FOUND')
    expect(await asked()).toHaveLength(2)
  })

  test('X4 an existing file is asked about; what stands there stays until the author says so', async () => {
    const { page } = app
    await exportTo(app, 'txt', out, '旧稿.txt')
    const file = join(out, '旧稿.txt')
    await writeFile(file, '我的旧稿')
    await utimes(file, new Date('2026-03-04T05:06:00'), new Date('2026-03-04T05:06:00'))
    const ask = async () => {
      await part(page, 'export-run').click()
      await part(page, 'overwrite-confirm').waitFor()
    }
    await ask()
    expect(await part(page, 'overwrite-confirm').innerText()).toMatch(/旧稿\.txt.*1 KB.*3月4日/)
    await page.keyboard.press('Enter')
    await part(page, 'overwrite-confirm').waitFor({ state: 'detached' })
    await ask()
    await page.keyboard.press('Escape')
    await part(page, 'overwrite-confirm').waitFor({ state: 'detached' })
    expect(await part(page, 'export-panel').isVisible()).toBe(true)
    // Another choice is another question: what was asked about the TXT is not said of the web page.
    await ask()
    await part(page, 'export-html').check()
    await part(page, 'overwrite-confirm').waitFor({ state: 'detached' })
    await part(page, 'export-txt').check()
    expect(await readFile(file, 'utf8')).toBe('我的旧稿')
    await ask()
    await part(page, 'overwrite-replace').click()
    await part(page, 'export-result').waitFor()
    expect((await readFile(file)).toString()).toContain('雪下了一夜。')
  })

  test('X5 the chosen chapters and no other; choices are there again after a reload', async () => {
    const { page } = app
    await openExport(app)
    await part(page, 'export-range-chapters').check()
    await part(page, 'export-none').click()
    expect(await value(part(page, 'export-chosen'))).toBe(0)
    expect(await part(page, 'export-run').isDisabled()).toBe(true)
    for (const title of ['尾声', '叩门']) await part(page, 'export-chapter').filter({ hasText: title }).click()
    await expect.poll(() => value(part(page, 'export-preview'))).toBe(2)
    expect(await value(part(page, 'export-chosen'))).toBe(2)
    expect(await part(page, 'export-chapter').filter({ hasText: '卷一' }).getAttribute('data-state')).toBe('some')
    const text = (await exportTo(app, 'txt', out, '两章.txt')).toString()
    expect(await value(part(page, 'export-result'))).toBe(2)
    expect(lines(text).filter((line) => !line.startsWith('　') && line !== '***')).toEqual(['卷一 雪', '叩门', '尾声'])
    await reload(page)
    await part(page, 'export-tree').waitFor()
    expect(await value(part(page, 'export-chosen'))).toBe(2)
    expect(await part(page, 'export-place').textContent()).toBe(join(out, '两章.txt'))
    await part(page, 'export-range-act').check()
    await expect.poll(() => part(page, 'export-preview').getAttribute('data-value')).toBe('2')
    await part(page, 'export-range-book').check()
  })

  test('W3 in the smallest window, also at 200 %, nothing lies over anything and nothing scrolls sideways', async () => {
    const { page } = app
    await openExport(app)
    await part(page, 'export-range-chapters').check()
    const box = (selector: string) => page.locator(selector).evaluate((one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return { left, top, right, bottom } })
    const zoom = (factor: number) => app.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(to), factor)
    for (const factor of [1, 2]) {
      await resize(app, { width: 900, height: 600 })
      await zoom(factor)
      await page.waitForFunction((to) => Math.abs(window.devicePixelRatio - to) < 0.01, factor)
      const [choices, preview] = [await box('.export-choices'), await box('.export-preview')]
      expect(choices.right <= preview.left || choices.bottom <= preview.top, `apart at ${factor}`).toBe(true)
      expect(await page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.export, .export-body, .export-choices, .export-part, .export-foot')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className))).toEqual([])
    }
    await zoom(1)
    await resize(app, { width: 1280, height: 800 })
    await part(page, 'export-range-book').check()
  })

  test('titles and scene breaks as chosen, in the preview first', async () => {
    const { page } = app
    const shown = async () => (await page.locator('.export-page [data-kind]').allTextContents()).filter((line) => line !== '')
    await openExport(app)
    await part(page, 'export-txt').check()
    await part(page, 'export-titles').selectOption('numbered')
    await expect.poll(shown).toEqual(expect.arrayContaining(['第1章 叩门']))
    await part(page, 'export-titles').selectOption('none')
    await expect.poll(shown).not.toEqual(expect.arrayContaining([expect.stringContaining('叩门')]))
    await part(page, 'export-titles').selectOption('written')
    await part(page, 'export-break').selectOption('own')
    await part(page, 'export-break-own').fill('～～')
    await expect.poll(shown).toEqual(expect.arrayContaining(['～～']))
    const text = (await exportTo(app, 'txt', out, '样子.txt')).toString()
    expect(lines(text)).toEqual(await shown())
    await part(page, 'export-break').selectOption('written')
    await expect.poll(shown).toEqual(expect.arrayContaining(['***']))
  })

  test('what was typed a moment ago is in it', async () => {
    const { page } = app
    await part(page, 'activity-story').click()
    await showByClick(page, page.locator('[data-testid="tree-chapter"]', { hasText: '尾声' }))
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    await page.keyboard.type('还有一句刚写下的。')
    expect((await exportTo(app, 'txt', out, '刚写的.txt')).toString()).toContain('还有一句刚写下的。')
  })

  test('nothing to export says why and leads out', async () => {
    const empty = await openNovel({ title: '空' })
    const { page } = empty.app
    await openExport(empty.app)
    await part(page, 'export-empty').waitFor()
    expect(await part(page, 'export-run').isDisabled()).toBe(true)
    expect(await page.locator('#export-why').innerText()).toContain('还没有章节')
    await part(page, 'export-import').click()
    await part(page, 'import-panel').waitFor()
    await openExport(empty.app)
    await part(page, 'export-write').click()
    await part(page, 'story-empty').waitFor()
    await empty.app.close()
  })

  test('by keys alone; an Enter of the input method does nothing; Esc goes back to the text', async () => {
    const { page } = app
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName)
    const tabTo = async (id: string) => { for (let n = 0; n < 20 && (await focused()) !== id; n += 1) await page.keyboard.press('Tab'); expect(await focused()).toBe(id) }
    await part(page, 'activity-story').click()
    await focusText(page)
    await page.keyboard.press(`${mod}+KeyP`)
    await part(page, 'quick-open').locator('input').fill('export')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('export-txt')
    await tabTo('export-range-book')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await tabTo('export-tree')
    await page.keyboard.press(`${mod}+KeyA`)
    await page.keyboard.press('End')
    if ((await value(part(page, 'export-chosen'))) > 0) await page.keyboard.press(`${mod}+KeyA`)
    await page.keyboard.press('Space')
    await expect.poll(() => value(part(page, 'export-chosen'))).toBe(1)
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => value(part(page, 'export-chosen'))).toBe(2)
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    const file = join(out, '键盘.txt')
    await saveNext(app, file)
    await tabTo('export-elsewhere')
    await page.keyboard.press('Enter')
    await expect.poll(() => part(page, 'export-path').textContent()).toBe(file)
    await page.keyboard.press(`${mod}+Enter`)
    await part(page, 'overwrite-confirm').waitFor()
    await expect.poll(focused).toBe('overwrite-keep')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part(page, 'export-result').waitFor()
    // Back on the first control by F6 round the window.
    await page.keyboard.press('F6')
    await page.keyboard.press('Shift+F6')
    await expect.poll(focused).toBe('export-txt')

    await part(page, 'export-break').selectOption('own')
    await part(page, 'export-break-own').fill('')
    await part(page, 'export-break-own').focus()
    const before = (await readdir(out)).length
    const ime = await inputMethod(page)
    await ime.compose('deng')
    await ime.key('Enter')
    await ime.key('Escape')
    await ime.commit('灯')
    await ime.end()
    expect(await part(page, 'export-break-own').inputValue()).toBe('灯')
    expect([(await readdir(out)).length, await part(page, 'overwrite-confirm').count(), await part(page, 'export-panel').isVisible()]).toEqual([before, 0, true])
    await part(page, 'export-break').selectOption('written')
    await part(page, 'export-range-book').check()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusIsInText(page)).toBe(true)
  })
})

test('a folder that cannot be written to is said in plain words, and another place is offered', async () => {
  const { page } = app
  await openExport(app)
  await saveNext(app, join(dir, 'manuscript', '里面.txt'))
  await part(page, 'export-elsewhere').click()
  const note = part(page, 'export-panel').locator('.error-note')
  await note.waitFor()
  expect(await note.innerText()).toContain('另选一个作品以外')
  expect(await stat(join(dir, 'manuscript', '里面.txt')).catch(() => null)).toBeNull()
  await exportTo(app, 'txt', out, '外面.txt')
  expect(app.pageErrors).toEqual([])
})

test('words that cannot be saved are not left out in silence: it says which chapter, and leads there', async () => {
  const { page } = app
  await part(page, 'activity-story').click()
  await showByClick(page, page.locator('[data-testid="tree-chapter"]', { hasText: '旧灯' }))
  await focusText(page)
  const before = await readFile(join(dir, paths.lamp), 'utf8')
  await page.keyboard.type('我的一行')
  await writeFile(join(dir, paths.lamp), before.replace('他押下一支笔。', '他押下三支笔。'))
  await part(page, 'conflict-bar').waitFor()
  await openExport(app)
  await saveNext(app, join(out, '缺字.txt'))
  await part(page, 'export-elsewhere').click()
  const note = part(page, 'export-panel').locator('.error-note[data-code="EXPORT_UNSAVED"]')
  await note.waitFor()
  expect(await note.innerText()).toContain('“旧灯”')
  expect(await stat(join(out, '缺字.txt')).catch(() => null)).toBeNull()
  await part(page, 'export-to-text').click()
  await part(page, 'conflict-bar').waitFor()
})
