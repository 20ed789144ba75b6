import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'
import { paperWindow } from '../../../test/web/paper-window'
import { openSite, redirect, type Site } from '../../../test/web/loopback-site'
import { createHostStore } from '../web/host-store'

let site: Site
let bench: Bench
let main: number
let paper: ReturnType<typeof paperWindow>
beforeAll(async () => {
  site = await openSite()
  site.on('/echo', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'content-security-policy': 'default-src *' }).end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() })))
  })
  site.on('/away', redirect('http://evil.test/'))
})
afterAll(() => site.close())
beforeEach(async () => {
  bench = await openBench()
  paper = paperWindow({})
  bench.web.desktop = paper.desktop
  main = bench.session({ profileKey: 'main' })
  const app = join(bench.dir, 'app')
  await mkdir(join(app, 'sub'), { recursive: true })
  await mkdir(join(app, '.git'))
  await writeFile(join(app, 'index.html'), '<h1>应用</h1>')
  await writeFile(join(app, 'sub/index.html'), 'sub')
  await writeFile(join(app, 'a b.js'), 'let x')
  await writeFile(join(app, '.env'), 'KEY=1')
  await writeFile(join(app, '.git/config'), 'x')
  await writeFile(join(bench.dir, 'outside.txt'), 'secret')
  await symlink('../outside.txt', join(app, 'out.txt'))
  await symlink('.env', join(app, 'env.txt'))
  await symlink('..', join(app, 'up'))
  await symlink('a b.js', join(app, 'fine.js'))
  await link(join(app, 'index.html'), join(app, 'again.html'))
})
afterEach(() => bench.close())

