import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resize, type Launched } from './helpers/launch'
import { panels } from './helpers/panels'
import { launchShowcase } from './helpers/showcase'
import { part } from './helpers/window'
import { openExport } from './support/export'

const sizes = [{ width: 1280, height: 800 }, { width: 1280, height: 720 }, { width: 1100, height: 700 }, { width: 1024, height: 768 }] as const
const radios = ['export-txt', 'export-docx', 'export-epub', 'export-md', 'export-html', 'export-range-book', 'export-range-act', 'export-range-chapters'] as const

async function show(page: Page, name: string): Promise<void> {
  const panel = panels.find((one) => one.name === name)
  if (!panel) throw new Error(`no panel ${name}`)
  await panel.show(page)
}
async function assistant(page: Page, open: boolean): Promise<void> {
  if ((await part(page, 'zone-assistant').isVisible()) !== open) await part(page, 'toggle-assistant').click()
  await part(page, 'zone-assistant').waitFor({ state: open ? 'visible' : 'detached' })
}
/** Boxes of these that lie over each other; they stand beside or below one another. */
const overlaps = (page: Page, selector: string): Promise<string[]> => page.locator(selector).evaluateAll((all) => {
  const name = (one: Element) => one.textContent?.slice(0, 30) ?? ''
  const boxes = all.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width > 0 && box.height > 0)
  return boxes.flatMap(({ one, box }, at) => boxes.slice(at + 1).flatMap((other) => {
    const apart = one.contains(other.one) || box.right <= other.box.left + 0.5 || other.box.right <= box.left + 0.5 || box.bottom <= other.box.top + 0.5 || other.box.bottom <= box.top + 0.5
    return apart ? [] : [`${name(one)} | ${name(other.one)}`]
  }))
})
/** What is wider than its place. */
const tooWide = (page: Page, selector: string): Promise<string[]> => page.locator(selector).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent?.slice(0, 40) ?? ''))

describe.each(['zh-CN', 'en'] as const)('09 §19 beside the assistant column, %s', (lang) => {
  let app: Launched
  beforeAll(async () => {
    app = await launchShowcase(lang)
    await show(app.page, 'export-done')
  }, 120_000)
  afterAll(() => app.close())

  test.each(sizes)('W3 export at $width x $height: each choice takes a click, nothing covers anything', async (size) => {
    const { page } = app
    await resize(app, size)
    await openExport(app)
    await part(page, 'export-result').waitFor()
    for (const open of [true, false]) {
      await assistant(page, open)
      for (const radio of radios) {
        await part(page, radio).click()
        expect(await part(page, radio).isChecked(), radio).toBe(true)
      }
      // The chapters to tick are open now, the bar of the last export stands below.
      expect(await part(page, 'export-chapter').first().isVisible()).toBe(true)
      expect(await overlaps(page, '.export-choices, .export-preview')).toEqual([])
      expect(await overlaps(page, '.export-body, .export-foot')).toEqual([])
      expect(await overlaps(page, '.export-part > :not(legend), .export-option > *')).toEqual([])
      expect(await tooWide(page, '.export, .export-body, .export-choices, .export-part, .export-foot')).toEqual([])
      await part(page, 'export-preview').scrollIntoViewIfNeeded()
      await part(page, 'export-preview').locator('.export-page').click()
    }
  })

  test.each(sizes)('W3 the form of a script tool at $width x $height: labels apart, fields wide enough to write in', async (size) => {
    const { page } = app
    await resize(app, size)
    await show(page, 'tool-form')
    for (const open of [true, false]) {
      await assistant(page, open)
      expect(await overlaps(page, '.param-fields > *, .param-fields .label, .param-fields .input')).toEqual([])
      const widths = await page.locator('.param-form .input, [data-testid="form-description"]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      expect(Math.min(...widths)).toBeGreaterThan(110)
    }
  })

  test.each(sizes)('W3 the list of keys at $width x $height: words in whole lines, keys beside or below them', async (size) => {
    const { page } = app
    await resize(app, size)
    await show(page, 'keys')
    expect(await overlaps(page, '.keys-rows > li > span, .keys-rows kbd')).toEqual([])
    const lines = await page.locator('.keys-rows > li > span:first-child').evaluateAll((all) => all.map((one) => one.getClientRects()[0]?.height ?? 0))
    expect(Math.max(...lines)).toBeLessThan(46)
    await page.keyboard.press('Escape')
  })
})
