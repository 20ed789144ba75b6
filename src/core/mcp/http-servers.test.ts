import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { event, json, openHttpServer, pour, said, stream, zeros, type Answer, type HttpServer } from '../../../test/mcp/http-server'
import { openSite, type Site } from '../../../test/web/loopback-site'
import { readServer } from './config'
import { channelOpener } from './open-channel'
import { createServer, type McpServer, type ServerParts } from './server'

/** 07 §8 over streamable HTTP: a server on loopback that keeps the rules, then one that breaks them one at a time. */
let root: string
let there: HttpServer
let other: Site
let outages: string[]
let lists: number
const open: McpServer[] = []
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-mcp-http-')))
  there = await openHttpServer()
  other = await openSite()
  outages = []
  lists = 0
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  await expect.poll(() => there.site.sockets()).toBe(0)
  expect(other.asked).toEqual([])
  await there.site.close()
  await other.close()
  rmSync(root, { recursive: true, force: true })
})

function connectTo(more: Partial<ServerParts> & { seconds?: number; url?: string; headers?: Record<string, string> } = {}): McpServer {
  const entry = readServer({ alias: 's', url: more.url ?? there.url, callTimeoutSeconds: more.seconds ?? 60, headers: more.headers ?? {} }, 'global')
  if (entry.spec === null) throw new Error(entry.error ?? '')
  const resolve = (host: string) => Promise.resolve([{ address: host === 'public.test' ? '127.0.0.1' : host === 'cloud.test' ? '169.254.169.254' : '127.0.0.1', family: 4 }])
  const opener = channelOpener({ projectDir: root, home: root, closed: [], keys: () => ({ gh: 'ghp-canary' }), mask: (text) => text, newMark: () => 'none', dial: { resolve } })
  const server = createServer({ entry, spec: entry.spec, projectDir: root, open: opener, listed: () => { lists += 1; return Promise.resolve() }, changed: () => undefined, outage: (cause) => { outages.push(cause) }, delays: [1, 1, 1, 1, 1], ...more })
  open.push(server)
  return server
}
const call = (server: McpServer, tool = 'echo') => server.call(tool, { text: 'a' }, new AbortController().signal, () => undefined)
const code = (wanted: string, message = ''): object => ({ fault: { code: wanted, message: expect.stringContaining(message) } })
const echo = { content: [{ type: 'text', text: 'Echo: a' }], isError: false }

describe('a server that keeps the rules', () => {
  it('lists and answers; its session id is kept as a secret, a key of the keychain goes in the header asked for', async () => {
    const server = connectTo({ headers: { Authorization: 'Bearer keychain:gh' } })
    expect(await call(server)).toMatchObject(echo)
    expect(server.tools()?.map((tool) => tool.raw)).toEqual(['echo', 'other'])
    expect(server.secret()).toBe([...there.sessions][0])
    expect(there.seen.every(({ headers }) => headers['authorization'] === 'Bearer ghp-canary')).toBe(true)
    expect(there.seen.filter(({ rpc }) => rpc === 'tools/call').map(({ headers }) => headers['mcp-session-id'])).toEqual([server.secret()])
  })

  it('answers by a stream of events, with notices before the answer', async () => {
    there.on('echo', (response, asked) => { stream(response); for (let n = 0; n < 10; n += 1) response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } })); response.end(event(said(asked, 'streamed'))) })
    expect(await call(connectTo())).toMatchObject({ content: [{ text: 'streamed' }] })
  })

  it('tells by its own stream that its tools changed', async () => {
    let tell: (() => void) | undefined
    there.on('GET', (response) => { stream(response).flushHeaders(); tell = () => response.write(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })) })
    there.on('initialize', (response, asked) => { there.sessions.add('own'); json(response, { jsonrpc: '2.0', id: asked.id, result: { protocolVersion: asked.params?.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 't', version: '1' } } }, { 'mcp-session-id': 'own' }) })
    const server = connectTo()
    await call(server)
    await expect.poll(() => tell !== undefined).toBe(true)
    expect(lists).toBe(1)
    tell?.()
    await expect.poll(() => lists).toBe(2)
  })

  it('loses the session, as when it was started anew: this call fails, the next one has a new session', async () => {
    const server = connectTo()
    await call(server)
    there.sessions.clear()
    await expect(call(server)).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'no such session'))
    expect([server.state(), outages.length]).toEqual(['failed', 1])
    expect(await call(server)).toMatchObject(echo)
    expect(server.state()).toBe('ready')
  })

  it('is gone and comes back', async () => {
    const server = connectTo()
    await call(server)
    there.on('echo', (response) => { response.socket?.destroy() })
    await expect(call(server)).rejects.toMatchObject(code('MCP_UNAVAILABLE'))
    there.on('echo', (response, asked) => json(response, said(asked, 'back')))
    expect(await call(server)).toMatchObject({ content: [{ text: 'back' }] })
  })

  it('gives an error of its own: told, the connection stands', async () => {
    there.on('echo', (response, asked) => json(response, { jsonrpc: '2.0', id: asked.id, error: { code: -32_602, message: 'bad params' } }))
    const server = connectTo()
    await expect(call(server)).rejects.toMatchObject(code('MCP_ERROR', '-32602 bad params'))
    expect(server.state()).toBe('ready')
  })
})

