const ports: Readonly<Record<string, string>> = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' }

/** Host and port of an address of the web, the default port written out; null when it has none. Core names places so, main compares them. */
export function placeOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port } = new URL(address)
  const usual = ports[protocol]
  return usual === undefined ? null : `${hostname.replace(/\.$/, '')}:${port === '' ? usual : port}`
}

/** `https:`, in lower case, of any address; of one that cannot be parsed too. */
export const schemeOf = (address: string): string => address.slice(0, address.indexOf(':') + 1).toLowerCase()
