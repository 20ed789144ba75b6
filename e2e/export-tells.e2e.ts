import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveNext } from './helpers/dialogs'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { addChapters } from './helpers/make-project'
import { freshFolder } from './helpers/paths'
import { focusText, mod, part, showByClick, value } from './helpers/window'
import { newSession, send } from './support/assistant'
import { exportTo, openBook, openExport } from './support/export'

const out = freshFolder()
let app: Launched
let project = ''
let paths: Awaited<ReturnType<typeof openBook>>['paths']
beforeAll(async () => { ({ app, project, paths } = await openBook()) })
afterAll(() => app.close())

describe('09 §16 the export panel says what is so now', () => {
  test('the bar of an earlier export says of what time it is once a choice or the text is another', async () => {
    const { page } = app
    const result = part(page, 'export-result')
    const kind = () => result.getAttribute('data-kind')
    await exportTo(app, 'txt', out, '先前.txt')
    expect(await kind()).toBe('good')
    await part(page, 'export-indent').uncheck()
    await expect.poll(kind).toBe('past')
    expect(await result.innerText()).toMatch(/\d{1,2}:\d{2}.*导出的是 3 章/)
    await part(page, 'export-indent').check()
    await expect.poll(kind, { message: 'the same choice again gives the same file' }).toBe('good')

    await part(page, 'activity-story').click()
    await showByClick(page, page.locator('[data-testid="tree-chapter"]', { hasText: '尾声' }))
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    await page.keyboard.type('后来又写了一句。')
    await page.keyboard.press(`${mod}+KeyS`)
    await openExport(app)
    await expect.poll(kind).toBe('past')
    await exportTo(app, 'txt', out, '先前再.txt')
    await expect.poll(kind).toBe('good')
  })

  test('the preview begins as the file does and shows emphasis; the save dialog names the format', async () => {
    const { page } = app
    await exportTo(app, 'html', out, '样子.html')
    expect(await app.app.evaluate(() => (globalThis as { saveKinds?: string[] }).saveKinds)).toEqual(['网页'])
    const shown = page.locator('.export-page')
    await expect.poll(() => shown.locator('[data-kind]').first().textContent()).toBe('雪夜')
    expect(await shown.locator('em').allTextContents()).toEqual(['那盏'])
    await part(page, 'export-txt').check()
    await expect.poll(() => shown.locator('[data-kind]').first().textContent()).toBe('卷一 雪')
    expect(await shown.locator('em').count()).toBe(0)
  })

  test('no chapter chosen: nothing is said to be complete, and no page is shown', async () => {
    const { page } = app
    await openExport(app)
    await expect.poll(() => page.locator('.export-page [data-kind]').count()).toBeGreaterThan(5)
    expect(await part(page, 'export-cut').count(), 'a short book ends where it ends').toBe(0)
    await part(page, 'export-range-chapters').check()
    await part(page, 'export-none').click()
    await expect.poll(() => value(part(page, 'export-preview'))).toBe(0)
    expect(await part(page, 'export-counts').innerText()).toBe('还没有选任何一章')
    expect([await part(page, 'export-preview').locator('[data-testid="export-left-out"]').count(), await page.locator('.export-page').count()]).toEqual([0, 0])
    await part(page, 'export-all').click()
    await page.locator('.export-page').waitFor()
    await part(page, 'export-range-book').check()
  })

  test('a change to a chapter that waits for the author is named, with the way to it; of other chapters it is not', async () => {
    const { page } = app
    await newSession(page, project, 'discuss')
    await send(page, `看看审批 ${paths.lamp}`)
    await part(page, 'approval-effects').waitFor()
    await openExport(app)
    await expect.poll(() => part(page, 'export-waiting').getAttribute('data-value')).toBe('1')
    await part(page, 'export-range-chapters').check()
    await part(page, 'export-chapter').filter({ hasText: '旧灯' }).click()
    await part(page, 'export-waiting').waitFor({ state: 'detached' })
    await part(page, 'export-range-book').check()
    await part(page, 'toggle-assistant').click()
    await part(page, 'export-to-waiting').click()
    await part(page, 'approval-effects').waitFor()
  })

  test('an export that ends while the author is elsewhere is told by a notice; a long book’s preview says that more follows', async () => {
    const long = await openNovel({ title: '长篇', fill: async (core, { project }) => { await addChapters(core, project, Array.from({ length: 40 }, (_, n) => ({ title: `第${n + 1}回`, text: '雪下到第三更，驿站的灯还亮着一盏。\n\n'.repeat(600) }))) } })
    const { page } = long.app
    await openExport(long.app)
    await part(page, 'export-cut').waitFor()
    await part(page, 'export-epub').check()
    await saveNext(long.app, join(out, '长篇.epub'))
    // Leaves at the first sign of the run, before it can have ended.
    await page.evaluate(() => {
      new MutationObserver((_seen, observer) => {
        if (!document.querySelector('[data-testid="export-progress"]')) return
        observer.disconnect()
        document.querySelector<HTMLButtonElement>('[data-testid="export-leave"]')?.click()
      }).observe(document.body, { childList: true, subtree: true })
    })
    await part(page, 'export-run').click()
    await page.locator('.toast', { hasText: '长篇.epub' }).waitFor()
    expect(await part(page, 'export-panel').count()).toBe(0)
    await long.app.close()
  })
})
