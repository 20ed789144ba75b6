import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { html, openSite, type Site } from '../../../test/web/loopback-site'
import { openGuardProxy, type GuardProxy } from './guard-proxy'

const secret = 'f'.repeat(48)
const names: Record<string, string[]> = { 'public.test': ['203.0.113.5'], 'inside.test': ['127.0.0.1'], 'mixed.test': ['203.0.113.5', '10.0.0.1'], 'meta.test': ['169.254.169.254'], 'nas.test': ['192.168.1.9'] }
let site: Site
let proxy: GuardProxy
/** Where connections went: the judged addresses. */
let dialled: string[] = []
/** Answers change from one look-up to the next, as in a rebinding attack. */
let rebinding: string[][] = []

beforeAll(async () => {
  site = await openSite()
  site.on('/', html('<p>hello</p>'))
  site.on('/407', (_request, response) => { response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Wenqu"' }).end() })
  site.on('/echo', (request, response) => { response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers)) })
})
afterAll(() => site.close())
beforeEach(async () => {
  dialled = []
  rebinding = []
  proxy = await openGuardProxy({
    secret,
    resolve: (host) => {
      const found = rebinding.shift() ?? names[host]
      return found === undefined ? Promise.reject(new Error('no such name')) : Promise.resolve(found.map((address) => ({ address, family: 4 })))
    },
    // What was judged is noted; the bytes go to the test's own site.
    dial: (addresses, port) => {
      dialled.push(...addresses.map(({ address }) => `${address}:${port}`))
      return connect(site.port, '127.0.0.1')
    },
  })
})
afterEach(() => proxy.close())

const authorization = `Basic ${Buffer.from(`wenqu:${secret}`).toString('base64')}`
interface Got { status: number; text: string }

