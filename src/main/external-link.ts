export interface ExternalLink { readonly url: string; /** What the author is asked about. */ readonly shown: string }

/** A link the system may open, or null: http(s) and mailto only, no hidden characters, no user name before the host (EL-03). */
export function externalLink(text: string): ExternalLink | null {
  if (text.length > 2_000 || [...text].some((char) => char <= ' ' || char === '\u007F' || char === '\\')) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (url.protocol === 'mailto:') return { url: url.href, shown: url.pathname }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  // `host` is the ASCII form, so a look-alike name shows as xn--….
  return url.username || url.password || !url.host ? null : { url: url.href, shown: url.host }
}
