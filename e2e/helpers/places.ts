import type { Page } from 'playwright-core'
import { part } from './window'

export interface Zones { side: number | null; assistant: number | null; chapter: string | null; activity: string | null }
/** Which zones are there, how wide, and what is in front. */
export async function zones(page: Page): Promise<Zones> {
  const width = async (id: string) => ((await part(page, id).count()) === 0 ? null : ((await part(page, id).boundingBox())?.width ?? null))
  const activity = await page.locator('[data-testid="activity-bar"] [aria-current="page"]').getAttribute('data-testid')
  return { side: await width('zone-side'), assistant: await width('zone-assistant'), chapter: await part(page, 'editor-text').first().getAttribute('data-path'), activity }
}

/** Where the caret and the text stand on the screen, to the pixel. */
export const caretAndScroll = (page: Page): Promise<{ caret: { left: number; top: number }; firstLine: string; firstTop: number }> =>
  page.evaluate(() => {
    const text = document.querySelector('[data-testid="editor-text"]')
    const at = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
    const box = at(text)
    const lines = [...(text?.querySelectorAll('.view-line') ?? [])].sort((a, b) => at(a).top - at(b).top)
    const first = lines.find((line) => at(line).bottom > box.top + 1)
    const caret = at(text?.querySelector('.cursors-layer .cursor'))
    return { caret: { left: Math.round(caret.left - box.left), top: Math.round(caret.top - box.top) }, firstLine: first?.textContent ?? '', firstTop: Math.round(at(first).top - box.top) }
  })
