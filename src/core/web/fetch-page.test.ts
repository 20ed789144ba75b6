import { createGzip, gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { html, openSite, redirect, type Site } from '../../../test/web/loopback-site'
import type { DialPolicy, Resolve } from './dial'
import { fetchPage, type FetchedPage, type FetchOptions } from './fetch-page'

let site: Site
beforeAll(async () => { site = await openSite() })
afterAll(() => site.close())
beforeEach(() => { site.asked.length = 0 })

const none: ReadonlySet<string> = new Set()
const loopback: DialPolicy = { privateHosts: new Set(['localhost', '127.0.0.1', '[::1]']), ownNetwork: none, listedLocal: none }
const strict: DialPolicy = { privateHosts: none, ownNetwork: none, listedLocal: none }
const get = (path: string, more: Partial<FetchOptions> = {}) => fetchPage(new URL(path, site.base), { now: () => new Date('2026-01-01'), policy: loopback, signal: new AbortController().signal, resolve: here, ...more })
const here: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const page = async (path: string, more: Partial<FetchOptions> = {}): Promise<FetchedPage> => {
  const got = await get(path, more)
  return got.kind === 'page' ? got : Promise.reject(new Error(got.target))
}
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', (error: { fault?: { code: string }; name: string }) => error.fault?.code ?? error.name)

describe('redirects (07 §9 rows 3-5, WF-05)', () => {
  it('follows within the origin, five hops at most', async () => {
    site.on('/a', redirect('/b'))
    site.on('/b', html('<p>arrived</p>'))
    expect(await page('/a')).toMatchObject({ text: 'arrived', url: `${site.base}/a`, finalUrl: `${site.base}/b` })
    for (let hop = 0; hop < 7; hop += 1) site.on(`/hop${hop}`, redirect(`/hop${hop + 1}`))
    site.on('/hop7', html('<p>far</p>'))
    expect(await codeOf(get('/hop1'))).toBe('TOO_MANY_REDIRECTS')
    expect((await page('/hop2')).text).toBe('far')
  })
  it.each([
    ['another host', 'http://127.0.0.1:PORT/b', 'http://127.0.0.1:PORT/b'], ['another port', 'http://localhost:1/b', 'http://localhost:1/b'], ['https', 'https://localhost:PORT/b', 'https://localhost:PORT/b'],
    ['a user', 'http://u:p@127.0.0.1:PORT/', 'http://127.0.0.1:PORT/'], ['data', 'data:text/html,x', 'data:text/html,x'], ['a service of this machine', 'http://169.254.169.254/latest', 'http://169.254.169.254/latest'],
  ])('to %s: told, not followed, one request', async (_name, location, target) => {
    site.on('/away', redirect(location.replace('PORT', String(site.port))))
    expect(await get('/away')).toEqual({ kind: 'redirect', url: `${site.base}/away`, target: target.replace('PORT', String(site.port)) })
    expect(site.asked).toEqual(['/away'])
  })
  it('a redirect without an address, and errors', async () => {
    site.on('/lost', (_request, response) => { response.writeHead(302).end() })
    site.on('/broken', (_request, response) => { response.writeHead(500).end('x') })
    expect(await codeOf(get('/lost'))).toBe('HTTP_STATUS')
    await expect(get('/broken')).rejects.toThrow('500')
    await expect(get('/none')).rejects.toThrow('HTTP_STATUS: 404')
  })
})

describe('content (07 §9 rows 6-9, 11)', () => {
  it.each<[string, string | null, Buffer | string, string]>([
    ['code stays as it is', 'text/x-csrc', 'a<b && c>d', 'a<b && c>d'], ['json', 'application/json', ' {"a":1} ', '{"a":1}'], ['svg text', 'image/svg+xml', '<svg/>', '<svg/>'],
    ['GBK by header', 'text/html; charset=gbk', iconv.encode('<p>风雪</p>', 'gbk'), '风雪'], ['GBK by meta', 'text/html', iconv.encode('<meta charset="gbk"><p>风雪</p>', 'gbk'), '风雪'],
    ['Big5', 'text/html; charset=big5', iconv.encode('<p>風雪</p>', 'big5'), '風雪'], ['Shift-JIS', 'text/plain; charset=Shift_JIS', iconv.encode('コーヒー', 'shift_jis'), 'コーヒー'], ['EUC-KR', 'text/plain;charset="euc-kr"', iconv.encode('안녕', 'euc-kr'), '안녕'],
    ['an unknown label is UTF-8', 'text/plain; charset=klingon', '雪', '雪'], ['a BOM wins', 'text/plain; charset=gbk', '\uFEFF雪', '雪'], ['no header, a tag first', null, ' <p>x</p>', 'x'], ['no header, a text', null, 'x <p>', 'x <p>'],
    ['bad bytes are replaced', 'text/plain', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'], ['steering characters go', 'text/plain', 'a\u001B[31mb\u202Ec\u{E0041}', 'a[31mbc'],
  ])('%s', async (_name, type, body, wanted) => {
    site.on('/c', (_request, response) => { response.writeHead(200, type === null ? {} : { 'content-type': type }).end(body) })
    expect((await page('/c')).text).toBe(wanted)
  })
  it.each([['image/png'], ['application/octet-stream'], ['application/pdf']])('%s is not read', async (type) => {
    site.on('/p', (_request, response) => { response.writeHead(200, { 'content-type': type }).end('x') })
    await expect(get('/p')).rejects.toThrow(`CONTENT_TYPE: ${type}`)
  })
  it('Markdown: headings, absolute links, lists, tables, code, quotes; no script, style, form', async () => {
    site.on('/dir/m', html(`<html><head><title>书 名\n目录</title><meta name="description" content="一本书"><style>x{}</style></head><body><nav><a href="/n">nav</a></nav>
      <h2>第一章</h2><p>他&amp;她 <a href="../b?x=1#c">下一章</a></p><ul><li>一</li><li>二</li></ul><ol><li>甲</li></ol><blockquote>引</blockquote><pre><code>x = 1</code></pre>
      <table><tr><th>名</th><th>数</th></tr><tr><td>雪</td><td>3</td></tr></table><script>alert(1)</script><form><input value="secret"></form><a href="javascript:x()">js</a></body></html>`))
    const got = await page('/dir/m')
    expect(got).toMatchObject({ title: '书 名 目录', description: '一本书', contentType: 'text/html', format: 'markdown' })
    expect(got.text).toContain(`## 第一章\n\n他&她 [下一章](${site.base}/b?x=1#c)`)
    expect(got.text).toContain("- 一\n- 二")
    expect(got.text).toContain("1. 甲")
    expect(got.text).toContain('> 引')
    expect(got.text).toContain('```\nx = 1\n```')
    expect(got.text).toMatch(/\| 名 +\| 数 +\|\n\| -+ \| -+ \|\n\| 雪 +\| 3 +\|/)
    expect(got.text).not.toMatch(/alert|secret|javascript|nav|\n\n\n/)
  })
  it('a page of scripts has no text', async () => {
    site.on('/s', html('<html><body><div id="root"></div><script>document.write(1)</script></body></html>'))
    expect(await codeOf(get('/s'))).toBe('PAGE_EMPTY')
  })
  it('two layers of compression at most', async () => {
    const packed = gzipSync('<p>雪</p>')
    site.on('/z1', html('', {}))
    site.on('/z1', (_request, response) => { response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed) })
    site.on('/z2', (_request, response) => { response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }).end(gzipSync(packed)) })
    site.on('/z3', (_request, response) => { response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': Array.from({ length: 1_000 }, () => 'gzip').join(',') }).end(packed) })
    expect((await page('/z1')).text).toBe('雪')
    expect((await page('/z2')).text).toBe('雪')
    expect(await codeOf(get('/z3'))).toBe('CONTENT_TYPE')
  })
})

describe('caps and hostile servers (F2, WF-07, WF-08)', () => {
  it('a bomb of a gigabyte ends at five megabytes, and the memory stays', async () => {
    site.on('/bomb', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      const zip = createGzip()
      zip.on('error', () => undefined)
      zip.pipe(response)
      const block = Buffer.alloc(1_048_576, 0x61)
      let left = 1_024
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1
          if (!zip.write(block)) return void zip.once('drain', more)
        }
        zip.end()
      }
      more()
    })
    const before = process.memoryUsage().rss
    expect(await codeOf(get('/bomb'))).toBe('BODY_TOO_LARGE')
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576)
  })
  it('a body without end, a drip, headers that never come', async () => {
    site.on('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const drip = setInterval(() => { response.write('x') }, 20)
      response.on('close', () => { clearInterval(drip) })
    })
    site.on('/silent', () => undefined)
    expect(await codeOf(get('/drip', { totalMs: 300 }))).toBe('FETCH_TIMEOUT')
    expect(await codeOf(get('/silent', { headersMs: 1_000, totalMs: 20_000 }))).toBe('FETCH_TIMEOUT')
  })
  it('a wrong length, a reset, not HTTP', async () => {
    site.on('/short', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' })
      response.write('x')
      response.destroy()
    })
    site.on('/raw', (request) => { request.socket.end('hello, this is no HTTP\r\n\r\n') })
    expect(await codeOf(get('/short'))).toBe('FETCH_FAILED')
    expect(await codeOf(get('/raw'))).toBe('FETCH_FAILED')
  })
  it('a page of a million nested tags', async () => {
    site.on('/deep', html(`${'<div>'.repeat(600_000)}<p>在里面</p>`))
    expect(await codeOf(get('/deep'))).toMatch(/^(ok|PAGE_EMPTY)$/)
  })
  it('the author’s stop ends it, and 200 of them leave no socket', async () => {
    site.on('/silent', () => undefined)
    await Promise.all(Array.from({ length: 200 }, async () => {
      const control = new AbortController()
      const work = get('/silent', { signal: control.signal })
      setImmediate(() => { control.abort() })
      expect(await codeOf(work)).toBe('Cancelled')
    }))
    await expect.poll(() => site.sockets()).toBe(0)
  })
})

