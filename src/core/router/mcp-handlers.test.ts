import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import type { McpServerForm } from '@shared/procedures/mcp'
import { setTrust } from '../project/trust'
import { routerOf } from '../../../test/tools/router-of'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'
import type { Router } from './router'

/** MCP in the window's Tools panel (09 §11 L6) over a whole core with real servers. */
const script = join(import.meta.dirname, '../../../test/mcp/server.mjs')
let bench: ScriptBench
let router: Router
beforeEach(async () => {
  bench = await openScriptBench()
  router = routerOf(bench.core)
})
afterEach(() => bench.close())

async function call<N extends ProcedureName>(name: N, input: Omit<CallInput<N>, 'project'>, as: 'human' | 'open' = 'human'): Promise<Output<N>> {
  const answer = await router.handle(name, { project: bench.runtime.project.slug, ...input }, as)
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
  return answer.value as Output<N>
}
const form = (alias: string, mode = 'good', more: Partial<McpServerForm> = {}): McpServerForm =>
  ({ alias, command: process.execPath, args: [script, mode], url: null, env: {}, headers: {}, tools: null, deferred: false, enabled: true, callTimeoutSeconds: 60, ...more })
const add = (server: McpServerForm, layer: 'global' | 'project' = 'global') => call('mcp.save', { layer, place: null, server })
const rowOf = async (alias: string) => {
  const found = (await call('mcp.list', {}, 'open')).servers.find((one) => one.alias === alias)
  if (found === undefined) throw new Error(`no server ${alias}`)
  return found
}
const stateOf = async (alias: string) => (await rowOf(alias)).state
const saved = (): unknown => JSON.parse(readFileSync(join(bench.home, 'config.json'), 'utf8')).mcp
const at = async (alias: string) => { const { at: place, base } = await rowOf(alias); return { at: place, base } }

