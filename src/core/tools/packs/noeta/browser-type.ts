import { z } from 'zod'
import { actMs, browserEffect, pageResult } from '../../browser-tools'
import { defineTool } from '../../define-tool'

/** `browser_type` of 07 §3: puts text in a field in place of what stands there. */
export const browserType = defineTool({
  name: 'browser_type',
  operation: 'browser.type',
  description: 'Type text into a field of the open page by its number in the latest list, in place of what stands there; gives the page as it is then.',
  input: z.strictObject({
    index: z.int().min(0).describe('Number of the field in the latest list.'),
    text: z.string().max(20_000).describe('What the field shall hold; for a choice, the words of the option.'),
    submit: z.boolean().optional().describe('Press Enter afterwards. When omitted: false.'),
  }),
  risk: 'high',
  mutates: false,
  gate: 'risk',
  result: 'action',
  caps: { timeoutMs: actMs, limitsItself: true },
  needs: ['browser'],
  async prepare({ index, text, submit = false }, { browser }, { caller, signal }) {
    const element = await browser.element(caller.sessionId, index, signal)
    return { plan: { index, text, submit }, effects: [browserEffect('type', browser.page(caller.sessionId).url, { index, element, text, submit })] }
  },
  run: async (plan, { browser }, { caller, signal }) => pageResult(await browser.type(caller.sessionId, plan, signal), null, `[OK] typed into [${plan.index}]`),
  say: (text) => text,
})
