import type { Page } from 'playwright-core'
import { part, textShown } from '../helpers/window'

/** Opens a text through the story tree: a chapter by its id, a text of no chapter by its path. */
export async function openRow(page: Page, id: string, path: string): Promise<void> {
  await page.locator(`[data-testid="tree-chapter"][data-id="${id}"], [data-testid="tree-orphan"][data-id="${id}"]`).first().click()
  await textShown(page, path)
}

export const saveState = (page: Page): Promise<string | null> => part(page, 'editor-text').first().getAttribute('data-state')