describe('servers of the author\'s own settings', () => {
  it('are added, changed and taken out; the file holds what differs from the usual', async () => {
    await add(form('one'))
    await add(form('two', 'good', { env: { TOKEN: 'keychain:gh' }, deferred: true, callTimeoutSeconds: 30 }))
    expect(saved()).toEqual([{ alias: 'one', command: process.execPath, args: [script, 'good'] }, { alias: 'two', command: process.execPath, args: [script, 'good'], env: { TOKEN: 'keychain:gh' }, deferred: true, callTimeoutSeconds: 30 }])
    expect(await rowOf('two')).toMatchObject({ layer: 'global', at: 1, state: 'idle', missingKeys: ['gh'], form: form('two', 'good', { env: { TOKEN: 'keychain:gh' }, deferred: true, callTimeoutSeconds: 30 }) })
    const seen = await at('one')
    await call('mcp.save', { layer: 'global', place: seen, server: form('one', 'good', { enabled: false }) })
    expect(await stateOf('one')).toBe('off')
    await expect(call('mcp.save', { layer: 'global', place: seen, server: form('one') })).rejects.toThrow('STALE_READ')
    await expect(call('mcp.remove', { layer: 'global', place: seen })).rejects.toThrow('STALE_READ')
    await call('mcp.remove', { layer: 'global', place: await at('one') })
    expect((await call('mcp.list', {})).servers.map((one) => one.alias)).toEqual(['two'])
  })

  it.each(['global', 'project'] as const)('saved twice at once (%s) are there once', async (layer) => {
    const both = await Promise.allSettled([add(form('twin'), layer), add(form('twin'), layer)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await call('mcp.list', {})).servers.filter(({ alias }) => alias === 'twin')).toMatchObject([{ layer }])
  })

  it.each([
    [form('Bad Alias'), 'cannot be an alias'], [form('a', 'good', { url: 'https://x.test/' }), 'either a command or a url'], [form('a', 'good', { command: null, args: [] }), 'either a command or a url'],
    [form('a', 'good', { env: { LD_PRELOAD: 'x' } }), 'LD_PRELOAD'], [form('a', 'good', { command: null, args: [], url: 'https://x.test/', headers: { Authorization: 'Bearer abc' } }), 'keychain'], [form('one'), 'another server'],
  ])('what cannot be one is refused with its reason, nothing is written (%#)', async (server, why) => {
    await add(form('one'))
    await expect(add(server)).rejects.toThrow(why)
    await expect(add(server, 'project')).rejects.toThrow(why)
    expect(saved()).toHaveLength(1)
  })

  it('L6 a dead and a hostile one: state and cause; the third works, its tools under both names', async () => {
    for (const server of [form('dead', 'crash'), form('bad', 'garbage'), form('fine')]) await add(server)
    for (const alias of ['dead', 'bad', 'fine']) await call('mcp.again', { alias, layer: 'global' })
    await expect.poll(async () => [await stateOf('dead'), await stateOf('bad'), await stateOf('fine')], { timeout: 20_000 }).toEqual(['failed', 'failed', 'ready'])
    expect(await rowOf('dead')).toMatchObject({ code: 'MCP_UNAVAILABLE', cause: expect.stringContaining('no licence found'), tools: [] })
    expect(await rowOf('bad')).toMatchObject({ code: 'MCP_PROTOCOL', cause: expect.stringContaining('64 messages') })
    const { tools } = await rowOf('fine')
    expect(tools.find((tool) => tool.raw === 'read.notes')).toEqual({ raw: 'read.notes', full: 'mcp__fine__read_notes', state: 'ok', why: null, readOnly: false, description: 'Reads 笔记 of the author.' })
    expect(tools.find((tool) => tool.raw === 'big')).toMatchObject({ state: 'skipped', why: 'its schema is larger than 64 KB' })
    expect(await bench.call('mcp__fine__echo', { text: 'a' })).toMatchObject({ status: 'ok' })
  }, 30_000)

  it('a tool that changed is shown line by line and accepted; a mark of the author goes with the old one', async () => {
    await add(form('s'))
    await call('mcp.again', { alias: 's', layer: 'global' })
    await expect.poll(() => stateOf('s')).toBe('ready')
    const echo = { alias: 's', layer: 'global', raw: 'echo' } as const
    await call('mcp.markReadOnly', { ...echo, readOnly: true })
    expect((await rowOf('s')).tools.find((tool) => tool.raw === 'echo')).toMatchObject({ readOnly: true })
    await bench.call('mcp__s__change')
    await expect.poll(async () => (await rowOf('s')).tools.find((tool) => tool.raw === 'echo')?.state).toBe('changed')
    const { hash, diff } = await call('mcp.tool', echo)
    expect(diff).toMatch(/^-.*Says it again[\s\S]*^\+.*Now it does something else/m)
    expect((await call('mcp.tool', { ...echo, raw: 'fresh' })).diff).toContain('+  "name": "fresh"')
    await expect(call('mcp.accept', { ...echo, hash: 'other' })).rejects.toThrow('APPROVAL_MISMATCH')
    await call('mcp.accept', { ...echo, hash: hash ?? '' })
    expect((await rowOf('s')).tools.find((tool) => tool.raw === 'echo')).toMatchObject({ state: 'ok', readOnly: false })
    await expect(call('mcp.tool', { ...echo, raw: 'none' })).rejects.toThrow('TOOL_UNKNOWN')
  })

  it('a working one is started anew when the author says so', async () => {
    const note = join(bench.dir, 'starts')
    await add(form('s', 'good', { args: [script, 'good', note] }))
    for (let n = 1; n <= 2; n += 1) {
      await call('mcp.again', { alias: 's', layer: 'global' })
      await expect.poll(() => (existsSync(note) ? readFileSync(note, 'utf8').split('\n').length - 1 : 0)).toBe(n)
      await expect.poll(() => stateOf('s')).toBe('ready')
    }
  })
})

