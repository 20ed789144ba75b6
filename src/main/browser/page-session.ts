import { session } from 'electron'
import type { Session } from 'electron'
import { mayAsk } from './reach'
import type { RequestFacts } from './reach'

/** What the page of one tab may reach now; changed by each navigate. */
export interface PageReach { place: string | null; /** The navigate that names it is on its way. */ naming: boolean }

/**
 * The page may run scripts and forms but no dialogs, prints or downloads, and may not look names up by itself. Blink itself holds it
 * to that, in every frame.
 */
const policy = 'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation'
const dropped = new Set(['set-cookie2', 'proxy-authenticate', 'x-dns-prefetch-control'])

/** The session of a tab, in memory: it lends nothing and reaches the network only through core's proxy. */
export async function openPageSession(name: string, proxyPort: number, reach: PageReach): Promise<Session> {
  const own = session.fromPartition(name, { cache: false })
  await own.setProxy({ mode: 'fixed_servers', proxyRules: `http://127.0.0.1:${proxyPort}`, proxyBypassRules: '<-loopback>' })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  // Its dictionaries would come from the network.
  own.setSpellCheckerEnabled(false)
  own.setUserAgent(own.getUserAgent().replace(/ Electron\/\S+/, ''), 'zh-CN,zh,en')
  own.removeAllListeners('will-download').on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !allowed(details, reach) }))
  own.webRequest.onHeadersReceived((details, answer) => answer({ responseHeaders: guarded(details.responseHeaders ?? {}) }))
  return own
}

/** A frame that is gone meanwhile may not ask. */
function allowed({ url, resourceType, frame }: { url: string; resourceType: string; frame?: RequestFacts['frame'] }, reach: PageReach): boolean {
  try {
    return mayAsk({ url, type: resourceType, frame }, reach.place, reach.naming)
  } catch {
    return false
  }
}

function guarded(headers: Record<string, string[]>): Record<string, string[]> {
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name.toLowerCase()))
  const said = kept.filter(([name]) => name.toLowerCase() === 'content-security-policy').flatMap(([, values]) => values)
  return { ...Object.fromEntries(kept.filter(([name]) => name.toLowerCase() !== 'content-security-policy')), 'Content-Security-Policy': [...said, policy], 'X-DNS-Prefetch-Control': ['off'] }
}
