import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail } from '@shared/fault'
import type { Agent } from 'undici'
import { passBytes } from '../web/pass-bytes'
import { openAppFile } from './app-files'

/** A folder that is shown as an app, and where its `api/` leads. */
export interface ServedApp { readonly dir: string; readonly proxyTo: URL; readonly dialer: Agent }
export interface AppGateway { readonly port: number; close(): Promise<void> }

const policy = "default-src 'self' 'unsafe-inline' data:"
const always = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' }
const tokenPath = /^\/apps\/([0-9a-f]{32})\/(.*)$/
/** Of one connection, or telling who asks from where. */
const notPassed = new Set(['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host', 'cookie', 'set-cookie', 'set-cookie2', 'origin', 'referer', 'authorization', 'proxy-authorization', 'proxy-authenticate', 'content-security-policy', 'expect'])

/** Serves folders on 127.0.0.1 to whoever has their token (07 §3). GATEWAY_FAILED. */
export async function openAppGateway(appOf: (token: string) => ServedApp | null): Promise<AppGateway> {
  const server = createServer({ maxHeaderSize: 32_768 })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', done)
  }).catch((error: unknown) => fail('GATEWAY_FAILED', `the app could not be served: ${error instanceof Error ? error.message : String(error)}.`))
  const { port } = server.address() as AddressInfo
  server.on('request', (request, response) => {
    response.on('error', () => undefined)
    const [, token = '', path = ''] = tokenPath.exec((request.url ?? '').split(/[?#]/)[0] ?? '') ?? []
    const app = request.headers.host === `127.0.0.1:${port}` ? appOf(token) : null
    serve(app, path, request, response).catch(() => response.destroy())
  })
  return {
    port,
    close: () => new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    }),
  }
}

async function serve(app: ServedApp | null, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (app === null) return notThere(response)
  if (path.startsWith('api/')) return passOn(app, path.slice('api/'.length), request, response)
  const file = request.method === 'GET' || request.method === 'HEAD' ? await openAppFile(app.dir, path) : null
  if (file === null) return notThere(response)
  response.writeHead(200, { ...always, 'content-type': file.type, 'content-length': file.size })
  if (request.method === 'HEAD' || file.size === 0) {
    await file.handle.close()
    response.end()
    return
  }
  passBytes(file.handle.createReadStream({ end: file.size - 1 }), response)
}

function notThere(response: ServerResponse): void {
  response.writeHead(404, { ...always, 'content-type': 'text/plain; charset=utf-8' }).end('Not found')
}

/** A request of the app to its own service: no cookies either way, no redirects followed, dialled where the address was judged. */
async function passOn(app: ServedApp, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = /\?[^#]*/.exec(request.url ?? '')?.[0] ?? ''
  const base = app.proxyTo.pathname.replace(/\/$/, '')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const answer = await app.dialer.request({
      origin: app.proxyTo.origin, path: `${base}/${path}${query}`, method: request.method ?? 'GET', headers: passed(request.headers), body: hasBody ? request : null, headersTimeout: 60_000, bodyTimeout: 0,
    })
    response.writeHead(answer.statusCode, { ...passed(answer.headers), ...always })
    passBytes(answer.body, response)
  } catch {
    if (!response.headersSent) response.writeHead(502, { ...always, 'content-type': 'text/plain; charset=utf-8' }).end('The service of this app does not answer')
    else response.destroy()
  }
}

function passed(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined && !notPassed.has(entry[0].toLowerCase())))
}
