import { z } from 'zod'
import { isFault } from '@shared/fault'
import { defineTool } from '../../define-tool'
import { fetchEffect, pageDetails, pageText, sayRedirect } from '../../web-page'

const mostDigested = 100_000
const mostShown = 30_000

/** `WebFetch` of 07 §2: fetches a page and answers a question about it with the small model. */
export const webFetch = defineTool({
  name: 'WebFetch',
  operation: 'web.fetch',
  description: 'Fetch a web page and answer a question about it. Hosts that the author has not listed are asked about first.',
  input: z.strictObject({
    url: z.string().min(1).max(4_096).regex(/\S/).describe('Address of the page, starting with https:// or http://.'),
    prompt: z.string().min(1).max(8_000).regex(/\S/).describe('What you want to know from the page.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { timeoutMs: 100_000, modelChars: 50_000 },
  needs: ['web'],
  prepare({ url, prompt }, { web }) {
    const verdict = web.judge(url)
    const asked = verdict.verdict === 'ask' ? { ask: { code: verdict.code, text: verdict.text, bypass: true } } : {}
    return { plan: { url: verdict.url, prompt, asks: verdict.verdict === 'ask' }, effects: [fetchEffect(verdict.url)], replacesRisk: true, ...asked }
  },
  async run({ url, prompt, asks }, { web }, { caller, signal, progress }) {
    progress('fetch', { note: url.host })
    const page = await web.fetch({ sessionId: caller.sessionId, url, approved: asks, signal })
    if (page.kind === 'redirect') return { value: sayRedirect(page), changes: [], details: { redirect: page.target } }
    const cut = page.text.length > mostDigested
    const details = pageDetails(page, cut)
    progress('digest', { note: page.title || url.host })
    try {
      const answer = await web.digest({ sessionId: caller.sessionId, prompt, page: page.text.slice(0, mostDigested), signal })
      const note = cut ? `\n\n(Only the first 100,000 of ${page.text.length} characters were read.)` : ''
      return { value: `${pageText({ ...page, text: answer }, mostShown).text}${note}`, changes: [], details }
    } catch (error) {
      if (signal.aborted) throw error
      const shown = pageText(page, mostShown)
      const why = isFault(error) ? error.fault.message : 'the model failed.'
      const value = `${shown.text}\n\n(The page could not be digested: ${why})`
      return { value, changes: [], details }
    }
  },
  say: (text) => text,
})