describe('at the dial (07 §1.1, §9 row 13)', () => {
  const named = (host: string, addresses: string[], policy: DialPolicy) => fetchPage(new URL(`http://${host}:${site.port}/b`), { now: () => new Date(), policy, signal: new AbortController().signal, resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))) })
  it.each<[string, string, string[], DialPolicy, string]>([
    ['a public name that is private', 'example.com', ['127.0.0.1'], loopback, 'URL_PRIVATE'], ['one bad address among several', 'example.com', ['93.184.216.34', '10.0.0.1'], strict, 'URL_PRIVATE'],
    ['a name of this machine’s services', 'example.com', ['169.254.169.254'], { ...strict, ownNetwork: new Set(['example.com']) }, 'URL_BLOCKED'], ['never', 'example.com', ['0.0.0.0'], { ...strict, ownNetwork: new Set(['example.com']) }, 'URL_BLOCKED'],
    ['an IPv4 address inside IPv6', 'example.com', ['::ffff:127.0.0.1'], strict, 'URL_PRIVATE'], ['localhost not approved', 'localhost', ['127.0.0.1'], strict, 'URL_PRIVATE'], ['a literal not approved', '127.0.0.1', [], strict, 'URL_PRIVATE'],
    ['a metadata literal', '169.254.169.254', [], strict, 'URL_BLOCKED'],
  ])('%s', async (_name, host, addresses, policy, code) => {
    expect(await codeOf(named(host, addresses, policy))).toBe(code)
    expect(site.asked).toEqual([])
  })
  it('a rebinding name is judged by the address that is dialled, each time', async () => {
    let turn = 0
    const resolve: Resolve = () => Promise.resolve([{ address: turn++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }])
    const once = () => codeOf(fetchPage(new URL(`http://example.com:${site.port}/b`), { now: () => new Date(), policy: strict, signal: new AbortController().signal, resolve, totalMs: 200, connectTimeoutMs: 100 }))
    await once()
    expect(await once()).toBe('URL_PRIVATE')
    expect(site.asked).toEqual([])
  })
})
