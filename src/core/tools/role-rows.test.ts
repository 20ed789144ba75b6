import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@shared/tool-result'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { packs } from './packs'
import { ORCHESTRATOR_ONLY } from './role-table'

/** 08 §3: who sees what of the tools that differ by role, and the inputs of pack `neb`. */
const profiles = benchProfiles()
const [leader, main] = [profiles.get('leader.default'), profiles.get('main')]
const names = [...ORCHESTRATOR_ONLY]
if (leader !== undefined) {
  profiles.set('all', { ...leader, key: 'all', tools: ['*', ...names, 'Mail', 'node_report', 'execute_world:readwrite'] })
  profiles.set('star', { ...leader, key: 'star', tools: ['*', 'ext:*'], mcp: ['*'] })
}
if (main !== undefined) profiles.set('allN', { ...main, key: 'allN', tools: ['*', ...names, 'Mail', 'node_report'] })
let bench: Bench
beforeAll(async () => { bench = await openBench([], profiles) })
afterAll(() => bench.close())

type Shown = { properties: Record<string, { enum?: string[] } | undefined>; required?: string[] }
const seen = (profileKey: string, role: Role, name: string) => bench.pipeline.definitions(profileKey, role).find((one) => one.name === name)
const shape = (profileKey: string, role: Role, name: string) => seen(profileKey, role, name)?.inputSchema as unknown as Shown | undefined
const others: readonly Role[] = ['child', 'helper', 'system']

describe('08 §3, the first table', () => {
  it('run_workflow, root, nbook: key or script, args, model, wait; the key an enum', () => {
    const schema = shape('all', 'root', 'run_workflow')
    expect(Object.keys(schema?.properties ?? {}).sort()).toEqual(['args', 'model', 'script', 'wait', 'workflowKey'])
    expect(schema?.properties['workflowKey']?.enum?.length).toBeGreaterThan(0)
  })
  it('run_workflow, root, noeta: script and args, script required', () => {
    const schema = shape('allN', 'root', 'run_workflow')
    expect([Object.keys(schema?.properties ?? {}), schema?.required]).toEqual([['script', 'args'], ['script']])
  })
  it.each(names.flatMap((name) => others.map((role) => [name, role] as const)))('%s is absent for a %s, also when a profile names it', async (name, role) => {
    for (const key of ['all', 'allN']) {
      expect(seen(key, role, name)).toBeUndefined()
      expect(await bench.call(bench.session({ profileKey: key, role, parentId: bench.session() }), name, {})).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
    }
  })
  it.each(names)('%s comes by name to the root, never by a star', async (name) => {
    expect([seen('all', 'root', name), seen('allN', 'root', name)].some((one) => one !== undefined)).toBe(true)
    expect(seen('star', 'root', name)).toBeUndefined()
    expect(await bench.call(bench.session({ profileKey: 'star' }), name, {})).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
  })
  it('request_user_input: who has it not is told what to do instead', () => {
    expect(seen('all', 'root', 'report_result')?.description).not.toContain('Need the author?')
    for (const role of others) expect(seen('all', role, 'report_result')?.description).toContain('Need the author? Put the question in result.')
  })
  it('execute_world:readonly: no write function in the text', () => {
    expect(seen('all', 'root', 'execute_world')?.description).toContain('write(')
    expect(seen('reader', 'root', 'execute_world')?.description).not.toContain('write(')
  })
  it('execute_world:readonly: no write function in the sandbox', async () => {
    expect(await bench.call(bench.session({ profileKey: 'reader' }), 'execute_world', { code: 'return typeof world.slice.write' })).toMatchObject({ status: 'ok', content: expect.stringContaining('undefined') as string })
  })
  it('node_report: only helpers', () => {
    expect(['root', 'child', 'system'].map((role) => seen('all', role as Role, 'node_report'))).toEqual([undefined, undefined, undefined])
    expect(shape('all', 'helper', 'node_report')?.properties['verdict']?.enum).toEqual(['finish', 'blocked'])
  })
})

describe('08 §3, pack neb', () => {
  const neb = packs.find((pack) => pack.name === 'neb')?.tools ?? []
  it.each([['Pop', 'low', 'none', false], ['Schedule', 'medium', 'risk', true], ['Mail', 'low', 'none', false], ['node_report', 'low', 'none', false]] as const)('%s: %s, gate %s, mutates %s', (name, risk, gate, mutates) => {
    expect(neb.find((tool) => tool.name === name)).toMatchObject({ risk, gate, mutates })
  })
  it('names the four', () => { expect(neb.map(({ name }) => name).sort()).toEqual(['Mail', 'Pop', 'Schedule', 'node_report']) })
  const items = (length: number) => ({ items: Array.from({ length }, () => ({ path: 'AGENTS.md' })) })
  const paths = (length: number) => ({ to: 1, body: 'x', paths: Array.from({ length }, () => 'AGENTS.md') })
  it.each<[tool: string, what: string, args: object, fits: boolean]>([
    ['Pop', 'no item', items(0), false], ['Pop', '1 item', items(1), true], ['Pop', '20 items', items(20), true], ['Pop', '21 items', items(21), false], ['Pop', 'path and ref', { items: [{ path: 'a.md', ref: 'scene://1' }] }, false], ['Pop', 'neither', { items: [{ title: 'x' }] }, false],
    ['Schedule', 'list', { action: 'list' }, true], ['Schedule', 'another action', { action: 'stop' }, false], ['Schedule', 'every minute', { action: 'create', name: 'x', every: 'minutely', message: 'x' }, false], ...['hourly', 'daily', 'weekly'].map((every) => ['Schedule', every, { action: 'create', name: 'x', every, message: 'x' }, true] as [string, string, object, boolean]),
    ['Schedule', 'no ISO time', { action: 'create', name: 'x', at: 'tomorrow', message: 'x' }, false],
    ['Mail', '8,000 characters', { to: 1, body: 'x'.repeat(8_000) }, true], ['Mail', '8,001 characters', { to: 1, body: 'x'.repeat(8_001) }, false], ['Mail', '20 paths', paths(20), true], ['Mail', '21 paths', paths(21), false], ['Mail', 'to nobody', { body: 'x' }, false],
  ])('%s, %s', async (tool, _what, args, fits) => {
    const done = await bench.call(bench.session({ profileKey: 'all' }), tool, args)
    expect(done.code === 'ARGS_INVALID').toBe(!fits)
  })
})
