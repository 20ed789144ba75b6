import { beforeAll, describe, expect, test } from 'vitest'
import { launchApp, type Launched } from './helpers/launch'
import { openSample } from './helpers/open-novel'
import { call, focusIsInText, focusText, ids, mod, part, row, saved, showByClick } from './helpers/window'

let project = ''
let app: Launched
beforeAll(async () => { ({ project, app } = await openSample()) })

/** What has the keys: its test id, else its tag; `BODY` when they are lost. */
const keysAt = () => app.page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName ?? 'BODY')
const zoneOfKeys = () => app.page.evaluate(() => document.activeElement?.closest('.zone-side, .zone-centre, .zone-assistant')?.getAttribute('data-testid') ?? 'nowhere')

describe('the keys are never lost', () => {
  test('a novel made by keys alone: Enter on its name, Enter begins the first chapter, typing is kept', async () => {
    const fresh = await launchApp()
    try {
      const { page } = fresh
      await part(page, 'first-run-blank').focus()
      await page.keyboard.press('Enter')
      await part(page, 'first-run-title').fill('潮生')
      await page.keyboard.press('Enter')
      await page.locator('[data-testid="story-empty"] button:focus').waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => focusIsInText(page)).toBe(true)
      await page.keyboard.type('潮水退得很远')
      await saved(page)
    } finally {
      await fresh.close()
    }
  })

  test('F1 and Esc: back where they were; quick open goes into the text, a command does not', async () => {
    const { page } = app
    const [first = ''] = await ids(part(page, 'tree-chapter'))
    await showByClick(page, row(page, 'tree-chapter', first))
    await page.keyboard.press('F1')
    await part(page, 'keys-list').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(keysAt).toBe('story-tree')
    await page.keyboard.press(`${mod}+KeyP`)
    await part(page, 'quick-open').waitFor()
    await page.keyboard.press('Enter')
    await part(page, 'quick-open').waitFor({ state: 'detached' })
    await expect.poll(() => focusIsInText(page)).toBe(true)
  })

  test('an activity asked for by its key has them; F6 from the list goes into the text', async () => {
    const { page } = app
    await focusText(page)
    await page.keyboard.press(`${mod}+Digit1`)
    await expect.poll(keysAt).toBe('story-tree')
    await page.keyboard.press('F6')
    await expect.poll(() => focusIsInText(page)).toBe(true)
    for (const digit of [3, 5, 6]) {
      await page.keyboard.press(`${mod}+Digit${digit}`)
      await expect.poll(zoneOfKeys).toBe('zone-side')
    }
    await page.keyboard.press(`${mod}+Digit1`)
    await expect.poll(keysAt).toBe('story-tree')
  })

  test('the assistant opens ready to be written to and gives them back', async () => {
    const { page } = app
    await focusText(page)
    await page.keyboard.press(`${mod}+Alt+KeyB`)
    await expect.poll(keysAt).toBe('composer')
    await page.keyboard.press(`${mod}+Alt+KeyB`)
    await part(page, 'composer').waitFor({ state: 'detached' })
    await expect.poll(() => focusIsInText(page)).toBe(true)
  })

  test('Esc closes what stands beside, from the text and from the list: the history, then the plan', async () => {
    const { page } = app
    await focusText(page)
    await page.keyboard.press(`${mod}+Alt+KeyH`)
    await part(page, 'history-drawer').waitFor()
    await page.keyboard.press('Escape')
    await part(page, 'history-drawer').waitFor({ state: 'detached' })
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'chapter-drawer').waitFor()
    await part(page, 'story-tree').press('Escape')
    await part(page, 'chapter-drawer').waitFor({ state: 'detached' })
    expect(await keysAt()).toBe('story-tree')
    await part(page, 'story-board-open').click()
    await part(page, 'scene-card').first().click()
    await part(page, 'chapter-drawer').waitFor()
    await page.keyboard.press('Escape')
    await part(page, 'chapter-drawer').waitFor({ state: 'detached' })
    await expect.poll(keysAt).toBe('story-board')
  })

  test('restored from the trash, they stay with what is left to do', async () => {
    const { page } = app
    const kept = await ids(part(page, 'tree-chapter'))
    await part(page, 'story-tree').focus()
    await showByClick(page, row(page, 'tree-chapter', kept[1] ?? ''))
    await page.keyboard.press('Delete')
    await expect.poll(() => row(page, 'tree-chapter', kept[1] ?? '').count()).toBe(0)
    await call(page, 'story.trash', { project, kind: 'chapter', id: kept[2] ?? '', withProse: true })
    await expect.poll(() => ids(part(page, 'tree-chapter'))).toEqual(kept.filter((_, at) => at !== 1 && at !== 2))
    await page.keyboard.press(`${mod}+Digit6`)
    await expect.poll(() => part(page, 'trash-row').count()).toBe(2)
    await page.locator('[data-testid="trash-row"] [data-row]:focus').waitFor()
    await page.keyboard.press('Enter')
    await part(page, 'trash-restore').press('Enter')
    await expect.poll(() => part(page, 'trash-row').count()).toBe(1)
    await page.locator('[data-testid="trash-row"] [data-row]:focus').waitFor()
    await page.keyboard.press('Enter')
    await part(page, 'trash-restore').press('Enter')
    await page.keyboard.press(`${mod}+Digit1`)
    await expect.poll(() => ids(part(page, 'tree-chapter'))).toEqual(kept)
  })
})

describe('forms by keys alone', () => {
  test('a promise: its name, on to what the reader was told, a beat by Enter and on to the next; asked for again, the form has the keys', async () => {
    const { page } = app
    await part(page, 'story-board-open').click()
    await part(page, 'story-tab-promises').click()
    await part(page, 'promise-new').click()
    await expect.poll(keysAt).toBe('promise-title')
    await page.keyboard.press('Enter')
    await part(page, 'field-missing').waitFor()
    await page.keyboard.type('父亲的灯')
    await page.keyboard.press('Tab')
    await page.keyboard.type('灯为何自亮')
    await part(page, 'promise-new').click()
    await expect.poll(keysAt).toBe('promise-title')
    await page.keyboard.press(`${mod}+Enter`)
    await page.locator('[data-testid="promise-summary"] textarea:focus').waitFor()
    await page.locator('.beat-add select').nth(1).selectOption({ index: 1 })
    await page.locator('.beat-add input.input').last().focus()
    await page.keyboard.type('灯壁微温')
    await page.keyboard.press('Enter')
    await part(page, 'beat-row').waitFor()
    await page.locator('.beat-add select:focus').waitFor()
  })

  test('a decision: the field that is missing has the keys; its forms begin in their first field; none of it loses them', async () => {
    const { page } = app
    await part(page, 'story-tab-decisions').click()
    await part(page, 'decision-new').click()
    await expect.poll(keysAt).toBe('decision-title')
    await page.keyboard.type('母亲在不在海下')
    await page.keyboard.press('Enter')
    await expect.poll(keysAt).toBe('decision-question')
    await page.keyboard.type('读者该不该相信？')
    await page.keyboard.press(`${mod}+Enter`)
    await part(page, 'drawer-decide').waitFor()
    await expect.poll(zoneOfKeys).toBe('zone-centre')
    await part(page, 'drawer-decide').press('Enter')
    await expect.poll(keysAt).toBe('decision-decision')
    for (const words of ['在', '相认留到末章', '会冷']) { await page.keyboard.type(words); await page.keyboard.press('Tab') }
    await page.keyboard.press('Enter')
    await part(page, 'decision-reopen').waitFor()
    await expect.poll(zoneOfKeys).toBe('zone-centre')
  })
})
