import { readdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { html, openSite, redirect, type Site } from '../../../test/web/loopback-site'
import type { DialPolicy, Resolve } from './dial'
import { fetchPage, type FetchOptions } from './fetch-page'

/** F2, security WF-05, WF-07, WF-08: what fetch-page.test.ts leaves out, all on loopback; sockets and memory come back to what they were. */
let site: Site
let elsewhere: Site
beforeAll(async () => { site = await openSite(); elsewhere = await openSite() })
afterAll(async () => { await site.close(); await elsewhere.close() })
beforeEach(() => { site.asked.length = 0; elsewhere.asked.length = 0 })
afterEach(async () => {
  await expect.poll(() => [site.sockets(), elsewhere.sockets()], slow).toEqual([0, 0])
  expect(elsewhere.asked).toEqual([])
})

const none: ReadonlySet<string> = new Set()
/** A busy machine needs a while to see that a socket has closed. */
const slow = { timeout: 20_000 }
const loopback: DialPolicy = { privateHosts: new Set(['localhost', '127.0.0.1']), ownNetwork: none, listedLocal: none }
const here: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const get = (path: string, more: Partial<FetchOptions> = {}) => fetchPage(new URL(path, site.base), { now: () => new Date('2026-01-01'), policy: loopback, signal: new AbortController().signal, resolve: here, ...more })
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', (error: { fault?: { code: string }; name: string }) => error.fault?.code ?? error.name)
const textOf = async (path: string): Promise<string> => {
  const got = await get(path)
  return got.kind === 'page' ? got.text : `redirect ${got.target}`
}
const large = 60_000_000

describe('bombs', () => {
  it.each([['deflate', deflateSync], ['br', brotliCompressSync], ['gzip', gzipSync]] as const)('%s, packed once and twice: cut at five megabytes, memory flat', async (name, pack) => {
    const once = pack(Buffer.alloc(large, 0x61))
    const twice = pack(once)
    site.on('/once', (_request, response) => { response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': name }).end(once) })
    site.on('/twice', (_request, response) => { response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': `${name}, ${name}` }).end(twice) })
    const before = process.memoryUsage().rss
    expect([await codeOf(get('/once')), await codeOf(get('/twice'))]).toEqual(['BODY_TOO_LARGE', 'BODY_TOO_LARGE'])
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576)
  }, 60_000)

  it('a body without end and without length, as fast as it can', async () => {
    site.on('/flood', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const pump = (): void => { while (!response.destroyed && response.write('x'.repeat(100_000))); if (!response.destroyed) response.once('drain', pump) }
      pump()
    })
    const before = process.memoryUsage().rss
    expect(await codeOf(get('/flood'))).toBe('BODY_TOO_LARGE')
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576)
  })

  it('entities that would grow to a billion stay text', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]><l>&j;</l>`
    for (const type of ['application/xml', 'application/xhtml+xml', 'text/html']) {
      site.on('/xml', (_request, response) => { response.writeHead(200, { 'content-type': type }).end(bomb) })
      expect((await textOf('/xml')).length).toBeLessThan(bomb.length + 100)
    }
  })

  it.each([['attributes', `<p ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}>雪</p>`], ['open tags of every kind', '<a><table><tr><td><b><i>'.repeat(60_000)], ['comments', '<!--'.repeat(300_000)], ['nodes', '<p>x</p>'.repeat(400_000)]])('%s without end: an answer in time, whatever it is', async (_name, body) => {
    site.on('/many', html(body))
    expect(await codeOf(get('/many', { totalMs: 3_000 }))).toMatch(/^(?:ok|PAGE_EMPTY|BODY_TOO_LARGE|FETCH_FAILED|FETCH_TIMEOUT|PAGE_\w+)$/)
  }, 20_000)
})

describe('drips', () => {
  /** A server below HTTP, so that it can break it. */
  async function raw(talk: (socket: Socket) => () => void): Promise<{ base: string; open(): number; close(): Promise<void> }> {
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => undefined)
      let stop: () => void = () => undefined
      socket.once('data', () => { stop = talk(socket) })
      socket.on('close', () => { open.delete(socket); stop() })
    })
    await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
    return { base: `http://localhost:${(server.address() as AddressInfo).port}`, open: () => open.size, close: () => new Promise((done) => { server.close(() => { done() }) }) }
  }
  const every = (socket: Socket, text: (n: number) => string) => {
    let n = 0
    const timer = setInterval(() => { socket.write(text(n++)) }, 10)
    return () => { clearInterval(timer) }
  }
  it.each<[string, (socket: Socket) => () => void, string]>([
    ['the status line, letter by letter', (socket) => every(socket, (n) => 'HTTP/1.1 200 OK'[n] ?? ' '), 'FETCH_(?:TIMEOUT|FAILED)'],
    ['header after header', (socket) => { socket.write('HTTP/1.1 200 OK\r\n'); return every(socket, (n) => `X-${n}: ${'y'.repeat(20)}\r\n`) }, 'FETCH_(?:TIMEOUT|FAILED)'],
    ['one header that grows', (socket) => { socket.write('HTTP/1.1 200 OK\r\nX: '); return every(socket, () => 'y'.repeat(4_000)) }, 'FETCH_(?:TIMEOUT|FAILED)'],
    ['chunks of nothing but their length', (socket) => { socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'); return every(socket, () => '0') }, 'FETCH_(?:TIMEOUT|FAILED)'],
    ['a continue, again and again', (socket) => every(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'), 'FETCH_(?:TIMEOUT|FAILED)'],
    ['a packed body, byte by byte', (socket) => { socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n'); const packed = gzipSync('x'.repeat(10_000)); let n = 0; const timer = setInterval(() => { socket.write(packed.subarray(n % 8, (n % 8) + 1)); n += 1 }, 10); return () => { clearInterval(timer) } }, 'FETCH_(?:TIMEOUT|FAILED)'],
  ])('%s: ended in time, the socket gone', async (_name, talk, wanted) => {
    const server = await raw(talk)
    expect(await codeOf(get(`${server.base}/`, { headersMs: 300, totalMs: 500 }))).toMatch(new RegExp(`^${wanted}$`))
    await expect.poll(() => server.open()).toBe(0)
    await server.close()
  })

  it.each([
    ['a length and chunks at once', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'],
    ['a length below nothing', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: -1\r\n\r\nabc'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: many\r\n\r\nabc'],
    ['a second answer behind the first', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother'],
    ['a header with NUL', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\0\r\n\r\nabc'],
  ])('forged: %s is refused, or read as the first says', async (_name, answer) => {
    const server = await raw((socket) => { socket.end(answer); return () => undefined })
    const got = await get(`${server.base}/`).then((page) => (page.kind === 'page' ? page.text : 'redirect'), (error: { fault?: { code: string } }) => error.fault?.code ?? 'thrown')
    expect(['abc', 'FETCH_FAILED', 'CONTENT_TYPE']).toContain(got)
    await expect.poll(() => server.open()).toBe(0)
    await server.close()
  })
})

describe('redirects of every kind', () => {
  it.each([301, 302, 303, 307, 308])('%i: followed within the origin by GET, never to another', async (status) => {
    site.on('/go', redirect('/there', status))
    site.on('/there', (request, response) => { response.writeHead(200, { 'content-type': 'text/plain' }).end(`${request.method} arrived`) })
    expect(await textOf('/go')).toBe('GET arrived')
    site.on('/away', redirect(`${elsewhere.base}/there`, status))
    expect(await textOf('/away')).toBe(`redirect ${elsewhere.base}/there`)
  })

  it.each([300, 304, 305])('%i without an address is an error', async (status) => {
    site.on('/odd', (_request, response) => { response.writeHead(status).end() })
    expect(await codeOf(get('/odd'))).toBe('HTTP_STATUS')
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.test/', 'http://', 'http://[', '//127.0.0.1:1/x', '\\\\127.0.0.1:1\\x', 'http://0x7f.1:1/', 'http://169.254.169.254/latest', 'https://user:pw@localhost:1/'])('to %s: told, nothing is asked', async (location) => {
    site.on('/odd', redirect(location))
    const got = await get('/odd')
    expect(got).toMatchObject({ kind: 'redirect', target: expect.not.stringContaining('pw@') })
    expect(site.asked).toEqual(['/odd'])
  })

  it('in a circle, and to itself', async () => {
    site.on('/x', redirect('/y'))
    site.on('/y', redirect('/x'))
    site.on('/self', redirect('/self'))
    expect([await codeOf(get('/x')), await codeOf(get('/self'))]).toEqual(['TOO_MANY_REDIRECTS', 'TOO_MANY_REDIRECTS'])
    expect(site.asked.length).toBe(12)
  })

  it('a meta refresh and a Refresh header lead nowhere; a cookie is never sent back', async () => {
    const cookies: (string | undefined)[] = []
    site.on('/meta', (request, response) => { cookies.push(request.headers.cookie); response.writeHead(200, { 'content-type': 'text/html', refresh: `0; url=${elsewhere.base}/a`, 'set-cookie': 'id=1; Path=/' }).end(`<meta http-equiv="refresh" content="0; url=${elsewhere.base}/a"><p>stays</p>`) })
    site.on('/set', (request, response) => { cookies.push(request.headers.cookie); response.writeHead(302, { location: '/meta', 'set-cookie': 'id=2; Path=/' }).end() })
    expect([await textOf('/set'), await textOf('/meta')]).toEqual(['stays', 'stays'])
    expect(cookies).toEqual([undefined, undefined, undefined])
  })

  it('a name that leads elsewhere by the second hop is judged again', async () => {
    let turn = 0
    site.on('/hop', (_request, response) => { response.writeHead(302, { location: '/next', connection: 'close' }).end() })
    site.on('/next', html('<p>never</p>'))
    const resolve: Resolve = () => Promise.resolve([{ address: turn++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
    expect(await codeOf(get('/hop', { resolve }))).toBe('URL_BLOCKED')
    expect(site.asked).toEqual(['/hop'])
  })
})

describe('wrong charsets and forged words', () => {
  it.each<[string, string, Buffer, string]>([
    ['UTF-16 by its BOM', 'text/html; charset=utf-8', Buffer.from('\uFEFF<p>雪</p>', 'utf16le'), '雪'],
    ['UTF-7, which nobody reads', 'text/plain; charset=utf-7', Buffer.from('+ADw-script+AD4-'), '+ADw-script+AD4-'],
    ['a label of a thousand letters', `text/plain; charset=${'x'.repeat(1_000)}`, Buffer.from('雪'), '雪'],
    ['a meta beyond the first 4 KB', 'text/html', Buffer.from(`<!--${' '.repeat(5_000)}--><meta charset="gbk"><p>雪</p>`), '雪'],
    ['half a character at the end', 'text/plain', Buffer.from('雪夜').subarray(0, 5), '雪\uFFFD'],
    ['a lone surrogate as bytes', 'text/plain', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]), 'a\uFFFD\uFFFD\uFFFDb'],
  ])('%s', async (_name, type, body, wanted) => {
    site.on('/c', (_request, response) => { response.writeHead(200, { 'content-type': type }).end(body) })
    expect(await textOf('/c')).toBe(wanted)
  })

  it('a type said twice, with a text that is none', async () => {
    site.on('/t', (_request, response) => { response.writeHead(200, [['content-type', 'image/png'], ['content-type', 'text/html']].flat()).end('<p>x</p>') })
    expect(await codeOf(get('/t'))).toMatch(/^(?:CONTENT_TYPE|ok)$/)
    site.on('/e', (_request, response) => { response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end('not packed at all') })
    expect(await codeOf(get('/e'))).toMatch(/^(?:FETCH_FAILED|CONTENT_TYPE|PAGE_\w+)$/)
    site.on('/u', (_request, response) => { response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'aes128gcm' }).end('x') })
    expect(await codeOf(get('/u'))).toBe('CONTENT_TYPE')
  })
})

it('two hundred pages of every ill kind leave no file open', async () => {
  const open = (): number => readdirSync('/proc/self/fd').length
  site.on('/fine', html('<p>x</p>'))
  site.on('/gone', (_request, response) => { response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '9' }); response.write('x'); response.destroy() })
  site.on('/never', () => undefined)
  await codeOf(get('/fine'))
  const before = open()
  await Promise.all(Array.from({ length: 200 }, (_, n) => codeOf(get(['/fine', '/gone', '/never', '/none'][n % 4] ?? '', { totalMs: 3_000, headersMs: 500 }))))
  await expect.poll(() => site.sockets(), slow).toBe(0)
  await expect.poll(open, slow).toBeLessThanOrEqual(before + 2)
}, 60_000)
