import { z } from 'zod'
import { elementName } from '../../../browser/page-text'
import { actMs, browserEffect, pageResult } from '../../browser-tools'
import { defineTool } from '../../define-tool'

/** `browser_click` of 07 §3: presses one element of the page as it was last shown. */
export const browserClick = defineTool({
  name: 'browser_click',
  operation: 'browser.click',
  description: 'Click an element of the open page by its number in the latest list; gives the page as it is then.',
  input: z.strictObject({ index: z.int().min(0).describe('Number of the element in the latest list.') }),
  risk: 'high',
  mutates: false,
  gate: 'risk',
  result: 'action',
  caps: { timeoutMs: actMs, limitsItself: true },
  needs: ['browser'],
  async prepare({ index }, { browser }, { caller, signal }) {
    const element = await browser.element(caller.sessionId, index, signal)
    return { plan: { index, element }, effects: [browserEffect('click', browser.page(caller.sessionId).url, { index, element })] }
  },
  run: async ({ index, element }, { browser }, { caller, signal }) => pageResult(await browser.click(caller.sessionId, index, signal), null, `[OK] clicked [${index}] ${elementName(element)}`),
  say: (text) => text,
})
