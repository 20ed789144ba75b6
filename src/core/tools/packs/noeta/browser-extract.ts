import { z } from 'zod'
import { actMs, browserEffect, pageResult } from '../../browser-tools'
import { defineTool } from '../../define-tool'

/** `browser_extract` of 07 §3: the text of the open page, and what can be worked in it now. */
export const browserExtract = defineTool({
  name: 'browser_extract',
  operation: 'browser.extract',
  description: 'Read the open page as Markdown, with a fresh list of what can be clicked or typed into.',
  input: z.strictObject({}),
  risk: 'high',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { timeoutMs: actMs, limitsItself: true },
  needs: ['browser'],
  prepare: (_input, { browser }, { caller }) => ({ plan: null, effects: [browserEffect('extract', browser.page(caller.sessionId).url)] }),
  async run(_plan, { browser }, { caller, signal }) {
    const { view, markdown } = await browser.extract(caller.sessionId, signal)
    return pageResult(view, markdown)
  },
  say: (text) => text,
})
