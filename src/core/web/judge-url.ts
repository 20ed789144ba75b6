import { isIPv4 } from 'node:net'
import { domainToUnicode } from 'node:url'
import { isFault } from '@shared/fault'
import { classOfAddress, type AddressClass } from './address-class'
import { listed, listedExactly, parseHostEntry, type HostEntry } from './host-list'

/** What WebFetch may do with a URL; `url` is the parsed one, which alone is shown and fetched (07 §1.1). */
export type UrlVerdict =
  | { verdict: 'allow'; code: null; text: ''; url: URL }
  | { verdict: 'ask'; code: 'HOST_PRIVATE' | 'HOST_UNLISTED'; text: string; url: URL }
  | { verdict: 'deny'; code: string; text: string }

const mostCharacters = 4_096
const unusable = /[\p{Cc} \\\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u
const metadataNames: readonly string[] = ['metadata', 'metadata.google.internal', 'instance-data']

/** Steps 1-5 of 07 §1.1; the first that applies decides. `allow` holds the author's entries as written. */
export function judgeUrl(text: string, allow: readonly unknown[]): UrlVerdict {
  let entries: HostEntry[]
  try {
    entries = allow.map(parseHostEntry)
  } catch (error) {
    if (!isFault(error)) throw error
    return deny(error.fault.code, error.fault.message)
  }
  const parsed = parseUrl(text)
  return 'verdict' in parsed ? parsed : judgeHost(parsed, entries)
}

function parseUrl(text: string): URL | UrlVerdict {
  if (text === '' || [...text].length > mostCharacters || unusable.test(text) || !text.isWellFormed()) return deny('URL_INVALID', 'the address is empty, too long, or holds a space, a backslash or an invisible character.')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/?#]|$))/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return deny('URL_SCHEME', `"${scheme.slice(0, 40)}:" cannot be fetched, only http and https.`)
  if (!/^https?:\/\/[^/?#]/i.test(text)) return deny('URL_INVALID', 'a full address is needed: https:// and a host.')
  try {
    const url = new URL(text)
    url.username = ''
    url.password = ''
    url.hash = ''
    const bare = hostOf(url)
    return bare.split('.').includes('') ? deny('URL_INVALID', 'the host has an empty part.') : url
  } catch {
    return deny('URL_INVALID', 'the address cannot be read.')
  }
}

/** Lower case, IDNA, numbers made dotted, one trailing dot removed. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

function judgeHost(url: URL, entries: readonly HostEntry[]): UrlVerdict {
  const host = hostOf(url)
  const kind = classOfHost(host)
  const exact = listedExactly(host, entries)
  const shown = showHost(host)
  switch (kind) {
    case 'never': return deny('URL_BLOCKED', `${shown} is no address that can be fetched.`)
    case 'linkLocal': return exact ? ok(url) : deny('URL_BLOCKED', `${shown} is an address of this machine's own services.`)
    case 'private': return exact ? ok(url) : { verdict: 'ask', code: 'HOST_PRIVATE', text: `${shown} is on this machine or the private network.`, url }
    case 'public': return listed(host, entries) ? ok(url) : { verdict: 'ask', code: 'HOST_UNLISTED', text: `${shown} is not on the list of hosts.`, url }
  }
}

/** The class of a host as the URL names it; what a name resolves to is classed again at the dial. */
export function classOfHost(host: string): AddressClass {
  if (host.startsWith('[')) return classOfAddress(host.slice(1, -1))
  if (isIPv4(host)) return classOfAddress(host)
  if (metadataNames.includes(host)) return 'linkLocal'
  return host === 'localhost' || host.endsWith('.localhost') ? 'private' : 'public'
}

/** How a host reads with its own letters, when that differs; `mixed`: they come from several scripts (WF-06). */
export function readableHost(host: string): { readable: string; mixed: boolean } | null {
  const readable = domainToUnicode(host)
  if (readable === '' || readable === host) return null
  const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(readable))
  return { readable, mixed: scripts.length > 1 }
}

/** A host in both forms when they differ, with a warning. */
export function showHost(host: string): string {
  const found = readableHost(host)
  return found === null ? host : `${host} (${found.readable}${found.mixed ? '; mixes letters of several scripts' : ''})`
}

const ok = (url: URL): UrlVerdict => ({ verdict: 'allow', code: null, text: '', url })
const deny = (code: string, text: string): UrlVerdict => ({ verdict: 'deny', code, text })
