import type { Locator, Page } from 'playwright-core'

export interface Drag {
  from: Locator
  to: Locator
  /** Where on `to` it is let go, as shares of its width and height. */
  at: { x: number; y: number }
  /** What shows that it would land there; the hand lets go once it does. */
  landing: Locator
}

async function box(of: Locator) {
  const found = await of.boundingBox()
  if (!found) throw new Error(`not in view: ${String(of)}`)
  return found
}

/** Drags one row to another, the way a hand does: it looks where the row would land before it lets go. */
export async function drag(page: Page, { from, to, at, landing }: Drag): Promise<void> {
  const [start, end] = [await box(from), await box(to)]
  await page.mouse.move(start.x + 40, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 48, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 8 })
  await landing.waitFor()
  await page.mouse.up()
}
