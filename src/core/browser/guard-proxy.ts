import { timingSafeEqual } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { FaultError, isFault, type Fault } from '@shared/fault'
import { answerLookup, judgedAddresses, type DialPolicy, type Resolve } from '../web/dial'
import { classOfHost } from '../web/judge-url'
import { passBytes } from '../web/pass-bytes'

/** What a page may dial beside public addresses: one private host and port, or nothing. */
export interface Reach { readonly place: string; readonly policy: DialPolicy }
export interface GuardProxyOptions { secret: string; resolve?: Resolve; /** Dials addresses that were judged; a test leads them elsewhere. */ dial?: (addresses: LookupAddress[], port: number) => Socket }

/** The only way of a page to the network (07 §3): every connection is judged and dialled here, as `WebFetch` does it. */
export interface GuardProxy {
  readonly port: number
  readonly secret: string
  allow(reach: Reach | null): void
  /** What was allowed last. */
  reach(): Reach | null
  /** Why a place was not dialled last; null when it was. */
  refusal(place: string): Fault | null
  close(): Promise<void>
}

const user = 'wenqu'
const mostRemembered = 64
const connectMs = 10_000
const nothing: DialPolicy = { privateHosts: new Set(), ownNetwork: new Set(), listedLocal: new Set() }
/** Of one connection, not of the message; and what is between the page and this proxy. */
const hop = new Set(['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-authorization', 'proxy-authenticate'])

export async function openGuardProxy({ secret, resolve, dial = dialAddresses }: GuardProxyOptions): Promise<GuardProxy> {
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`)
  const sockets = new Set<Duplex>()
  const refused = new Map<string, Fault>()
  let reach: Reach | null = null
  const known = (request: IncomingMessage): boolean => {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const open = async (host: string, port: number): Promise<Socket> => {
    const place = `${host}:${port}`
    try {
      const socket = await connected(dial(await addressesOf(host, place, reach, resolve), port))
      refused.delete(place)
      return keep(sockets, socket)
    } catch (error) {
      if (refused.size >= mostRemembered) refused.clear()
      refused.set(place, isFault(error) ? error.fault : { code: 'BROWSER_FAILED', message: `${host} could not be reached.` })
      throw error
    }
  }
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    if (!known(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Wenqu"', 'content-length': '0' }).end()
    forward(request, response, open)
  })
  server.on('connect', (request, client, head) => {
    client.on('error', () => client.destroy())
    if (!known(request)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="Wenqu"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    tunnel(request.url ?? '', client, head, open)
  })
  server.on('connection', (socket) => keep(sockets, socket))
  server.on('clientError', (_error, socket) => { socket.destroy() })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', done)
  })
  return {
    port: (server.address() as AddressInfo).port, secret,
    allow: (next) => { reach = next },
    reach: () => reach,
    refusal: (place) => refused.get(place) ?? null,
    close: () => new Promise((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    }),
  }
}

function keep<S extends Duplex>(sockets: Set<Duplex>, socket: S): S {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  return socket
}

/** The policy counts for the one place that was named; every other private one is refused whoever asks. */
function addressesOf(host: string, place: string, reach: Reach | null, resolve: Resolve | undefined): Promise<LookupAddress[]> {
  const policy = reach !== null && reach.place === place ? reach.policy : nothing
  const kind = classOfHost(host)
  if (kind === 'never' || (kind === 'linkLocal' && !policy.listedLocal.has(host))) throw new FaultError({ code: 'URL_BLOCKED', message: `${host} is never opened.` })
  return judgedAddresses(host, policy, resolve)
}

type Open = (host: string, port: number) => Promise<Socket>

/** Encrypted requests and sockets of the page: bytes both ways. */
function tunnel(target: string, client: Duplex, head: Buffer, open: Open): void {
  const { hostname = '', port = '' } = /^(?<hostname>\[[0-9a-f:.]+\]|[^:[\]/?#@]+):(?<port>\d{1,5})$/i.exec(target)?.groups ?? {}
  if (hostname === '' || Number(port) > 65_535) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  open(hostname.toLowerCase().replace(/\.$/, ''), Number(port)).then((upstream) => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    upstream.write(head)
    passBytes(client, upstream)
    passBytes(upstream, client)
  }, () => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
}

/** A plain request: sent on by a connection of its own. A refused one gets no answer that could pass for the site's. */
function forward(request: IncomingMessage, response: ServerResponse, open: Open): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null
  if (url === null || url.protocol !== 'http:') return void response.writeHead(400).end()
  response.on('error', () => undefined)
  const port = url.port === '' ? 80 : Number(url.port)
  open(url.hostname.replace(/\.$/, ''), port).then((socket) => {
    if (response.destroyed) return void socket.destroy()
    const upstream = httpRequest({ createConnection: () => socket, method: request.method ?? 'GET', path: `${url.pathname}${url.search}`, headers: passed(request.rawHeaders), setHost: false })
    upstream.once('error', () => response.destroy())
    upstream.once('response', (answer) => answerWith(answer, response))
    response.once('close', () => upstream.destroy())
    passBytes(request, upstream)
  }, () => response.destroy())
}

/** A site is no proxy: what asks for this proxy's secret is not passed on. */
function answerWith(answer: IncomingMessage, response: ServerResponse): void {
  if (answer.statusCode === 407) return void response.destroy()
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passed(answer.rawHeaders))
  passBytes(answer, response)
}

function passed(raw: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) if (!hop.has((raw[at] ?? '').toLowerCase())) out.push(raw[at] ?? '', raw[at + 1] ?? '')
  return out
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((done, failed) => {
    socket.setTimeout(connectMs, () => socket.destroy(new Error('no connection in time')))
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', failed)
      socket.on('error', () => socket.destroy())
      done(socket)
    })
  })
}

/** Exactly the judged addresses are dialled, one after the other; no name is looked up again. */
function dialAddresses(addresses: LookupAddress[], port: number): Socket {
  return connect({ host: 'judged.invalid', port, autoSelectFamily: true, lookup: (_host, options, done) => void answerLookup(Promise.resolve(addresses), options.all === true, done) })
}
