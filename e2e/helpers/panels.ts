import type { Page } from 'playwright-core'
import { mod, part } from './window'

/** One place of the window: how to get there and how to leave it as it was. */
export interface Panel { readonly name: string; show(page: Page): Promise<void>; leave(page: Page): Promise<void> }

const stay = async () => undefined
const activity = (page: Page, digit: number) => page.keyboard.press(`${mod}+Digit${digit}`)
const escape = (testId: string) => async (page: Page) => {
  await page.keyboard.press('Escape')
  await part(page, testId).waitFor({ state: 'detached' })
}
const assistant = async (page: Page, open: boolean) => {
  if ((await part(page, 'zone-assistant').isVisible()) !== open) await page.keyboard.press(`${mod}+Alt+KeyB`)
  await part(page, 'zone-assistant').waitFor({ state: open ? 'visible' : 'detached' })
}
const story = async (page: Page) => {
  await activity(page, 1)
  await part(page, 'tree-chapter').first().waitFor()
  await page.locator('[data-testid="editor-text"] .view-line').first().waitFor()
}
const firstTrash = async (page: Page) => {
  await activity(page, 3)
  await part(page, 'trash-row').first().locator('[data-row]').click()
  await page.locator('.trash-preview pre').waitFor()
}
const settings = (at: number, name: string): Panel => ({
  name: `settings-${name}`, leave: stay,
  show: async (page) => {
    await activity(page, 4)
    await page.locator('.section-rows button').nth(at).click()
    await page.locator('.section-rows button').nth(at).and(page.locator('[aria-current="true"]')).waitFor()
    await page.locator('.setting').first().waitFor()
  },
})

/** Every panel of an open novel, as the showcase fills them. */
export const panels: readonly Panel[] = [
  { name: 'story', show: story, leave: stay },
  { name: 'story-menu', show: async (page) => { await story(page); await part(page, 'tree-chapter').nth(1).click({ button: 'right' }); await page.locator('.menu').waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await page.locator('.menu').waitFor({ state: 'detached' }) } },
  { name: 'history', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+Alt+KeyH`); await part(page, 'version-row').first().waitFor() }, leave: async (page) => { await page.keyboard.press(`${mod}+Alt+KeyH`); await part(page, 'version-list').waitFor({ state: 'detached' }) } },
  { name: 'find', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+KeyF`); await part(page, 'find-bar').waitFor() }, leave: escape('find-bar') },
  { name: 'files', show: async (page) => { await activity(page, 2); await part(page, 'file-row').first().waitFor() }, leave: stay },
  { name: 'trash', show: firstTrash, leave: stay },
  { name: 'purge', show: async (page) => { await firstTrash(page); await part(page, 'trash-purge').click(); await part(page, 'purge-list').waitFor() }, leave: escape('purge-list') },
  settings(0, 'look'), settings(1, 'writing'), settings(2, 'models'), settings(3, 'safety'), settings(4, 'novel'),
  { name: 'provider', show: async (page) => { await settings(2, '').show(page); await page.locator('.settings-page > div > .button').last().click(); await page.locator('form.provider').waitFor() }, leave: async (page) => { await page.locator('form.provider .button[data-kind="quiet"]').click() } },
  { name: 'import', show: async (page) => { await activity(page, 1); await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click(); await page.locator('.menu .menu-item').last().click(); await part(page, 'import-panel').waitFor(); if ((await part(page, 'import-chapter').count()) === 0) { await page.locator('[data-testid="import-panel"] .button').first().click(); await part(page, 'import-chapter').first().waitFor() } }, leave: stay },
  { name: 'assistant', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'session-list-open').click(); await part(page, 'session-row').last().click(); await page.locator('[data-testid="tool-card"]').first().waitFor(); if (await part(page, 'approvals-panel').isVisible()) { await part(page, 'approval-effects').waitFor() } }, leave: (page) => assistant(page, false) },
  { name: 'sessions', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'session-list-open').click(); await part(page, 'session-row').first().waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await part(page, 'session-row').first().waitFor({ state: 'detached' }); await assistant(page, false) } },
  { name: 'approvals', show: async (page) => { await story(page); await assistant(page, true); await page.keyboard.press(`${mod}+Shift+KeyA`); await part(page, 'approval-effects').waitFor(); await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('[data-testid="approval-approve"]')?.disabled === false) }, leave: (page) => assistant(page, false) },
  { name: 'quick-open', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+KeyP`); await part(page, 'quick-open').waitFor() }, leave: escape('quick-open') },
  { name: 'keys', show: async (page) => { await story(page); await page.keyboard.press('F1'); await part(page, 'keys-list').waitFor() }, leave: escape('keys-list') },
  { name: 'focus', show: async (page) => { await story(page); await page.keyboard.press('F8'); await part(page, 'activity-bar').waitFor({ state: 'detached' }) }, leave: async (page) => { await page.keyboard.press('F8'); await part(page, 'activity-bar').waitFor() } },
]

/** Shows each panel in turn, does `work` there, leaves it. */
export async function inEveryPanel(page: Page, work: (name: string) => Promise<void>, which: readonly Panel[] = panels): Promise<void> {
  for (const panel of which) {
    try {
      await panel.show(page)
      await work(panel.name)
      await panel.leave(page)
    } catch (error) {
      throw new Error(`in the panel "${panel.name}": ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

/** Sets the theme by the author's own setting. */
export async function setTheme(page: Page, theme: 'light' | 'dark' | 'paper' | 'contrast'): Promise<void> {
  await settings(0, 'look').show(page)
  await part(page, 'settings-theme').selectOption(theme)
  await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme)
}
