import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchApp, type Launched } from './helpers/launch'
import { launchShowcase } from './helpers/showcase'
import { mod, openAssistant, part, row, showByClick, textShown } from './helpers/window'

describe('09 §19 everyone can use it', () => {
  let app: Launched
  beforeAll(async () => { app = await launchShowcase('zh-CN') })
  afterAll(() => app.close())

  test('Y2 F6 goes activity, side, centre, assistant, status; Tab reaches every control', async () => {
    const { page } = app
    await page.keyboard.press(`${mod}+Digit1`)
    await textShown(page)
    await openAssistant(page)
    await part(page, 'activity-story').focus()
    const zoneOf = () => page.evaluate(() => document.activeElement?.closest('[data-testid="activity-bar"], [data-testid^="zone-"], [data-testid="status-bar"]')?.getAttribute('data-testid') ?? null)
    const walked: (string | null)[] = []
    for (let i = 0; i < 5; i += 1) {
      await page.keyboard.press('F6')
      walked.push(await zoneOf())
    }
    expect(walked).toEqual(['zone-side', 'zone-centre', 'zone-assistant', 'status-bar', 'activity-bar'])
    await page.keyboard.press('Shift+F6')
    expect(await zoneOf()).toBe('status-bar')
    expect(await untabbed(app)).toEqual([])
    await page.keyboard.press(`${mod}+Alt+KeyB`)
  })

  test('Y2 Tab reaches every control of board, promises and decisions', async () => {
    const { page } = app
    await page.keyboard.press(`${mod}+Digit1`)
    await part(page, 'story-board-open').click()
    for (const [tab, row] of [['board', 'scene-card'], ['promises', 'promise-row'], ['decisions', 'decision-row']] as const) {
      await part(page, `story-tab-${tab}`).click()
      await part(page, row).first().waitFor()
      expect(await untabbed(app), tab).toEqual([])
    }
  })

  test('Y2 Tab reaches every control of settings, trash and inbox', async () => {
    for (const name of ['inbox', 'trash', 'settings']) {
      await part(app.page, `activity-${name}`).click()
      await part(app.page, `${name}-panel`).waitFor()
      expect(await untabbed(app), name).toEqual([])
    }
    await app.page.keyboard.press(`${mod}+Digit1`)
  })

  test('Y3 what is dragged is also moved by keys: zones, scenes across chapters, files into folders', async () => {
    const { page } = app
    await page.keyboard.press(`${mod}+Digit1`)
    const splitter = page.locator('.splitter').first()
    await splitter.focus()
    const width = (await part(page, 'zone-side').boundingBox())?.width ?? 0
    await splitter.press('ArrowRight')
    expect((await part(page, 'zone-side').boundingBox())?.width).toBe(width + 16)
    await splitter.press('ArrowLeft')

    const chapter = part(page, 'tree-chapter').first()
    await showByClick(page, chapter)
    await part(page, 'story-tree').press('ArrowRight')
    const scenes = page.locator('[data-testid="tree-scene"]')
    await scenes.first().waitFor()
    const last = scenes.last()
    const id = await last.getAttribute('data-id')
    // Its text is in front already: the keys stay with the tree.
    await last.click()
    await last.and(page.locator('[data-current="true"]')).waitFor()
    await part(page, 'story-tree').press('Alt+ArrowDown')
    const rows = () => page.locator('[data-testid="tree-chapter"], [data-testid="tree-scene"]').evaluateAll((found) => found.map((one) => one.getAttribute('data-testid') + ':' + one.getAttribute('data-id')))
    const second = await part(page, 'tree-chapter').nth(1).getAttribute('data-id')
    await expect.poll(async () => (await rows()).indexOf(`tree-scene:${id}`) > (await rows()).indexOf(`tree-chapter:${second}`)).toBe(true)
    await part(page, 'story-tree').press(`${mod}+KeyZ`)
    await expect.poll(async () => (await rows()).indexOf(`tree-scene:${id}`) < (await rows()).indexOf(`tree-chapter:${second}`)).toBe(true)

    await page.keyboard.press(`${mod}+Digit3`)
    const tree = page.locator('[data-testid="files-panel"] [role="tree"]')
    for (const folder of ['lorebook', 'lorebook/note']) {
      const at = row(page, 'file-row', folder)
      await at.click()
      await at.and(page.locator('[aria-expanded="true"]')).waitFor()
    }
    await tree.press('n')
    await page.locator('.tree-rename').fill('钥匙')
    await page.locator('.tree-rename').press('Enter')
    const moved = page.locator('[data-testid="file-row"][data-id="lorebook/note/钥匙.md"]')
    await showByClick(page, moved)
    await tree.press(`${mod}+KeyX`)
    await page.locator('[data-testid="file-row"][data-id="lorebook/character"]').click()
    await tree.press(`${mod}+KeyV`)
    await page.locator('[data-testid="file-row"][data-id="lorebook/character/钥匙.md"]').waitFor()
  })

  test('Y4 reduced motion: nothing animates while a reply runs', async () => {
    const slow = await launchApp({ env: { WENQU_DEMO_SPEED: '1' }, args: ['--sample'] })
    try {
      const { page } = slow
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await part(page, 'tree-chapter').first().waitFor()
      await openAssistant(page)
      await part(page, 'composer').fill('慢慢写')
      await part(page, 'composer').press('Enter')
      await part(page, 'stop').waitFor()
      const running = () => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').map((one) => (one.effect instanceof KeyframeEffect ? one.effect.target?.outerHTML.slice(0, 120) : '') ?? ''))
      expect(await running()).toEqual([])
      await page.keyboard.press(`${mod}+KeyP`)
      await part(page, 'quick-open').waitFor()
      expect(await running()).toEqual([])
      await page.keyboard.press('Escape')
      await part(page, 'stop').click()
    } finally {
      await slow.close()
    }
  })
})

/** Controls that Tab, pressed from the start of the page, never comes to. */
async function untabbed({ page }: Launched): Promise<string[]> {
  await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('button, input, select, textarea, [tabindex="0"], a[href]')
    let n = 0
    for (const one of controls) {
      const shown = one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled')
      // Rows that arrow keys reach belong to their list; Monaco keeps a hidden input of its own.
      if (shown && one.tabIndex >= 0) one.dataset['e2eControl'] = String((n += 1))
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const all = await page.locator('[data-e2e-control]').count()
  const reached = new Set<string>()
  for (let i = 0; i < all * 2 + 10 && reached.size < all; i += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => (document.activeElement instanceof HTMLElement ? (document.activeElement.dataset['e2eControl'] ?? '') : ''))
    if (at !== '') reached.add(at)
  }
  const missed = await page.evaluate((seen) => {
    const left: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>('[data-e2e-control]')) {
      if (!seen.includes(one.dataset['e2eControl'] ?? '')) left.push(one.outerHTML.slice(0, 140))
      delete one.dataset['e2eControl']
    }
    return left
  }, [...reached])
  return missed
}