describe('a server of the project', () => {
  it('is shown, consented to, changed, taken back: nothing starts in between', async () => {
    const note = join(bench.dir, 'started')
    await add(form('p', 'good', { args: [script, 'good', note] }), 'project')
    expect(JSON.parse(readFileSync(join(bench.dir, '.nbook/config.json'), 'utf8')).mcp).toHaveLength(1)
    await setTrust(bench.core.env, bench.dir, false)
    expect(await stateOf('p')).toBe('untrusted')
    await expect(call('mcp.again', { alias: 'p', layer: 'project' })).rejects.toThrow('MCP_UNAVAILABLE')
    await setTrust(bench.core.env, bench.dir, true)
    expect(await rowOf('p')).toMatchObject({ state: 'needs_consent', consent: 'never' })
    await expect(call('mcp.consent', { alias: 'p', layer: 'project', hash: 'other' })).rejects.toThrow('APPROVAL_MISMATCH')
    expect(existsSync(note)).toBe(false)
    await call('mcp.consent', { alias: 'p', layer: 'project', hash: (await rowOf('p')).hash ?? '' })
    await expect.poll(() => stateOf('p')).toBe('ready')
    expect((await rowOf('p')).tools.find((tool) => tool.raw === 'echo')).toMatchObject({ state: 'ok' })
    await call('mcp.save', { layer: 'project', place: await at('p'), server: form('p', 'good', { args: [script, 'good', `${note}2`] }) })
    expect(await rowOf('p')).toMatchObject({ state: 'needs_consent', consent: 'changed', tools: [] })
    await call('mcp.consent', { alias: 'p', layer: 'project', hash: (await rowOf('p')).hash ?? '' })
    await expect.poll(() => stateOf('p')).toBe('ready')
    await call('mcp.withdraw', { alias: 'p', layer: 'project' })
    expect(await rowOf('p')).toMatchObject({ state: 'needs_consent', consent: 'never' })
  })

  it('an entry that cannot be read is shown as it stands, and can be taken out', async () => {
    writeFileSync(join(bench.dir, '.nbook/config.json'), JSON.stringify({ mcp: [{ alias: 'odd', command: 5 }, 7] }))
    const { servers } = await call('mcp.list', {})
    expect(servers.map(({ alias, state, code, form: own }) => [alias, state, code, own])).toEqual([['odd', 'error', 'MCP_CONFIG', null], ['(entry 2)', 'error', 'MCP_CONFIG', null]])
    expect(servers[0]?.written).toContain('"command": 5')
    await call('mcp.remove', { layer: 'project', place: { at: 0, base: servers[0]?.base ?? '' } })
    expect((await call('mcp.list', {})).servers).toHaveLength(1)
  })
})

it('what starts, changes or accepts a server is the author\'s alone', async () => {
  await expect(call('mcp.save', { layer: 'global', place: null, server: form('x') }, 'open')).rejects.toThrow('HUMAN_ONLY')
  await expect(call('mcp.consent', { alias: 'x', layer: 'global', hash: 'h' }, 'open')).rejects.toThrow('HUMAN_ONLY')
  await expect(call('mcp.again', { alias: 'x', layer: 'global' }, 'open')).rejects.toThrow('HUMAN_ONLY')
})

it('tools of servers stand in the set of an assistant with what they do, a deferred one costs nothing', async () => {
  await add(form('s'))
  await add(form('d', 'good', { deferred: true }))
  await bench.runtime.mcp.ready(['*'], new AbortController().signal)
  const { tools, tokens } = await call('tools.list', { profile: 'leader.default' })
  const of = (name: string) => tools.find((row) => row.name === name)
  expect(of('mcp__s__echo')).toMatchObject({ in: true, reason: 'mcp', pack: 'mcp:s', risk: 'high', mutates: true, gate: 'risk', tokens: expect.any(Number) })
  expect(of('mcp__d__echo')).toMatchObject({ in: true, reason: 'mcp', pack: 'mcp:d', tokens: null })
  expect(tokens).toBe(tools.filter((row) => row.in).reduce((sum, row) => sum + (row.tokens ?? 0), 0))
  expect(await call('tools.show', { name: 'mcp__s__echo', profile: 'leader.default', role: 'root' })).toMatchObject({ absent: null, description: "[MCP server 's'] Says it again." })
  expect((await call('tools.list', { profile: 'writer' })).tools.find((row) => row.name === 'mcp__s__echo')).toMatchObject({ in: false, reason: 'not_declared', pack: 'mcp:s' })
})
