import { app } from 'electron'
import { createDesktopHost } from '../../src/main/browser/desktop-host'
import type { DesktopHost } from '../../src/main/browser/desktop-host'

// A main process with nothing but the host of untrusted pages, so that tests can work it without the rest of the app.
app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')
app.on('window-all-closed', () => undefined)
const troubles: string[] = []
/** The time of this host's acts is over when a test says so. */
const running = new Set<AbortController>()
const deadline = (): AbortSignal => {
  const act = new AbortController()
  running.add(act)
  return act.signal
}
const hosts: Record<string, DesktopHost> = {
  usual: createDesktopHost({ log: { error: (what, about) => void troubles.push(`${what} ${JSON.stringify(about)}`) } }),
  ending: createDesktopHost({ log: { error: (what) => void troubles.push(what) }, deadline }),
}
const endActs = (): void => {
  for (const act of running) act.abort()
  running.clear()
}
Object.assign(globalThis, { pageHosts: hosts, pageTroubles: troubles, endActs })
