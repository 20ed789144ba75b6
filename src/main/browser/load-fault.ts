import { FaultError } from '@shared/fault'

/** Chromium's words for why a page did not load, in ours (07 §3). */
const reasons: readonly [RegExp, string][] = [
  [/^ERR_BLOCKED_BY_CLIENT/, 'pages may not go there'],
  [/^ERR_CERT_|^ERR_SSL_/, 'its certificate is not valid, so it may be someone else'],
  [/^ERR_(TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE|CONNECTION_|PROXY_|NAME_NOT_RESOLVED|ADDRESS_)/, 'it could not be reached'],
  [/^ERR_TOO_MANY_REDIRECTS/, 'it redirects without end'],
  [/^ERR_(UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_PORT)/, 'this kind of address is not opened'],
  [/^ERR_(INVALID_RESPONSE|INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_|CONTENT_)/, 'its answer could not be read'],
]

export function loadFault(url: string, description: string): FaultError {
  const why = reasons.find(([pattern]) => pattern.test(description))?.[1] ?? `it could not be opened (${description.slice(0, 60)})`
  return new FaultError({ code: 'BROWSER_FAILED', message: `${hostOf(url)}: ${why}.`, data: { url: url.slice(0, 512) } })
}

/** `closed`: the page is gone, and what was shown of it. */
export const browserFault = (message: string, closed = false): FaultError => new FaultError({ code: 'BROWSER_FAILED', message, ...(closed ? { data: { closed } } : {}) })
export const pageEnded = (): FaultError => browserFault('The page ended by itself: it took too much memory or broke.', true)

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'The page'
  }
}
