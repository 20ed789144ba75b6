import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

export type Camera = (file: string) => Promise<void>

/** Photographs of one page, quickly: hundreds of them in a run. */
export async function camera(page: Page): Promise<Camera> {
  const session = await page.context().newCDPSession(page)
  return async (file) => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    await writeFile(file, Buffer.from(data, 'base64'))
  }
}
