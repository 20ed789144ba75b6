import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maskText } from '../tools/mask'
import { createServerLog } from './server-log'

let home: string
beforeEach(() => { home = mkdtempSync(join(tmpdir(), 'wenqu-mcp-log-')) })
afterEach(() => { rmSync(home, { recursive: true, force: true }) })

const secret = 'canary-0123456789'
const open = () => createServerLog(home, 's', (text) => maskText(text, [secret]))
const written = (): string => readFileSync(join(home, 'logs', 'mcp-s.log'), 'utf8')
/** The text in chunks of so many bytes, as a pipe may cut it. */
const inChunks = (text: string, bytes: number): string => {
  const log = open()
  const all = Buffer.from(text)
  for (let at = 0; at < all.length; at += bytes) log.write(all.subarray(at, at + bytes))
  log.end()
  return written()
}

describe('the log of a server', () => {
  it.each([1, 2, 3, 5, 7, 11, 64])('cut every %i bytes: characters stay whole, a secret is never seen', (bytes) => {
    expect(inChunks(`雪夜 𠮷 starts\nkey=${secret} ok\nlast ${secret}`, bytes)).toBe('雪夜 𠮷 starts\nkey=[secret] ok\nlast [secret]')
  })

  it('neither in one line without end', () => {
    const text = inChunks(`${'x'.repeat(65_530)}${secret}${'y'.repeat(140_000)}${secret}`, 997)
    expect([text.includes('canary'), text.split('[secret]').length]).toEqual([false, 3])
  })

  it('the last words count before their line is ended', () => {
    const log = open()
    log.write(Buffer.from(`first\nno licence for ${secret}`))
    expect(log.lastLine()).toBe('no licence for [secret]')
  })

  it('is put aside once when it grows too long', () => {
    const log = open()
    for (let n = 0; n < 60; n += 1) log.write(Buffer.from(`${'雪'.repeat(20_000)}\n`))
    log.end()
    for (const name of ['mcp-s.log', 'mcp-s.1.log']) expect(statSync(join(home, 'logs', name)).size).toBeLessThanOrEqual(1_000_000)
  })
})