const open = (dir = 'app', proxy_to = `http://localhost:${site.port}/`) => bench.call(main, 'open_app', { dir, proxy_to })
interface Got { status: number; headers: IncomingHttpHeaders; text: string }
function get(url: string, { method = 'GET', headers = {}, body = '', path }: { method?: string; headers?: Record<string, string>; body?: string; path?: string } = {}): Promise<Got> {
  const { port, pathname, search } = new URL(url)
  return new Promise((done, failed) => {
    const request = httpRequest({ host: '127.0.0.1', port, path: path ?? `${pathname}${search}`, method, headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => { text += part.toString() })
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', failed)
    request.end(body)
  })
}
const opened = async (proxy?: string): Promise<string> => String((await open('app', proxy)).details['url'])

describe('open_app (07 §3, §9 24-25)', () => {
  it('gives path, url and service; a window shows it; the same again is the same', async () => {
    const result = await open()
    expect(result).toMatchObject({ status: 'ok', details: { path: 'app', proxy_to: `http://localhost:${site.port}/` } })
    const url = String(result.details['url'])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/apps\/[0-9a-f]{32}\/$/)
    expect(result.content).toBe(`[OK] ${JSON.stringify({ path: 'app', url, proxy_to: `http://localhost:${site.port}/` })}`)
    expect(paper.asked).toMatchObject([{ do: 'showApp', url, title: 'app' }])
    expect(await opened()).toBe(url)
    bench.web.desktop = null
    expect((await open()).content).toContain('no window shows it')
  })

  it.each<[string, string, string]>([
    ['app', 'http://evil.test', 'PROXY_HOST'], ['app', 'http://10.0.0.9:3000/', 'PROXY_HOST'], ['app', 'http://localhost.evil.test/', 'PROXY_HOST'], ['app', 'ftp://localhost/', 'URL_SCHEME'], ['app', 'localhost:3000', 'URL_INVALID'],
    ['app', 'http://169.254.169.254/', 'URL_BLOCKED'], ['app/sub/..', 'http://localhost/', ''], ['manuscript', 'http://localhost/', 'APP_NO_INDEX'], ['app/index.html', 'http://localhost/', 'NOT_A_FILE'], ['nowhere', 'http://localhost/', 'NOT_FOUND'],
  ])('%s with %s: %s', async (dir, proxy, code) => {
    await mkdir(join(bench.dir, 'manuscript'), { recursive: true })
    const result = await open(dir, proxy)
    expect([result.status, result.code ?? '']).toEqual(code === '' ? ['ok', ''] : ['fail', code])
  })

  it('a listed host may be the service', async () => {
    expect(await open('app', 'https://api.example.org/v1')).toMatchObject({ code: 'PROXY_HOST' })
    await createHostStore(bench.project.env, bench.dir).add('api.example.org', false)
    expect(await open('app', 'https://api.example.org/v1')).toMatchObject({ status: 'ok' })
  })

  it('row 25: another token, Host, method or place is 404', async () => {
    const url = await opened()
    const { port, pathname } = new URL(url)
    expect(await get(url)).toMatchObject({ status: 200, text: '<h1>应用</h1>' })
    expect(await get(url, { headers: { host: `localhost:${port}` } })).toMatchObject({ status: 404 })
    expect(await get(url, { headers: { host: 'evil.test' } })).toMatchObject({ status: 404 })
    expect(await get(url, { method: 'POST' })).toMatchObject({ status: 404 })
    for (const path of [pathname.replace(/[0-9a-f]{32}/, 'a'.repeat(32)), '/', '/apps/', pathname.slice(0, -1), `//${pathname}`, `/x${pathname}`]) expect((await get(url, { path })).status, path).toBe(404)
  })

  it('regular files below the folder only: no links out, no dot files, no tricks with the path', async () => {
    const url = await opened()
    const { pathname } = new URL(url)
    for (const [path, text] of [['index.html', '<h1>应用</h1>'], ['sub/', 'sub'], ['a%20b.js', 'let x'], ['fine.js', 'let x'], ['again.html', '<h1>应用</h1>']] as const) expect((await get(url, { path: `${pathname}${path}?v=1` })).text, path).toBe(text)
    for (const path of ['.env', '.git/config', 'env.txt', 'out.txt', 'up/outside.txt', '../outside.txt', '%2e%2e/outside.txt', '..%2foutside.txt', 'sub/..%5c..%5coutside.txt', 'sub/%2e%2e/.env', '%00', 'sub', 'a%2fb', '%zz', '/etc/passwd', 'none.js']) {
      expect((await get(url, { path: `${pathname}${path}` })).status, path).toBe(404)
    }
  })

  it('every answer has the policy; a script is served as one', async () => {
    const url = await opened()
    for (const path of ['', 'a%20b.js', 'none', 'api/echo']) {
      expect((await get(`${url}${path}`)).headers).toMatchObject({ 'content-security-policy': "default-src 'self' 'unsafe-inline' data:", 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    }
    expect((await get(`${url}a%20b.js`)).headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await get(url, { method: 'HEAD' })).text).toBe('')
  })

  it('api/ goes to the service below its address, without cookies, origin or the token; redirects are not followed', async () => {
    const url = await opened()
    const sent = await get(`${url}api/echo?q=1`, { method: 'PUT', body: '雪', headers: { 'content-type': 'text/plain', cookie: 'c=1', origin: 'http://127.0.0.1', referer: url, authorization: 'x' } })
    expect(sent.status).toBe(201)
    expect(sent.headers['set-cookie']).toBeUndefined()
    const seen = JSON.parse(sent.text) as { method: string; url: string; body: string; headers: Record<string, string> }
    expect(seen).toMatchObject({ method: 'PUT', url: '/echo?q=1', body: '雪' })
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(JSON.stringify(seen.headers)).not.toMatch(/[0-9a-f]{32}|"origin"|"referer"|"authorization"/)
    expect(await get(`${url}api/away`)).toMatchObject({ status: 302 })
    expect(await get(`${await opened(`http://localhost:${site.port}/base`)}api/x`)).toMatchObject({ status: 404 })
    expect(site.asked.at(-1)).toBe('/base/x')
    expect(await get(`${await opened('http://localhost:9/')}api/x`)).toMatchObject({ status: 502 })
  })

  it('ends with the project: the window and the address', async () => {
    const url = await opened()
    await bench.deps.services.apps?.close()
    expect(paper.shown.size).toBe(0)
    await expect(get(url)).rejects.toThrow('ECONNREFUSED')
  })
})
