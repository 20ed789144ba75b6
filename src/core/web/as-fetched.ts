import { classOfHost, hostOf } from './judge-url'

/** http becomes https, except localhost names and private or loopback literals (07 §2). */
export function asFetched(url: URL): URL {
  const out = new URL(url)
  if (out.protocol === 'http:' && classOfHost(hostOf(out)) === 'public') out.protocol = 'https:'
  return out
}
