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

/** Waits until the page has drawn what the last key or click changed. */
export const drawn = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0))))

/** Waits until the text in front is in the editor: its place is restored, and the focus will not come late. */
export const textShown = (page: Page, path?: string): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    const text = document.querySelector<HTMLElement>('[data-testid="editor-text"]')
    const path = text?.dataset['path']
    return text !== null && (wanted === null || path === wanted) && text.querySelector<HTMLElement>('.editor-host')?.dataset['shown'] === path
  }, path ?? null)

export const focusIsInText = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null)
const focusInText = (page: Page) => page.waitForFunction(() => document.activeElement?.closest('[data-testid="editor-text"]') !== null)

/** Places the caret in the text in front. */
export async function focusText(page: Page): Promise<void> {
  await textShown(page)
  await part(page, 'editor-text').first().click({ position: { x: 60, y: 12 } })
  await focusInText(page)
}
/** Waits until what is typed is in the file. */
export async function saved(page: Page): Promise<void> {
  await drawn(page)
  await part(page, 'editor-text').and(page.locator('[data-saved="true"]')).first().waitFor()
}

const inFront = async (page: Page, at: Locator): Promise<void> => {
  await at.and(page.locator('[data-active="true"]')).waitFor()
  await textShown(page)
}

/** Clicks a row of a tree; resolves when its text is in front. The tree keeps the keys. */
export async function showByClick(page: Page, at: Locator): Promise<void> {
  await at.click()
  await inFront(page, at)
}

/** Double-clicks a row of a tree; resolves when its text is in front and the caret in it. */
export async function openByClick(page: Page, at: Locator): Promise<void> {
  await at.dblclick()
  await inFront(page, at)
  await focusInText(page)
}

/** Shows the assistant; it stays hidden until first used. */
export async function openAssistant(page: Page): Promise<void> {
  if (!(await part(page, 'composer').isVisible())) await page.keyboard.press(`${mod}+Alt+KeyB`)
  await part(page, 'composer').waitFor()
}

/** Opens the assistant and sends a message; resolves when it is in the transcript. */
export async function say(page: Page, text: string): Promise<void> {
  await openAssistant(page)
  await part(page, 'composer').fill(text)
  await part(page, 'composer').press('Enter')
  await page.locator('[data-testid="entry"][data-kind="user"]', { hasText: text }).last().waitFor()
}
