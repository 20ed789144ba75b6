import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { wenqu } from './helpers/cli'
import { launchApp, resize, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { caretAndScroll, zones } from './helpers/places'
import { prose } from './helpers/texts'
import { drawn, focusIsInText, focusText, mod, openAssistant, openByClick, part, saved, textShown } from './helpers/window'

let home = ''
let dir = ''
let paths: string[] = []
let app: Launched
const fileOf = (n: number) => readFile(join(dir, paths[n] ?? ''), 'utf8')

beforeAll(async () => {
  const chapters = Array.from({ length: 6 }, (_, i) => ({ title: `第${i + 1}夜`, text: prose(i === 5 ? 3 : 40, i) }))
  ;({ home, dir, app } = await openNovel({ fill: async (call, { project }) => { paths = (await addChapters(call, project, chapters)).map((chapter) => chapter.path) } }))
})

describe('09 §1 frame', () => {
  test('W1 Mod+B twice: the side list is gone, back at the same width, the caret unmoved', async () => {
    const { page } = app
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    await page.keyboard.type('甲')
    const before = await zones(page)
    await page.keyboard.press(`${mod}+KeyB`)
    await expect.poll(() => part(page, 'zone-side').count()).toBe(0)
    await page.keyboard.press(`${mod}+KeyB`)
    await part(page, 'zone-side').waitFor()
    await expect.poll(() => zones(page)).toEqual(before)
    expect(await focusIsInText(page)).toBe(true)
    await page.keyboard.type('乙')
    await saved(page)
    expect(await fileOf(0)).toMatch(/甲乙\n?$/)
  })

  test('the text keeps its width: at 1100×700 two zones grow narrow beside it, and for a third the one opened first gives way, which is said, and comes back with the room', async () => {
    const { page } = app
    const width = async () => (await part(page, 'editor-text').first().boundingBox())?.width ?? 0
    await resize(app, { width: 1_100, height: 700 })
    await openByClick(page, part(page, 'tree-chapter').first())
    await openAssistant(page)
    expect(await width()).toBeGreaterThanOrEqual(400)
    expect(await part(page, 'zone-side').count()).toBe(1)
    await focusText(page)
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'chapter-drawer').waitFor()
    await part(page, 'zone-side').waitFor({ state: 'detached' })
    await part(page, 'toast').filter({ hasText: '左边的列表' }).waitFor()
    await expect.poll(width).toBeGreaterThanOrEqual(400)
    expect(await focusIsInText(page)).toBe(true)
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'zone-side').waitFor()
    expect(await focusIsInText(page)).toBe(true)
    await page.keyboard.press(`${mod}+Alt+KeyB`)
    await part(page, 'zone-assistant').waitFor({ state: 'detached' })
    await resize(app, { width: 1_280, height: 840 })
  })

  test('W3 900×600 and 200 %: nothing scrolls sideways, in any activity, with every zone open', async () => {
    const { page } = app
    await resize(app, { width: 900, height: 600 })
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2))
    await page.waitForFunction(() => window.innerWidth <= 460)
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await page.keyboard.press(`${mod}+Digit${digit}`)
      await expect.poll(() => page.locator('[data-testid="activity-bar"] button').nth(digit - 1).getAttribute('aria-current')).toBe('page')
      await part(page, 'zone-side').waitFor()
      await drawn(page)
      await fits(page, `activity ${digit}`)
      await page.keyboard.press(`${mod}+Alt+KeyB`)
      await part(page, 'composer').waitFor()
      await drawn(page)
      await fits(page, `activity ${digit} with the assistant`)
    }
    await page.keyboard.press(`${mod}+Digit1`)
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1))
    await resize(app, { width: 1280, height: 840 })
  })

  test('W6 every icon reached by Mod+digit has a name', async () => {
    const { page } = app
    const icons = page.locator('[data-testid="activity-bar"] button')
    // The icons of world and tools are there from their first look on, whatever the novel holds.
    for (let digit = 1; digit <= 7; digit += 1) {
      await page.keyboard.press(`${mod}+Digit${digit}`)
      const icon = icons.nth(digit - 1)
      await expect.poll(() => icon.getAttribute('aria-current')).toBe('page')
      expect(await icon.ariaSnapshot()).toMatch(/^- button "[^"]+"/)
    }
    await page.keyboard.press(`${mod}+Digit1`)
  })

  test('W2 restart: same zones, chapter, caret and scroll', async () => {
    const { page } = app
    await openByClick(page, part(page, 'tree-chapter').nth(2))
    await expect.poll(() => part(page, 'editor-text').first().getAttribute('data-path')).toBe(paths[2])
    await openAssistant(page)
    const splitter = page.locator('.splitter').first()
    await splitter.focus()
    for (let i = 0; i < 3; i += 1) await splitter.press('ArrowRight')
    await focusText(page)
    await page.keyboard.press(`${mod}+Home`)
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('PageDown')
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => (document.querySelector('[data-testid="editor-text"] .cursors-layer .cursor')?.getBoundingClientRect().height ?? 0) > 0)
    const before = { zones: await zones(page), place: await caretAndScroll(page) }
    expect(before.zones.assistant).not.toBeNull()
    await app.close()
    app = await launchApp({ home, project: dir })
    await expect.poll(async () => ({ zones: await zones(app.page), place: await caretAndScroll(app.page) })).toEqual(before)
    await app.page.keyboard.press(`${mod}+Alt+KeyB`)
  })

  test('W4 Y6 a reply and an approval arrive while typing: no dialog, focus stays, no key lost, nothing moves', async () => {
    await app.close()
    app = await launchApp({ home, project: dir, env: { WENQU_DEMO_SPEED: '1' } })
    const { page } = app
    await openAssistant(page)
    await part(page, 'work-mode').selectOption('discuss')
    // A short chapter: writing at its end moves no other line, so that every shift counts.
    await openByClick(page, part(page, 'tree-chapter').nth(5))
    await expect.poll(() => part(page, 'editor-text').first().getAttribute('data-path')).toBe(paths[5])
    await part(page, 'composer').fill('看看审批')
    await part(page, 'composer').press('Enter')
    await page.locator('[data-testid="entry"][data-kind="user"]').first().waitFor()
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    await watch(page)
    const word = '灯火雪夜长安旧事'
    let typed = ''
    const seen = { approval: false, reply: false }
    for (let i = 0; i < 600 && !(seen.approval && seen.reply && typed.length > 120); i += 1) {
      const key = word[i % word.length] ?? '雪'
      await page.keyboard.type(key)
      typed += key
      seen.approval ||= await part(page, 'approval-item').isVisible()
      seen.reply ||= (await page.locator('[data-testid="entry"][data-kind="assistant"]').count()) > 0
      expect(await focusIsInText(page)).toBe(true)
    }
    expect(seen).toEqual({ approval: true, reply: true })
    expect(await page.evaluate(() => window.e2eWatch)).toEqual({ dialogs: 0, shift: expect.toSatisfy((sum: number) => sum <= 0.01) })
    await saved(page)
    expect((await fileOf(5)).trimEnd().endsWith(typed)).toBe(true)
  })

  test('W5 the same project from another home: lock banner, the text read-only', async () => {
    const other = await launchApp({ project: dir })
    try {
      const { page } = other
      await part(page, 'lock-banner').waitFor()
      await textShown(page)
      const before = await readFile(join(dir, (await part(page, 'editor-text').first().getAttribute('data-path')) ?? ''), 'utf8')
      await focusText(page)
      await page.keyboard.type('不该写进去')
      await drawn(page)
      expect(await part(page, 'editor-text').first().innerText()).not.toContain('不该写进去')
      expect(await readFile(join(dir, (await part(page, 'editor-text').first().getAttribute('data-path')) ?? ''), 'utf8')).toBe(before)
      expect(await part(page, 'lock-banner').innerText()).toMatch(/只能阅读/)
    } finally {
      await other.close()
    }
  })

  test('a novel on a disk that takes no changes is opened to be read, and says how to go on writing', async ({ skip }) => {
    const disk = join(freshFolder(), 'disk')
    const novel = join(disk, 'quiet')
    mkdirSync(disk)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).status !== 0) return skip()
    try {
      const home = freshFolder()
      await wenqu(home, ['project', 'new', novel, '--sample', 'changan-snow'])
      spawnSync('mount', ['-o', 'remount,ro', disk])
      const other = await launchApp({ home, project: novel })
      try {
        const { page } = other
        await part(page, 'unwritable-banner').waitFor()
        await part(page, 'tree-chapter').first().waitFor()
        await textShown(page)
        await focusText(page)
        await page.keyboard.type('不该写进去')
        await drawn(page)
        expect(await part(page, 'editor-text').first().innerText()).not.toContain('不该写进去')
        expect(await page.locator('[data-testid="toast"][data-kind="error"]').count()).toBe(0)
        expect(other.pageErrors).toEqual([])
      } finally {
        await other.close()
      }
    } finally {
      spawnSync('umount', ['-l', disk])
    }
  })

  test('W7 a project new: every panel shows its empty state, every number is 0', async () => {
    const blankHome = freshFolder()
    const blank = join(blankHome, 'novels', '空白')
    await wenqu(blankHome, ['project', 'new', blank, '--title', '空白', '--locale', 'zh-CN'])
    const empty = await launchApp({ home: blankHome, project: blank })
    try {
      const { page } = empty
      await openAssistant(page)
      await part(page, 'story-empty').waitFor()
      await part(page, 'editor-empty').waitFor()
      await page.locator('.start-here').waitFor()
      expect(await part(page, 'approvals-panel').count()).toBe(0)
      for (const digit of [1, 2, 3, 4, 5, 6, 7, 8]) {
        await page.keyboard.press(`${mod}+Digit${digit}`)
        await expect.poll(() => page.locator('[data-testid="activity-bar"] button').nth(digit - 1).getAttribute('aria-current')).toBe('page')
        if (digit === 2) await part(page, 'world-empty').waitFor()
        if (digit === 4) await part(page, 'inbox-empty').waitFor()
        if (digit === 5) await page.locator('[data-testid="jobs-panel"] .empty').waitFor()
        if (digit === 6) await page.locator('[data-testid="trash-panel"] .empty').waitFor()
        if (digit === 7) await part(page, 'tools-empty').waitFor()
        const numbers = await page.locator('[data-value]').evaluateAll((found) => found.map((one) => one.getAttribute('data-value')))
        expect(numbers.length).toBeGreaterThan(0)
        expect(numbers.filter((number) => number !== '0')).toEqual([])
      }
    } finally {
      await empty.close()
    }
  })
})

/** Nothing wider than the window, and room left to work in. */
async function fits(page: Launched['page'], where: string): Promise<void> {
  const wide = await page.evaluate(() => [document.documentElement, document.body, ...document.querySelectorAll('.app-root, .frame, .frame-row, .status-bar')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => `${one.className || one.tagName} ${one.scrollWidth} > ${one.clientWidth}`))
  expect(wide, where).toEqual([])
  expect((await part(page, 'zone-centre').boundingBox())?.width, where).toBeGreaterThan(180)
}

declare global {
  interface Window { e2eWatch: { dialogs: number; shift: number } }
}

/** Counts dialogs and layout shifts from now on, shifts right after a key too. */
async function watch(page: Launched['page']): Promise<void> {
  await page.evaluate(() => {
    const sum = { dialogs: 0, shift: 0 }
    window.e2eWatch = sum
    new MutationObserver(() => { sum.dialogs += document.querySelectorAll('[role="dialog"], [role="alertdialog"]').length }).observe(document.body, { childList: true, subtree: true })
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum.shift += entry.value }).observe({ type: 'layout-shift', buffered: false })
  })
}
