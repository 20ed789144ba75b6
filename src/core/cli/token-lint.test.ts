import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'
import { main } from './main'

/** 08 §11 where the author's own hands write: a server's tool ≤ 1,000 tokens, a profile's tools together. Nothing here starts a server but the first look. */
let bench: ScriptBench
const script = join(import.meta.dirname, '../../../test/mcp/server.mjs')
const listing = (name: string, words: number) => ({ name, description: 'Looks something up.', inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'word '.repeat(words).trim() } } } })
const heavy = Array.from({ length: 12 }, (_, n) => listing(`wide_${n}`, 700))

beforeAll(async () => {
  bench = await openScriptBench()
  const note = join(dirname(bench.home), 'note')
  mkdirSync(bench.home, { recursive: true })
  writeFileSync(`${note}.tools`, JSON.stringify([listing('small', 5), listing('near', 850), listing('over', 1_050)]))
  writeFileSync(`${note}-many.tools`, JSON.stringify(heavy))
  const server = (alias: string, file: string, more = {}) => ({ alias, command: process.execPath, args: [script, 'file', file], ...more })
  writeFileSync(join(bench.home, 'config.json'), JSON.stringify({ mcp: [server('s', note), server('later', note, { deferred: true }), server('many', `${note}-many`)] }))
  await bench.runtime.mcp.ready(['*'], new AbortController().signal)
})
afterAll(() => bench.close())

async function wenqu(...argv: string[]) {
  const done = { code: -1, out: '', err: '' }
  done.code = await main([...argv, '--project', bench.dir], { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: bench.home } })
  return done
}

describe('T-1 over servers and profiles', () => {
  it('a server\'s tool has 1,000, with a warning from 80 %; a deferred one is told to no model and has none', async () => {
    const { code, out } = await wenqu('tools', 'lint')
    const lines = out.split('\n').filter((line) => line.includes('mcp__'))
    expect(lines.filter((line) => !line.includes('__many__'))).toEqual([
      expect.stringMatching(/^\[FAIL\] T-1 error mcp__s__over#: actual 10\d\d tokens; expected at most 1000;/), expect.stringMatching(/^\[FAIL\] T-1 warn mcp__s__near#: actual 8\d\d tokens; expected at most 1000; fix: switch its server to deferred/),
    ])
    expect(code).toBe(1)
  })
  it('what a profile holds together counts them in; list and show have them', async () => {
    const { out } = await wenqu('tools', 'lint')
    expect(out).toMatch(/^\[FAIL\] T-1 error leader\.default#: actual \d{5} tokens; expected at most 12000; fix: grant it fewer tools, or switch servers to deferred$/m)
    expect(out).not.toMatch(/^\[FAIL\] T-1 error writer#/m)
    expect((await wenqu('tools', 'list', '--profile', 'leader.default')).out).toMatch(/^mcp__s__small +mcp:s {2}high {2}mutates {2}in {2}mcp$/m)
    const listed = await wenqu('tools', 'list', '--json')
    const { tools, servers } = JSON.parse(listed.out) as { tools: { name: string }[]; servers: unknown[] }
    expect(tools.flatMap(({ name }) => (/__(small|near|over)$/.test(name) ? [name] : []))).toEqual(['mcp__later__near', 'mcp__later__over', 'mcp__later__small', 'mcp__s__near', 'mcp__s__over', 'mcp__s__small'])
    expect(servers).toEqual(['s', 'later', 'many'].map((alias) => ({ alias, layer: 'global', state: 'idle', why: null })))
    expect(listed.err).toBe('')
    expect(JSON.parse((await wenqu('tools', 'show', 'mcp__s__small', '--json')).out)).toMatchObject({ name: 'mcp__s__small', description: "[MCP server 's'] Looks something up.", tokens: expect.any(Number) })
    const nowhere = { command: '/nowhere/at-all' }
    writeFileSync(join(bench.home, 'config.json'), JSON.stringify({ mcp: [{ alias: 'fresh', ...nowhere }, { alias: 'off', ...nowhere, enabled: false }, { alias: 'odd', command: 5 }] }))
    const none = await wenqu('tools', 'list', '--json')
    expect((JSON.parse(none.out) as { servers: unknown[] }).servers).toMatchObject([{ alias: 'fresh', state: 'idle' }, { alias: 'off', state: 'off' }, { alias: 'odd', state: 'error' }])
    expect(none.err).toMatch(/^No tools of server "fresh": it was not started in this project yet[\s\S]*"off": it is switched off\.\nNo tools of server "odd": .+\n$/)
    writeFileSync(join(bench.home, 'config.json'), '{}')
    expect((await wenqu('tools', 'lint')).out).not.toMatch(/T-1 error|mcp__/)
  })
})