const never: Answer = () => undefined
const drip: Answer = (response) => { stream(response); const timer = setInterval(() => response.write(':'), 20); response.on('close', () => clearInterval(timer)) }

describe('a server that breaks them', () => {
  it.each([['never answers', never], ['drips a comment without end', drip], ['sends headers and no more', (response) => stream(response).flushHeaders()]] as [string, Answer][])('at its start %s: unavailable in time, no socket left', async (_how, answer) => {
    there.on('initialize', answer)
    await expect(call(connectTo({ connectMs: 600 }))).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'did not answer'))
    await expect.poll(() => there.site.sockets()).toBe(0)
  })

  it.each([['never answers', never], ['drips', drip], ['closes the stream without an answer', (response) => stream(response).end(':\n\n')]] as [string, Answer][])('in a call %s: timed out, given up; the next has a new connection', async (_how, answer) => {
    there.on('other', answer)
    const server = connectTo({ seconds: 1 })
    await expect(call(server, 'other')).rejects.toMatchObject(code('MCP_TIMEOUT', '1 second'))
    expect(await call(server)).toMatchObject(echo)
    expect(there.seen.filter(({ rpc }) => rpc === 'initialize').length).toBe(2)
  })

  it.each([
    ['a body without end', (response) => { response.writeHead(200, { 'content-type': 'application/json' }); pour(response, 'x'.repeat(1_000_000)) }],
    ['an event without end', (response) => { stream(response); response.write('data: '); pour(response, 'x'.repeat(1_000_000)) }],
    ['200 MB, packed', (response) => { response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(zeros(200_000_000)) }],
  ] as [string, Answer][])('answers with %s: closed, memory flat', async (_how, answer) => {
    there.on('echo', answer)
    const server = connectTo()
    await server.connected(new AbortController().signal)
    const before = process.memoryUsage().rss
    await expect(call(server)).rejects.toMatchObject(code('MCP_PROTOCOL', 'more than 8 MiB'))
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576)
  }, 30_000)

  it('floods its stream: closed', async () => {
    there.on('echo', (response) => { stream(response); for (let n = 0; n < 100; n += 1) response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } })) })
    await expect(call(connectTo())).rejects.toMatchObject(code('MCP_PROTOCOL', 'more than 64 messages'))
  })

  it.each([
    ['text that is no JSON', (response) => { response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc": "2.0", ') }, 'MCP_PROTOCOL'],
    ['JSON that is no message', (response) => json(response, { hello: 1 }), 'MCP_PROTOCOL'],
    ['a result of another shape', (response, asked) => json(response, { jsonrpc: '2.0', id: asked.id, result: { content: 'text' } }), 'MCP_PROTOCOL'],
    ['a web page', (response) => { response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello') }, 'MCP_UNAVAILABLE'],
    ['an error page', (response) => { response.writeHead(500).end('<p>broken') }, 'MCP_UNAVAILABLE'],
    ['a demand to log in', (response) => { response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="http://127.0.0.1:${other.port}/x"` }).end() }, 'MCP_UNAVAILABLE'],
  ] as [string, Answer, string][])('answers with %s: said, and the next call works', async (_how, answer, wanted) => {
    there.on('other', answer)
    const server = connectTo()
    await expect(call(server, 'other')).rejects.toMatchObject(code(wanted))
    expect(await call(server)).toMatchObject(echo)
  })

  it.each([301, 302, 303, 307, 308])('sends us elsewhere by %i: not followed, at the start and in a call', async (status) => {
    const elsewhere: Answer = (response) => { response.writeHead(status, { location: `http://127.0.0.1:${other.port}/mcp` }).end() }
    there.on('other', elsewhere)
    await expect(call(connectTo(), 'other')).rejects.toMatchObject({ fault: { code: expect.stringMatching(/^(?:MCP_UNAVAILABLE|URL_BLOCKED)$/) } })
    there.on('initialize', elsewhere)
    await expect(call(connectTo())).rejects.toMatchObject({ fault: { code: expect.stringMatching(/^(?:MCP_UNAVAILABLE|URL_BLOCKED)$/) } })
  })

  it('ends its own stream at once, again and again: asked for at most once a second', async () => {
    there.on('GET', (response) => { stream(response).end('retry: 0\nid: 1\n\n') })
    const server = connectTo()
    await call(server)
    const asked = (): number[] => there.seen.filter(({ http }) => http === 'GET').map(({ at }) => at)
    await expect.poll(() => asked().length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3)
    expect(asked().slice(1).map((at, n) => at - (asked()[n] ?? 0)).every((gap) => gap > 900)).toBe(true)
    expect(await call(server)).toMatchObject(echo)
  })

  it('a name that leads to this machine, or to a cloud\'s own addresses: nothing is sent', async () => {
    await expect(call(connectTo({ url: `https://public.test:${there.site.port}/mcp` }))).rejects.toMatchObject(code('URL_PRIVATE'))
    await expect(call(connectTo({ url: `https://cloud.test:${there.site.port}/mcp` }))).rejects.toMatchObject(code('URL_BLOCKED'))
    await expect(call(connectTo({ url: 'http://169.254.169.254/mcp' }))).rejects.toMatchObject(code('URL_BLOCKED'))
    expect(there.seen).toEqual([])
  })
})
