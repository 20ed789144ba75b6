import { z } from 'zod'
import { actMs, browserEffect } from '../../browser-tools'
import { defineTool } from '../../define-tool'

/** `browser_screenshot` of 07 §3: a picture of the open page for the author; a model never gets it. */
export const browserScreenshot = defineTool({
  name: 'browser_screenshot',
  operation: 'browser.screenshot',
  description: 'Show the author a picture of the open page. You do not see it yourself; browser_extract reads the page.',
  input: z.strictObject({}),
  risk: 'high',
  mutates: false,
  gate: 'risk',
  result: 'action',
  caps: { timeoutMs: actMs },
  needs: ['browser', 'files'],
  prepare: (_input, { browser }, { caller }) => ({ plan: null, effects: [browserEffect('screenshot', browser.page(caller.sessionId).url)] }),
  async run(_plan, { browser, files }, { caller, signal }) {
    const { png, width, height } = await browser.screenshot(caller.sessionId, signal)
    const blob = await files.keepImage(png)
    return { value: { width, height, bytes: png.length }, changes: [], details: { screenshot: { mime: 'image/png', blob, bytes: png.length, width, height } } }
  },
  say: ({ width, height, bytes }) => `screenshot ${width}×${height}, ${bytes} bytes, shown to the author.`,
})