/** A plain request through the proxy; status 0 when it gave no answer. */
function get(url: string, headers: Record<string, string> = { 'proxy-authorization': authorization }): Promise<Got> {
  return new Promise((done) => {
    const request = httpRequest({ host: '127.0.0.1', port: proxy.port, path: url, headers: { host: new URL(url).host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => { text += part.toString() })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', () => done({ status: 0, text: '' }))
    request.end()
  })
}

/** A tunnel; gives the status line, and what came after `say`. */
function tunnel(target: string, say = '', auth: string | null = authorization): Promise<string> {
  return new Promise((done) => {
    const socket: Socket = connect(proxy.port, '127.0.0.1', () => { socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${auth === null ? '' : `Proxy-Authorization: ${auth}\r\n`}\r\n`) })
    let text = ''
    socket.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.startsWith('HTTP/1.1 200') && say !== '' && !text.includes('hello')) socket.write(say)
      if (say === '' || text.includes('hello')) socket.end()
    })
    socket.on('error', () => done(text))
    socket.on('close', () => done(text))
  })
}

describe('the page’s way to the network (07 §1.1, §3)', () => {
  it('a public name: dialled at the judged address, plain and as a tunnel', async () => {
    expect(await get('http://public.test/')).toMatchObject({ status: 200, text: '<p>hello</p>' })
    expect(await tunnel('public.test:443', 'GET / HTTP/1.1\r\nHost: public.test\r\nConnection: close\r\n\r\n')).toContain('hello')
    expect(dialled).toEqual(['203.0.113.5:80', '203.0.113.5:443'])
  })

  it('without the secret nothing is dialled', async () => {
    expect(await get('http://public.test/', {})).toMatchObject({ status: 407 })
    expect(await get('http://public.test/', { 'proxy-authorization': `Basic ${Buffer.from('wenqu:wrong').toString('base64')}` })).toMatchObject({ status: 407 })
    expect(await tunnel('public.test:443', '', null)).toMatch(/^HTTP\/1\.1 407 /)
    expect(dialled).toEqual([])
  })

  it.each<[string, string, string]>([
    ['loopback', '127.0.0.1:80', 'URL_PRIVATE'], ['localhost', 'localhost:80', 'URL_PRIVATE'], ['IPv6 loopback', '[::1]:80', 'URL_PRIVATE'], ['a network address', '192.168.0.1:443', 'URL_PRIVATE'],
    ['IPv4 inside IPv6', '[::ffff:7f00:1]:80', 'URL_PRIVATE'], ['metadata', '169.254.169.254:80', 'URL_BLOCKED'], ['its name', 'metadata.google.internal:80', 'URL_BLOCKED'], ['nowhere', '0.0.0.0:80', 'URL_BLOCKED'],
    ['a name of this machine', 'inside.test:80', 'URL_PRIVATE'], ['one bad address among several', 'mixed.test:443', 'URL_PRIVATE'], ['a name of the metadata', 'meta.test:80', 'URL_BLOCKED'], ['no such name', 'gone.test:80', 'BROWSER_FAILED'],
  ])('%s (%s) is refused as %s, plain and as a tunnel, and nothing is dialled', async (_name, target, code) => {
    names['localhost'] = ['127.0.0.1']
    expect(await tunnel(target)).toMatch(/^HTTP\/1\.1 403 /)
    const { host, hostname, port } = new URL(`http://${target}`)
    expect(await get(`http://${host}/`)).toEqual({ status: 0, text: '' })
    expect(dialled).toEqual([])
    expect(proxy.refusal(`${hostname}:${port === '' ? '80' : port}`)?.code).toBe(code)
  })

  it('a name that turns private after it was public (rebinding) is refused at that connection', async () => {
    rebinding = [['203.0.113.5'], ['127.0.0.1']]
    expect(await get('http://public.test/')).toMatchObject({ status: 200 })
    expect(await get('http://public.test/')).toMatchObject({ status: 0 })
    expect(dialled).toEqual(['203.0.113.5:80'])
    expect(proxy.refusal('public.test:80')).toMatchObject({ code: 'URL_PRIVATE' })
  })

  it('what the navigate named may be private: that host and port, until the next one', async () => {
    const policy = { privateHosts: new Set(['localhost']), ownNetwork: new Set(['nas.test']), listedLocal: new Set<string>() }
    names['localhost'] = ['127.0.0.1']
    proxy.allow({ place: 'localhost:3000', policy })
    expect(await get('http://localhost:3000/')).toMatchObject({ status: 200 })
    expect(await get('http://localhost:3001/')).toMatchObject({ status: 0 })
    expect(await get('http://127.0.0.1:3000/')).toMatchObject({ status: 0 })
    expect(await get('http://nas.test/')).toMatchObject({ status: 0 })
    proxy.allow({ place: 'nas.test:80', policy })
    expect(await get('http://nas.test/')).toMatchObject({ status: 200 })
    proxy.allow(null)
    expect(await get('http://localhost:3000/')).toMatchObject({ status: 0 })
    expect(dialled).toEqual(['127.0.0.1:3000', '192.168.1.9:80'])
  })

  it('the site never sees the secret nor asks for it', async () => {
    expect((await get('http://public.test/echo', { 'proxy-authorization': authorization, 'proxy-connection': 'keep-alive' })).text).not.toMatch(/proxy/i)
    expect(await get('http://public.test/407')).toMatchObject({ status: 0 })
  })

  it('a page that leaves before the site has answered ends the request there; the next is answered', async () => {
    let answerLate = () => undefined as void
    site.on('/late', (_request, response) => { answerLate = () => void response.end('late') })
    const leaving = httpRequest({ host: '127.0.0.1', port: proxy.port, path: 'http://public.test/late', headers: { host: 'public.test', 'proxy-authorization': authorization } })
    leaving.on('error', () => undefined).end()
    await expect.poll(() => site.asked).toContain('/late')
    leaving.destroy()
    await expect.poll(() => site.sockets()).toBe(0)
    answerLate()
    expect(await get('http://public.test/')).toMatchObject({ status: 200 })
  })

  it('a page that leaves while its address is looked up leaves no connection behind', async () => {
    let found = () => undefined as void
    const looking = new Promise<void>((done) => { found = done })
    let asked = false
    let made: Socket | null = null as Socket | null
    const waiting = await openGuardProxy({
      secret,
      resolve: async () => {
        asked = true
        await looking
        return [{ address: '203.0.113.5', family: 4 }]
      },
      dial: () => (made = connect(site.port, '127.0.0.1')),
    })
    const leaving = httpRequest({ host: '127.0.0.1', port: waiting.port, path: 'http://public.test/', headers: { host: 'public.test', 'proxy-authorization': authorization } })
    leaving.on('error', () => undefined).end()
    await expect.poll(() => asked).toBe(true)
    const left = new Promise((done) => leaving.once('close', done))
    leaving.destroy()
    await left
    found()
    await expect.poll(() => made?.destroyed).toBe(true)
    await waiting.close()
  })

  it('nonsense is refused, and nothing stays open after the end', async () => {
    expect(await tunnel('public.test')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await tunnel('public.test:99999')).toMatch(/^HTTP\/1\.1 400 /)
    const hanging = tunnel('public.test:443', 'GET /never HTTP/1.1\r\n')
    await expect.poll(() => site.sockets()).toBeGreaterThan(0)
    await proxy.close()
    await hanging
    await expect.poll(() => site.sockets()).toBe(0)
    proxy = await openGuardProxy({ secret })
  })
})
