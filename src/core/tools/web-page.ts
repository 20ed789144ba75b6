import type { Effect } from '@shared/tool-result'
import type { FetchedPage, NotFetched } from '../web/fetch-page'
import { framed, SOURCE_LINE } from '../web/remote-text'
import type { WebSearcher } from '../web/search/search-web'
import type { Searched } from '../web/search/types'
import type { WebService } from '../web/web-service'

declare module './types' {
  interface ToolServices { web: WebService; searcher: WebSearcher }
}

/** The card of a fetch: the parsed host and address (05 §6). */
export const fetchEffect = (url: URL): Effect => ({ kind: 'web', target: url.host, resolved: url.href, before: null, after: null, action: 'ask', preview: url.href, fields: [] })

export const sayRedirect = ({ url, target }: NotFetched): string => `(Not fetched: ${url} redirects to ${target}. Call again with that address if you want it.)`

/** A page with its first lines, as far as `most` characters; where the rest is, when there is more. */
export function pageText(page: FetchedPage, most: number): { text: string; whole: string; total: number; cut: boolean } {
  const total = page.text.length
  const cut = total > most
  const shown = cut ? atLineEnd(page.text, most) : page.text
  return { text: framed(page.title, page.finalUrl, shown), whole: framed(page.title, page.finalUrl, page.text), total, cut }
}

function atLineEnd(text: string, most: number): string {
  const part = text.slice(0, most)
  const shown = /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part
  const end = shown.lastIndexOf('\n')
  return end > most / 2 ? shown.slice(0, end) : shown
}

export const pageDetails = (page: FetchedPage, truncated: boolean): Record<string, unknown> => ({
  url: page.url, finalUrl: page.finalUrl, title: page.title, description: page.description, contentType: page.contentType, fetchedAt: page.fetchedAt, contentFormat: page.format, truncated, provider: 'direct',
})

/** Hits, one after the other; none is a success too (07 §2). */
export function saySearched({ results }: Searched): string {
  if (results.length === 0) return `${SOURCE_LINE}\n(No results.)`
  const link = (title: string, url: string): string => `[${title.replaceAll('[', '(').replaceAll(']', ')')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
  return [SOURCE_LINE, ...results.map(({ title, url, snippet }, at) => `${at + 1}. ${link(title, url)}${snippet === '' ? '' : `\n   ${snippet}`}`)].join('\n')
}
