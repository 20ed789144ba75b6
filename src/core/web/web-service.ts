import { fail } from '@shared/fault'
import type { Env } from '../project/types'
import type { DialOptions, DialPolicy } from './dial'
import { asFetched } from './as-fetched'
import type { FetchedPage, NotFetched } from './fetch-page'
import { listed, parseHostEntry } from './host-list'
import type { Hosts, HostStore, ListedHost } from './host-store'
import { classOfHost, hostOf, judgeUrl, showHost, type UrlVerdict } from './judge-url'
import { PageCache } from './page-cache'

/** Answers a question about one page with a model of the author's; the page is untrusted data (07 §2). Rejects when there is none or it fails. */
export type Digest = (request: { sessionId: number; prompt: string; page: string; signal: AbortSignal }) => Promise<string>

/** Pages of the web, judged by the author's list of hosts. */
export interface WebService {
  /** Judges an address by the list as it is now; the parsed URL alone is shown and fetched. URL_INVALID, URL_SCHEME, URL_BLOCKED, HOST_LIST_INVALID, DENIED_POLICY. */
  judge(url: string): Exclude<UrlVerdict, { verdict: 'deny' }>
  /** Fetches what was judged; `approved` when the author let this call through. */
  fetch(request: { sessionId: number; url: URL; approved: boolean; signal: AbortSignal }): Promise<FetchedPage | NotFetched>
  /** What a page that the author let this address name may dial beside public addresses: that very host, if it is private. */
  reachOf(url: URL): DialPolicy
  readonly digest: Digest
}

export interface WebParts { env: Env; hosts: HostStore; digest: Digest; dial?: DialOptions }

export function createWebService({ env, hosts, digest, dial = {} }: WebParts): WebService {
  const cache = new PageCache(env.now)
  const known = (): Hosts => {
    const { error, ...lists } = hosts.list()
    return error === null ? lists : fail('HOST_LIST_INVALID', error)
  }
  return {
    judge: (text) => {
      const lists = known()
      const verdict = judgeUrl(text, lists.hosts.map((one) => one.host))
      if (verdict.verdict === 'deny') return fail(verdict.code, verdict.text)
      const host = hostOf(verdict.url)
      return listed(host, lists.denied.map(parseHostEntry)) ? fail('DENIED_POLICY', `${showHost(host)} is on the author's list of hosts that are never visited.`) : verdict
    },
    fetch: async ({ sessionId, url, approved, signal }) => {
      const address = asFetched(url).href
      const held = cache.get(sessionId, address)
      if (held !== null) return held
      const { fetchPage } = await import('./fetch-page')
      const got = await fetchPage(url, { ...dial, now: env.now, signal, policy: policyOf(url, known().hosts, approved) })
      if (got.kind === 'page') cache.put(sessionId, address, got)
      return got
    },
    reachOf: (url) => policyOf(url, known().hosts, true),
    digest,
  }
}

/** Only the very host of the call may be private, and only when it is listed exactly or the author approved this call. */
function policyOf(url: URL, entries: readonly ListedHost[], approved: boolean): DialPolicy {
  const host = hostOf(url)
  const exact = entries.find((one) => one.host === host)
  const only = (yes: boolean): ReadonlySet<string> => new Set(yes ? [host] : [])
  return {
    privateHosts: only(classOfHost(host) === 'private' && (approved || exact !== undefined)),
    ownNetwork: only(exact?.ownNetwork === true),
    listedLocal: only(classOfHost(host) === 'linkLocal' && exact !== undefined),
  }
}
