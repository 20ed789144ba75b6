import { Cancelled, fail } from '@shared/fault'
import type { SearchProvider } from '@shared/settings'
import { remoteLine } from '../remote-text'
import { askBrave } from './brave'
import { readyProviders } from './search-ready'
import { askTavily } from './tavily'
import type { AskProvider, SearchHit, Searched, SearchRequest } from './types'

const ask: Record<SearchProvider['kind'], AskProvider> = { tavily: askTavily, brave: askBrave }

export interface SearchParts { providers(): readonly SearchProvider[]; keys(): Record<string, string> }
/** Search engines in the author's order, the next on failure (07 §2). */
export interface WebSearcher {
  readonly ready: boolean
  /** SEARCH_NOT_CONFIGURED, SEARCH_FAILED with each cause. `only`: this service alone. */
  search(request: SearchRequest, signal: AbortSignal, only?: SearchProvider['kind']): Promise<Searched>
}

export function createWebSearcher({ providers, keys }: SearchParts): WebSearcher {
  const ready = () => readyProviders(providers(), keys())
  return {
    get ready() { return ready().length > 0 },
    search: async (request, signal, only) => {
      const usable = ready().filter(({ provider }) => only === undefined || provider.kind === only)
      if (usable.length === 0) fail('SEARCH_NOT_CONFIGURED', only === undefined ? 'no search service is set up.' : `${only} has no key.`, { fix: 'The author adds one (Tavily or Brave) with its key in Settings.' })
      const causes: string[] = []
      for (const { provider, key } of usable) {
        try {
          const hits = await ask[provider.kind](request, { key, baseURL: provider.baseURL ?? null }, signal)
          return { query: request.query, provider: provider.kind, results: fitting(hits, request) }
        } catch (error) {
          if (error instanceof Cancelled) throw error
          causes.push(`${provider.kind}: ${remoteLine(String((error as Error).message).replaceAll(key, '***'), 200)}`)
        }
      }
      return fail('SEARCH_FAILED', `no search service answered: ${causes.join('; ')}.`)
    },
  }
}

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, '').replace(/\.$/, '')
const below = (host: string, domain: string): boolean => host === bare(domain) || host.endsWith(`.${bare(domain)}`)

/** Filtered again on our side, in one line each, only addresses of the web. */
function fitting(hits: readonly SearchHit[], { allowed, blocked, count }: SearchRequest): SearchHit[] {
  return hits.flatMap((hit) => {
    const url = webAddress(hit.url)
    if (url === null) return []
    const host = bare(url.hostname)
    if (blocked.some((domain) => below(host, domain)) || (allowed.length > 0 && !allowed.some((domain) => below(host, domain)))) return []
    return [{ ...hit, url: url.href, title: remoteLine(hit.title, 300), snippet: remoteLine(hit.snippet.replace(/<\/?(?:strong|b|em)>/gi, ''), 1_500) }]
  }).slice(0, count)
}

function webAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}
