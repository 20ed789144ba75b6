import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail, isFault } from '@shared/fault'
import type { Env } from '../project/types'
import type { Desktop } from '../browser/desktop-link'
import { createDialer } from '../web/dial'
import { classOfHost, hostOf } from '../web/judge-url'
import type { WebService } from '../web/web-service'
import { openAppGateway, type AppGateway, type ServedApp } from './app-gateway'

export interface OpenedApp { readonly url: string; /** Whether a window shows it; a command line has none. */ readonly shown: boolean }

/** Folders shown as apps, until the project closes (07 §3 open_app). */
export interface AppService {
  /** Judges where `/api/` of an app may lead. URL_INVALID, URL_SCHEME, URL_BLOCKED, PROXY_HOST. */
  target(text: string): URL
  /** APP_NO_INDEX. */
  assertIndex(dir: string, shown: string): void
  /** GATEWAY_FAILED. */
  open(dir: string, proxyTo: URL): Promise<OpenedApp>
  close(): Promise<void>
}

interface Parts { env: Env; desktop: Desktop | null; web: Pick<WebService, 'judge' | 'reachOf'> }
interface Entry extends ServedApp { readonly token: string; readonly tab: string }

export function createAppService(parts: Parts): AppService {
  const { env, web } = parts
  const apps = new Map<string, Entry>()
  const byToken = (token: string): ServedApp | null => [...apps.values()].find((one) => one.token === token) ?? null
  let gateway: Promise<AppGateway> | null = null
  const listen = (): Promise<AppGateway> => {
    gateway ??= openAppGateway(byToken)
    gateway.catch(() => { gateway = null })
    return gateway
  }
  const entry = (dir: string, proxyTo: URL): Entry => {
    const key = `${dir}\0${proxyTo.href}`
    const known = apps.get(key)
    if (known !== undefined) return known
    const made = { dir, proxyTo, dialer: createDialer(web.reachOf(proxyTo), { connections: 8 }), token: randomBytes(16).toString('hex'), tab: env.id('app') }
    apps.set(key, made)
    return made
  }
  return {
    target: (text) => targetOf(text, web),
    assertIndex: (dir, shown) => {
      const index = join(dir, 'index.html')
      if (!existsSync(index) || !lstatSync(index).isFile()) fail('APP_NO_INDEX', `${shown} has no index.html.`, { fix: 'Name the folder that holds the index.html of the app.' })
    },
    open: async (dir, proxyTo) => {
      const { port } = await listen()
      const { token, tab } = entry(dir, proxyTo)
      const url = `http://127.0.0.1:${port}/apps/${token}/`
      const { desktop } = parts
      if (desktop === null) return { url, shown: false }
      await desktop.ask({ do: 'showApp', tab, url, title: basename(dir) }).catch((error: unknown) => fail('GATEWAY_FAILED', `the app could not be shown${isFault(error) ? `: ${error.fault.message}` : '.'}`))
      return { url, shown: true }
    },
    close: async () => {
      await Promise.all([...apps.values()].map(async ({ tab, dialer }) => {
        await parts.desktop?.ask({ do: 'close', tab }).catch(() => undefined)
        await dialer.destroy()
      }))
      apps.clear()
      await gateway?.then((one) => one.close(), () => undefined)
    },
  }
}

/** Its own machine or a host of the author's list. */
function targetOf(text: string, web: Pick<WebService, 'judge'>): URL {
  const verdict = web.judge(text)
  const host = hostOf(verdict.url)
  if (verdict.verdict !== 'allow' && !isLoopback(host)) fail('PROXY_HOST', `${host} is neither on this machine nor on the author's list of hosts.`, { actual: host, expected: 'localhost, 127.0.0.1 or a listed host' })
  return verdict.url
}

const isLoopback = (host: string): boolean => classOfHost(host) === 'private' && (host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]')
