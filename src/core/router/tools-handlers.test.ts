import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import { routerOf } from '../../../test/tools/router-of'
import { openScriptBench, toolJson, type ScriptBench } from '../../../test/tools/script-bench'
import type { Router } from './router'

/** The window's Tools panel (09 §11) over a whole core with real scripts. */
let bench: ScriptBench
let router: Router
beforeAll(async () => {
  bench = await openScriptBench()
  router = routerOf(bench.core)
})
afterAll(() => bench.close())

const project = (): string => bench.runtime.project.slug
async function call<N extends ProcedureName>(name: N, input: Omit<CallInput<N>, 'project'>): Promise<Output<N>> {
  const answer = await router.handle(name, { project: project(), ...input }, 'human')
  if (!answer.ok) throw new Error(answer.fault.code)
  return answer.value as Output<N>
}
const layer = 'global' as const
const hashOf = async (name: string): Promise<string> => (await call('tools.script', { name, layer })).hash ?? ''

describe('the set of a profile', () => {
  it('says why each tool is in or out, and counts what the set costs', async () => {
    const { tools, tokens, most, profiles } = await call('tools.list', { profile: 'writer' })
    const by = new Map(tools.map((row) => [row.name, row]))
    expect([by.get('read'), by.get('save_story_scene'), by.get('request_user_input')]).toMatchObject([{ in: true, reason: 'declared' }, { in: false, reason: 'not_declared' }, { in: false, reason: 'not_declared' }])
    expect(tokens).toBe(tools.filter((row) => row.in).reduce((sum, row) => sum + (row.tokens ?? 0), 0))
    expect([tokens > 500, tokens < most, most]).toEqual([true, true, 14_000])
    expect(profiles.map((one) => one.key)).toContain('leader.default')
  })

  it('a definition as a role sees it', async () => {
    const writer = await call('tools.show', { name: 'execute_world', profile: 'writer', role: 'root' })
    const leader = await call('tools.show', { name: 'execute_world', profile: 'leader.default', role: 'root' })
    expect([/slice[\s\S]*write\(/.test(writer.description), /slice[\s\S]*write\(/.test(leader.description)]).toEqual([false, true])
    expect(await call('tools.show', { name: 'request_user_input', profile: 'leader.default', role: 'child' })).toMatchObject({ absent: 'role' })
    await expect(call('tools.show', { name: 'no_such', profile: null, role: 'root' })).rejects.toThrow('TOOL_UNKNOWN')
  })
})

/** The fault with which a new tool of this name is refused. */
async function refused(name: string, into: 'global' | 'project'): Promise<unknown> {
  const answer = await router.handle('tools.create', { project: project(), name, layer: into, language: 'js' }, 'human')
  return answer.ok ? null : answer.fault
}

describe('a tool of the author', () => {
  it('is made, edited, checked while it is written, and written only over what was read', async () => {
    await call('tools.create', { name: 'chapter_gap', layer, language: 'js', description: 'Lists missing numbers. Use before publishing.' })
    await expect(call('tools.create', { name: 'chapter_gap', layer, language: 'js' })).rejects.toThrow('TOOL_NAME_TAKEN')
    await expect(call('tools.create', { name: 'READ', layer, language: 'js' })).rejects.toThrow(/^TOOL_NAME$/)
    expect(await refused('chapter_gap', 'project')).toMatchObject({ code: 'TOOL_NAME_TAKEN', message: expect.stringContaining('the global tool chapter_gap'), data: { problem: 'global' } })
    expect(await refused('bash', layer)).toMatchObject({ code: 'TOOL_NAME_TAKEN', message: expect.stringContaining('the built-in tool'), data: { problem: 'builtIn' } })
    expect(await refused('recallhistory', layer)).toMatchObject({ code: 'TOOL_NAME_TAKEN', message: expect.stringContaining('the built-in tool RecallHistory') })
    const made = await call('tools.script', { name: 'chapter_gap', layer })
    expect(made).toMatchObject({ state: 'needs_approval', risk: 'medium', changes: [], test: null, testing: null })
    expect(made.files.map((file) => file.path)).toEqual(['tool.json', 'CHANGES.md', 'run.mjs', 'tests/cases.json'])
    const json = made.files[0]
    const bad = JSON.stringify({ ...JSON.parse(json?.text ?? '') as object, inputSchema: { type: 'object', additionalProperties: false, required: [], properties: { mode: { type: 'string', enum: ['on', 'off'], default: 'on', description: 'Whether it is on.' } } } })
    const checked = await call('tools.check', { name: 'chapter_gap', layer, texts: { 'tool.json': bad, 'run.mjs': 'eval(1)' } })
    expect(checked.findings.map((one) => one.rule)).toEqual(expect.arrayContaining(['P1-2', 'S-1']))
    expect(checked.tokens?.used).toBeGreaterThan(20)
    expect((await call('tools.check', { name: 'chapter_gap', layer, texts: { 'tool.json': '{' } })).error).toMatchObject({ code: 'TOOL_JSON' })
    expect(readFileSync(join(made.dir, 'tool.json'), 'utf8')).toBe(json?.text)
    const saved = await call('tools.saveFile', { name: 'chapter_gap', layer, path: 'tool.json', text: `${json?.text ?? ''}\n`, baseHash: json?.hash ?? '' })
    await expect(call('tools.saveFile', { name: 'chapter_gap', layer, path: 'tool.json', text: 'x', baseHash: json?.hash ?? '' })).rejects.toThrow('STALE_READ')
    expect(saved.hash).not.toBe(json?.hash)
    await call('tools.saveFile', { name: 'chapter_gap', layer, path: 'lib/part.sh', text: '#!/bin/sh\n', baseHash: null })
    expect(statSync(join(made.dir, 'lib/part.sh')).mode & 0o111).not.toBe(0)
  })

  it.each(['../x', '/etc/x', 'a/../../x', '.', 'a//b', 'con', 'a\0b', 'a\\b', '~/x', 'a/b/c/d/e/f/g'])('nothing is written outside: %j', async (path) => {
    await expect(call('tools.saveFile', { name: 'chapter_gap', layer, path, text: 'x', baseHash: null })).rejects.toThrow(/^PATH_/)
  })

  it('nothing is written through a link', async () => {
    const outside = join(bench.home, 'outside')
    mkdirSync(outside)
    const { dir } = await call('tools.script', { name: 'chapter_gap', layer })
    symlinkSync(outside, join(dir, 'linked'))
    writeFileSync(join(outside, 'real.txt'), 'kept')
    symlinkSync(join(outside, 'real.txt'), join(dir, 'file.txt'))
    await expect(call('tools.saveFile', { name: 'chapter_gap', layer, path: 'linked/new.txt', text: 'x', baseHash: null })).rejects.toThrow('TOOL_LINK')
    await expect(call('tools.saveFile', { name: 'chapter_gap', layer, path: 'file.txt', text: 'x', baseHash: null })).rejects.toThrow('TOOL_LINK')
    expect(readFileSync(join(outside, 'real.txt'), 'utf8')).toBe('kept')
    rmSync(join(dir, 'linked'))
    rmSync(join(dir, 'file.txt'))
    symlinkSync(outside, join(bench.home, 'tools', 'linked_tool'))
    await expect(call('tools.saveFile', { name: 'linked_tool', layer, path: 'tool.json', text: '{}', baseHash: null })).rejects.toThrow('TOOL_LINK')
    rmSync(join(bench.home, 'tools', 'linked_tool'))
  })

  it('tests run row by row and are kept; approval wants them green, or a second click', async () => {
    const hash = await hashOf('chapter_gap')
    const how = { name: 'chapter_gap', layer, profiles: ['leader.default'], doNotAsk: false, shell: false }
    await expect(call('tools.approve', { ...how, hash, anyway: false })).rejects.toThrow('TESTS_NOT_GREEN')
    const seq = bench.core.hub.seq()
    await call('tools.test', { name: 'chapter_gap', layer })
    await expect(call('tools.test', { name: 'chapter_gap', layer })).rejects.toThrow('TEST_RUNNING')
    await expect.poll(async () => (await call('tools.script', { name: 'chapter_gap', layer })).test?.green, { timeout: 60_000 }).toBe(true)
    const rows = bench.core.hub.since(seq).events.flatMap(({ event }) => (event.type === 'tooltest.progress' && event.row !== null ? [event] : []))
    expect(rows.map((row) => row.done)).toEqual(Array.from({ length: rows[0]?.total ?? 0 }, (_, at) => at + 1))
    await expect(call('tools.approve', { ...how, hash: 'other', anyway: true })).rejects.toThrow('APPROVAL_MISMATCH')
    await call('tools.approve', { ...how, hash, anyway: false })
    expect(await bench.call('chapter_gap', { folder: 'manuscript' })).toMatchObject({ status: 'ok' })
    expect((await call('tools.list', { profile: 'leader.default' })).tools.find((row) => row.name === 'chapter_gap')).toMatchObject({ in: true, reason: 'ext', state: 'approved' })
  }, 90_000)

  it('a change is shown line by line against what was approved; taking it back works', async () => {
    const { dir } = await call('tools.script', { name: 'chapter_gap', layer })
    const run = join(dir, 'run.mjs')
    writeFileSync(run, readFileSync(run, 'utf8').replace('Markdown files', 'chapters'))
    writeFileSync(join(dir, 'more.txt'), 'new\n')
    const errors = async (texts: Record<string, string>) => (await call('tools.check', { name: 'chapter_gap', layer, texts })).findings.filter((one) => one.level === 'error').map((one) => `${one.rule} ${one.pointer}`)
    expect(await errors({})).toEqual([])
    expect(await errors({ 'tool.json': readFileSync(join(dir, 'tool.json'), 'utf8').replace('"read"', '"write"') })).toEqual(['P4-1 /result', 'P4-1 /effects'])
    const shown = await call('tools.script', { name: 'chapter_gap', layer })
    expect(shown).toMatchObject({ state: 'needs_approval', test: null, changes: [{ path: 'more.txt', kind: 'added', diff: expect.stringContaining('+new') }, { path: 'run.mjs', kind: 'changed', diff: expect.stringMatching(/^-.*Markdown files[\s\S]*^\+.*chapters/m) }] })
    await call('tools.approve', { name: 'chapter_gap', layer, hash: shown.hash ?? '', profiles: ['leader.default'], doNotAsk: true, shell: false, anyway: true })
    expect(await call('tools.script', { name: 'chapter_gap', layer })).toMatchObject({ state: 'approved', doNotAsk: true, changes: [] })
    await call('tools.revoke', { name: 'chapter_gap', layer })
    expect(await bench.call('chapter_gap', { folder: 'manuscript' })).toMatchObject({ code: 'TOOL_NOT_APPROVED' })
  })

  it('a stopped test ends soon and keeps nothing', async () => {
    bench.tool(toolJson('slow_one'), { 'run.sh': 'sleep 600' })
    await call('tools.test', { name: 'slow_one', layer })
    await call('tools.stopTest', { name: 'slow_one', layer })
    await expect.poll(async () => (await call('tools.script', { name: 'slow_one', layer })).testing, { timeout: 20_000 }).toBe(null)
    expect((await call('tools.script', { name: 'slow_one', layer })).test).toBe(null)
  })

  it('what was asked for in vain is listed, most often first', async () => {
    for (let n = 0; n < 3; n++) await bench.call('count_words_by_pov', { pov: 'A' })
    await bench.call('save_story_scene', {}, { profileKey: 'writer' })
    const { gaps } = await call('tools.gaps', {})
    expect(gaps[0]).toMatchObject({ tool: 'count_words_by_pov', code: 'TOOL_UNKNOWN', count: 3, profileKey: 'leader.default', args: '{"pov":"A"}' })
    expect(gaps.find((gap) => gap.tool === 'save_story_scene')).toMatchObject({ code: 'TOOL_NOT_GRANTED', count: 1, profileKey: 'writer' })
  })
})
