import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { build } from 'vite'
import type { Answer } from '../../src/shared/bridge'
import type { DesktopAsk, PageView } from '../../src/shared/desktop'
import { openGuardProxy, type GuardProxy } from '../../src/core/browser/guard-proxy'
import { openSite, type Site } from '../../test/web/loopback-site'
import { electronPath, freshFolder } from '../helpers/paths'

export interface PageHost {
  readonly app: ElectronApplication
  /** What public names lead to. */
  readonly site: Site
  readonly proxy: GuardProxy
  ask(ask: DesktopAsk, host?: 'usual' | 'ending'): Promise<Answer<unknown>>
  open(tab: string, url: string, reach?: string | null, host?: 'usual' | 'ending'): Promise<PageView>
  /** The time of what the host 'ending' does now is over. */
  endActs(): Promise<void>
  close(): Promise<void>
}

/** The host of pages in a real Electron, behind core's own proxy; every public name leads to the test's site. */
export async function startPageHost(): Promise<PageHost> {
  const site = await openSite()
  const proxy = await openGuardProxy({
    secret: 's'.repeat(48),
    resolve: (host) => Promise.resolve([{ address: host === 'localhost' || host === 'inside.test' ? '127.0.0.1' : '203.0.113.5', family: 4 }]),
    dial: (addresses, port) => connect(addresses[0]?.address === '127.0.0.1' ? port : site.port, '127.0.0.1'),
  })
  const app = await _electron.launch({ executablePath: electronPath, args: [await builtApp(), ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'], timeout: 60_000 })
  const ask: PageHost['ask'] = (asked, host = 'usual') => app.evaluate(async (_electron, [asked, host]) => {
    const { pageHosts } = globalThis as unknown as { pageHosts: Record<string, { answer(ask: unknown, stopped: AbortSignal): Promise<Answer<unknown>> }> }
    return (await pageHosts[host]?.answer(asked, new AbortController().signal)) ?? { ok: false as const, fault: { code: 'NONE', message: '' } }
  }, [asked, host] as const)
  return {
    app, site, proxy, ask,
    open: async (tab, url, reach = null, host = 'usual') => valueOf(await ask({ do: 'navigate', tab, url, proxy: { port: proxy.port, secret: proxy.secret }, reach }, host)),
    endActs: () => app.evaluate(() => (globalThis as unknown as { endActs(): void }).endActs()),
    close: async () => {
      await app.close()
      await proxy.close()
      await site.close()
    },
  }
}

/** The value of an answer, or its fault thrown by code. */
export function valueOf<T = PageView>(answer: Answer<unknown>): T {
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
  return answer.value as T
}

async function builtApp(): Promise<string> {
  const folder = join(freshFolder(), 'host')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'page-host', version: '1.0.0', type: 'module', main: 'main.mjs' }))
  await build({
    configFile: false, logLevel: 'silent', resolve: { alias: { '@shared': resolve('src/shared') } }, ssr: { noExternal: true },
    build: { ssr: resolve('e2e/support/page-host-main.ts'), outDir: folder, emptyOutDir: false, target: 'node20', rollupOptions: { external: ['electron'], output: { entryFileNames: 'main.mjs' } } },
  })
  return folder
}
