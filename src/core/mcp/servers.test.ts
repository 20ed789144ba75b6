import { getEventListeners } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { marker } from '../shell/environment'
import { channelOpener } from './open-channel'
import { createServer, type McpServer, type ServerParts } from './server'
import { readServer } from './config'

/** 07 §9 row 50, security MC-06 and MC-07: servers that break the rules, each a real process. */
const script = join(import.meta.dirname, '../../../test/mcp/server.mjs')
let root: string
let marks: string[]
let outages: string[]
const open: McpServer[] = []
beforeEach(() => { root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-mcp-'))); marks = []; outages = [] })
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  expect(running()).toEqual([])
  rmSync(root, { recursive: true, force: true })
})

/** Processes of the servers of this test that are still there. */
const running = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
  try {
    const env = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return marks.some((mark) => env.includes(`${marker}=${mark}`))
  } catch {
    return false
  }
})

function start(mode: string, more: Partial<ServerParts> & { seconds?: number; program?: string } = {}): McpServer {
  const entry = readServer({ alias: 's', command: more.program ?? process.execPath, args: [script, mode], callTimeoutSeconds: more.seconds ?? 60 }, 'global')
  if (entry.spec === null) throw new Error(entry.error ?? '')
  const opener = channelOpener({ projectDir: root, home: root, closed: [], keys: () => ({}), mask: (text) => text, newMark: () => { const mark = `test-${process.pid}-${Math.random()}`; marks.push(mark); return mark } })
  const server = createServer({ entry, spec: entry.spec, projectDir: root, open: opener, listed: () => Promise.resolve(), changed: () => undefined, outage: (cause) => { outages.push(cause) }, delays: [1, 1, 1, 1, 1], ...more })
  open.push(server)
  return server
}
const signal = (): AbortSignal => new AbortController().signal
const call = (server: McpServer, tool: string) => server.call(tool, { text: 'a' }, signal(), () => undefined)
const code = (wanted: string, message = ''): object => ({ fault: { code: wanted, message: expect.stringContaining(message) } })

describe('a server that fails', () => {
  it('hangs at its start: unavailable, and gone', async () => {
    const server = start('silent', { connectMs: 1_500 })
    await expect(call(server, 'echo')).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'did not answer'))
    expect(server.state()).toBe('failed')
  })
  it('ends at its start: the cause holds its last words; told once, started five times more and no more', async () => {
    const server = start('crash')
    for (let n = 0; n < 6; n += 1) await expect(call(server, 'echo')).rejects.toMatchObject(code('MCP_UNAVAILABLE'))
    expect(server.cause()).toContain('no licence found')
    expect([marks.length, outages.length, server.exhausted()]).toEqual([6, 1, true])
    await expect(call(server, 'echo')).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'not started again'))
    expect(marks.length).toBe(6)
  })
  it.each([['refuses', 'MCP_ERROR', '-32600 no seat is free'], ['ancient', 'MCP_UNAVAILABLE', '1999-01-01'], ['shapeless', 'MCP_PROTOCOL', 'no message of the protocol']])('answers its start wrongly (%s): the cause is told, not that the connection was closed', async (mode, wanted, words) => {
    const server = start(mode)
    await expect(call(server, 'echo')).rejects.toMatchObject(code(wanted, words))
    expect(server.cause()).toContain(words)
  })
  it('is not there', async () => {
    await expect(call(start('good', { program: 'no-such-program-of-wenqu' }), 'echo')).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'there is no program'))
  })
  it.each([['garbage', 'more than 64 messages'], ['line', 'more than 8 MiB']])('sends %s without end: closed', async (mode, why) => {
    await expect(call(start(mode), 'echo')).rejects.toMatchObject(code('MCP_PROTOCOL', why))
  })
  it.each([['many', 'more than 500 tools'], ['pages', 'more than 100 pages']])('lists %s: closed', async (mode, why) => {
    await expect(call(start(mode), 'echo')).rejects.toMatchObject(code('MCP_PROTOCOL', why))
  })
  it('a banner before the protocol is noise', async () => {
    await expect(call(start('banner'), 'echo')).resolves.toMatchObject({ content: [{ text: 'Echo: a' }] })
  })
  it('hangs in a call: timed out, the connection given up; the next call has a new one', async () => {
    const server = start('good', { seconds: 1 })
    await expect(call(server, 'hang')).rejects.toMatchObject(code('MCP_TIMEOUT', '1 second'))
    expect(server.state()).toBe('failed')
    await expect(call(server, 'echo')).resolves.toMatchObject({ content: [{ text: 'Echo: a' }] })
    expect([marks.length, server.cause()]).toEqual([2, null])
  })
  it('dies in a call: unavailable; the next call starts it again', async () => {
    const server = start('good')
    await expect(call(server, 'die')).rejects.toMatchObject(code('MCP_UNAVAILABLE', 'exited with code 9'))
    await expect(call(server, 'echo')).resolves.toMatchObject({ isError: false })
    expect(outages.length).toBe(1)
  })
  it.each([['flood', 'more than 64 messages'], ['gigabyte', 'more than 8 MiB']])('answers a call with %s: closed, memory flat', async (tool, why) => {
    const before = process.memoryUsage().rss
    await expect(call(start('good'), tool)).rejects.toMatchObject(code('MCP_PROTOCOL', why))
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576)
  })
  it('whose tools cannot be kept: said, and no process is left behind', async () => {
    const server = start('good', { listed: () => Promise.reject(new Error('the disk is full')) })
    await expect(call(server, 'echo')).rejects.toThrow('the disk is full')
    await expect.poll(running).toEqual([])
    expect([server.state(), outages.length]).toEqual(['failed', 1])
  })
  it('whose changed tools cannot be kept: told as an outage, nothing is thrown past everyone', async () => {
    let kept = 0
    const server = start('good', { listed: () => (kept++ === 0 ? Promise.resolve() : Promise.reject(new Error('the disk is full'))) })
    await call(server, 'change')
    await expect.poll(() => outages).toEqual([expect.stringContaining('could not be kept')])
    expect(server.state()).toBe('ready')
  })
  it('calls that are over leave nothing on the signal of who made them', async () => {
    const server = start('good')
    const asked = signal()
    for (let n = 0; n < 20; n += 1) await server.call('echo', { text: 'a' }, asked, () => undefined)
    await expect.poll(() => getEventListeners(asked, 'abort').length).toBe(0)
  })
  it('a stopped call leaves the server alone', async () => {
    const server = start('good')
    await server.connected(signal())
    await expect(server.call('hang', {}, AbortSignal.timeout(200), () => undefined)).rejects.toMatchObject({ name: 'Cancelled' })
    expect(server.state()).toBe('ready')
  })
})
