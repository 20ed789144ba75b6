import type { Page } from 'playwright-core'
import { part } from '../helpers/window'

/** Opens a text through the story tree: a chapter by its id, a text of no chapter by its path. */
export async function openRow(page: Page, id: string, path: string): Promise<void> {
  await page.locator(`[data-testid="tree-chapter"][data-id="${id}"], [data-testid="tree-orphan"][data-id="${id}"]`).first().click()
  await page.locator(`[data-testid="editor-text"][data-path="${path}"]`).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null || document.querySelector('[data-testid="editor-text"] .view-line') !== null)
}

export const saveState = (page: Page): Promise<string | null> => part(page, 'editor-text').first().getAttribute('data-state')
