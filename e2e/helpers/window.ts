import type { Locator, Page } from 'playwright-core'
import type { CallInput, Output, ProcedureName } from '../../src/shared/procedures'

export const mod = process.platform === 'darwin' ? 'Meta' : 'Control'

/** One part of the window by its `data-testid`. */
export const part = (page: Page, testId: string): Locator => page.locator(`[data-testid="${testId}"]`)
/** One row of a list by the id of what it shows. */
export const row = (page: Page, testId: string, id: string): Locator => page.locator(`[data-testid="${testId}"][data-id="${id}"]`)
/** A number as the window carries it, whatever the language writes. */
export const value = async (locator: Locator): Promise<number> => Number(await locator.getAttribute('data-value'))
export const ids = (locator: Locator): Promise<string[]> => locator.evaluateAll((found) => found.map((one) => one.getAttribute('data-id') ?? ''))

/** The same call the page itself would make; throws the fault's code. */
export async function call<N extends ProcedureName>(page: Page, name: N, input: CallInput<N>): Promise<Output<N>> {
  const answer = await page.evaluate(([name, input]) => window.wenqu.call(name as N, input as CallInput<N>), [name, input] as const)
  if (!answer.ok) throw new Error(`${name}: ${answer.fault.code}: ${answer.fault.message}`)
  return answer.value
}

/** Places the caret in the text in front. */
export async function focusText(page: Page): Promise<void> {
  await part(page, 'editor-text').first().click({ position: { x: 60, y: 12 } })
  await page.waitForFunction(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null)
}
/** Waits until what is typed is in the file. */
export const saved = (page: Page): Promise<void> => part(page, 'editor-text').and(page.locator('[data-saved="true"]')).first().waitFor()
export const focusIsInText = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null)

/** Clicks a row of the tree; resolves when its text is there and the caret in it. */
export async function openByClick(page: Page, at: Locator): Promise<void> {
  await at.click()
  await at.and(page.locator('[data-active="true"]')).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null)
}

/** Opens the assistant and sends a message; resolves when it is in the transcript. */
export async function say(page: Page, text: string): Promise<void> {
  if (!(await part(page, 'composer').isVisible())) await page.keyboard.press(`${mod}+Alt+B`)
  await part(page, 'composer').fill(text)
  await part(page, 'composer').press('Enter')
  await page.locator('[data-testid="entry"][data-kind="user"]', { hasText: text }).last().waitFor()
}
