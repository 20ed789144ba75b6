import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillStory } from '../bench/large-story'
import { launchApp, type Launched } from './helpers/launch'
import { makeProject } from './helpers/make-project'
import { freshFolder } from './helpers/paths'
import { call, mod, part } from './helpers/window'

const chapters = 1_000
const home = freshFolder()
let project = ''
let app: Launched

beforeAll(async () => {
  const made = await makeProject(home, { title: '长篇' })
  project = made.project
  const db = new Database(join(made.dir, '.nbook/project.sqlite'))
  fillStory(db, chapters)
  db.close()
  app = await launchApp({ home, project: made.dir, size: { width: 1440, height: 900 } })
  await part(app.page, 'tree-chapter').first().waitFor()
})
afterAll(() => app.close())

const bottom = (page: Page, list: string) => page.locator(list).evaluate((box) => { box.scrollTop = box.scrollHeight })
const focusedRow = () => app.page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('aria-posinset') ?? null)
const inView = (page: Page, list: string, row: string) => page.locator(list).evaluate((box, row) => {
  const { top, bottom } = box.getBoundingClientRect()
  return [...box.querySelectorAll(row)].filter((one) => { const at = one.getBoundingClientRect(); return at.bottom > top && at.top < bottom }).length
}, row)

describe('a story of 1,000 chapters, 3,000 scenes, 500 promises, 500 decisions: only what is in view is drawn', () => {
  test('the tree: few rows, and rows at its end', async () => {
    const { page } = app
    expect(await part(page, 'tree-chapter').count()).toBeLessThan(80)
    await bottom(page, '[data-testid="story-tree"]')
    await page.locator('[data-testid="tree-chapter"] .tree-title', { hasText: '第1000章' }).waitFor()
    expect(await part(page, 'tree-chapter').count()).toBeLessThan(80)
    await part(page, 'story-tree').press('End')
    await expect.poll(() => page.locator('.tree-row[data-current="true"] .tree-title').innerText()).toBe('第1000章')
  })

  test('quick open: of 1,000 chapters only as many as one reads, and a number finds its chapter', async () => {
    const { page } = app
    await call(page, 'story.addChapter', { project, title: '尾声', actId: null })
    await page.keyboard.press(`${mod}+KeyP`)
    await part(page, 'quick-open').locator('input').fill('尾声')
    await expect.poll(() => part(page, 'quick-chapter').allInnerTexts()).toEqual([expect.stringContaining('尾声')])
    await part(page, 'quick-open').locator('input').fill('')
    expect(await part(page, 'quick-chapter').count()).toBeLessThanOrEqual(50)
    await page.keyboard.press('Escape')
    await part(page, 'quick-open').waitFor({ state: 'detached' })
  })

  test('the board: few cards, columns out of sight draw none, and cards wherever one scrolls', async () => {
    const { page } = app
    await part(page, 'story-board-open').click()
    await part(page, 'beat-marks').first().waitFor()
    expect(await part(page, 'board-phase').count()).toBe(10)
    expect(await part(page, 'scene-card').count()).toBeLessThan(160)
    expect(await part(page, 'board-phase').nth(9).locator('.board-row').count()).toBe(0)
    const board = '[data-testid="story-board"]'
    for (const share of [0.3, 0.6, 1]) {
      await page.locator(board).evaluate((box, share) => { box.scrollTop = box.scrollHeight * share }, share)
      await expect.poll(() => inView(page, board, '[data-testid="scene-card"]')).toBeGreaterThan(10)
    }
    await page.locator(board).evaluate((box) => { box.scrollLeft = box.scrollWidth; box.scrollTop = 0 })
    await expect.poll(() => part(page, 'board-phase').nth(9).locator('.board-row').count()).toBeGreaterThan(5)
    expect(await part(page, 'board-phase').first().locator('.board-row').count()).toBe(0)
    expect(await part(page, 'scene-card').count()).toBeLessThan(160)
  })

  test.each([['promises', 'promise-row'], ['decisions', 'decision-row']] as const)('%s: few rows; End, ↑, Home move the focus through all of them', async (tab, row) => {
    const { page } = app
    await part(page, `story-tab-${tab}`).click()
    await part(page, row).first().waitFor()
    expect(await part(page, row).count()).toBeLessThan(40)
    await part(page, row).first().locator('[data-row]').focus()
    await page.keyboard.press('End')
    await expect.poll(focusedRow).toBe('500')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focusedRow).toBe('499')
    await page.locator('.ledger').evaluate((box) => { box.scrollTop = 0 })
    await expect.poll(() => inView(page, '.ledger', `[data-testid="${row}"]`)).toBeGreaterThan(5)
    expect(await focusedRow()).toBe('499')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedRow).toBe('500')
    await page.keyboard.press('Home')
    await expect.poll(focusedRow).toBe('1')
    expect(await part(page, row).count()).toBeLessThan(40)
    await page.keyboard.press('Enter')
    await part(page, 'story-drawer').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focusedRow).toBe('1')
    expect(app.pageErrors).toEqual([])
  })

  test('a list of 1,000 chapters to choose from is searched: few rows are drawn, a number finds its chapter, Enter takes it, Esc leaves all as it was', async () => {
    const { page } = app
    await part(page, 'story-tab-promises').click()
    await part(page, 'promise-row').first().locator('[data-row]').click()
    const choice = part(page, 'promise-deadline')
    await choice.click()
    await page.locator('[data-testid="choice-find"]:focus').waitFor()
    expect(await part(page, 'choice-option').count()).toBeLessThan(40)
    await page.keyboard.type('500')
    await expect.poll(() => part(page, 'choice-option').first().innerText()).toContain('第500章')
    const before = await choice.getAttribute('data-value')
    await page.keyboard.press('Escape')
    await part(page, 'choice-find').waitFor({ state: 'detached' })
    await part(page, 'story-drawer').waitFor()
    expect(await choice.getAttribute('data-value')).toBe(before)
    await choice.press('Enter')
    await part(page, 'choice-find').fill('500')
    await page.keyboard.press('Enter')
    await part(page, 'choice-find').waitFor({ state: 'detached' })
    await expect.poll(() => choice.getAttribute('data-value')).toBe('500')
    await choice.press('Enter')
    await part(page, 'choice-find').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => choice.getAttribute('data-value')).toBe('501')
    expect(app.pageErrors).toEqual([])
  })
})
