import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { html, openSite, type Site } from '../../../test/web/loopback-site'
import { createEnv } from '../project/env'
import { createHostStore } from '../web/host-store'
import { main } from './main'

/** The rows of 05 that need a server, a child, a skill or the network, as a user of the command line meets them (10). */
const home = mkdtempSync(join(tmpdir(), 'wenqu-services-'))
const dir = join(home, 'demo')
const wenquHome = join(home, '.wenqu')
let site: Site

async function wenqu(argv: readonly string[], stdin = ''): Promise<{ code: number; out: string }> {
  let out = ''
  const code = await main(argv, { out: (text) => { out += text }, err: () => undefined, isTerminal: false, async *stdin() { yield stdin }, env: { WENQU_HOME: wenquHome, WENQU_HUMAN: '1' } })
  return { code, out }
}
async function call(tool: string, input: object, ...options: readonly string[]): Promise<ToolResult> {
  return JSON.parse((await wenqu(['call', tool, JSON.stringify(input), '--project', dir, '--json', ...options])).out) as ToolResult
}
const put = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

beforeAll(async () => {
  site = await openSite()
  site.on('/snow', html('<p>雪从宫城那边先下起来。</p>'))
  expect((await wenqu(['project', 'new', dir])).code).toBe(0)
  await wenqu(['human', 'trust', '--project', dir])
  put(join(wenquHome, 'config.json'), JSON.stringify({ mcp: [
    { alias: 'gh', command: process.execPath, args: [resolve('test/mcp/server.mjs'), 'good'], deferred: true },
    { alias: 'near', command: process.execPath, args: [resolve('test/mcp/server.mjs'), 'good'], tools: ['echo', 'read.notes'] },
  ] }))
  put(join(wenquHome, 'skills/known/SKILL.md'), '---\nname: known\ndescription: x\n---\nx\n')
  put(join(wenquHome, 'skills/known/x.sh'), 'echo from the script\n')
  put(join(wenquHome, 'skills/other/SKILL.md'), '---\nname: other\ndescription: x\n---\nx\n')
  put(join(wenquHome, 'skills/other/x.sh'), 'echo x\n')
  put(join(wenquHome, 'profiles/asker.md'), '---\nkey: asker\nname: {zh: 问, en: Asker}\ndescription: {zh: 问, en: Asks}\npack: nbook\ncreationMode: public\ntools: [read, edit]\ngates:\n  ask: [edit]\n---\nAsk.\n')
  put(join(dir, 'edit.md'), '雪\n')
  for (const alias of ['gh', 'near']) expect((await wenqu(['human', 'trust', '--mcp', alias, '--project', dir])).code).toBe(0)
  await createHostStore(createEnv(wenquHome), dir).add('localhost', true)
  expect(await call('skill', { skill: 'known' }, '--profile', 'main')).toMatchObject({ status: 'ok' })
}, 60_000)
afterAll(async () => {
  await site.close()
  rmSync(home, { recursive: true, force: true })
})

const as = (profile: string, mode = 'normal', permission = 'default'): string[] => ['--profile', profile, '--mode', mode, '--permission', permission]
const shown = ({ status, code }: ToolResult): string => [status, ...(code === null ? [] : [code])].join(' ')

describe('wenqu call: 05 §9', () => {
  it.each<[row: number, tool: string, input: object, options: string[], expected: string]>([
    [21, 'run_workflow', { script: 'return 1' }, as('main', 'normal', 'bypassPermissions'), 'needs_approval ALWAYS'],
    [22, 'edit', { path: 'edit.md', edits: [{ oldText: '雪', newText: '雨' }] }, as('asker'), 'needs_approval PROFILE_ASK'],
    [51, 'web_fetch', { url: 'https://none.invalid/' }, as('researcher'), 'fail FETCH_FAILED'],
    [53, 'run_skill_script', { skill: 'known', relpath: 'x.sh', args: ['a;b'] }, as('main', 'normal', 'bypassPermissions'), 'denied SKILL_ARGS'],
  ])('%i: %s %j', async (_row, tool, input, options, expected) => {
    expect(shown(await call(tool, input, ...options))).toBe(expected)
  })
  it('23: a child leads nobody into another mode', async () => {
    const made = await call('create_agent', { profileKey: 'leader.default' })
    const { sessionId } = made.details as { sessionId: number }
    const result = await call('switch_mode', { targetMode: 'plan' }, '--session', String(sessionId))
    expect(shown(result)).toBe('denied TOOL_NOT_GRANTED')
    expect(result.content).toContain('role')
  })
  it('46: a listed host is fetched, however it is written', async () => {
    const url = `${site.base.replace('localhost', 'LOCALHOST.')}/snow`
    const result = await call('WebFetch', { url, prompt: 'What falls?' }, ...as('main'))
    expect([shown(result), site.asked.includes('/snow')], result.content).toEqual(['ok', true])
  })
  it('54: a deferred tool of a server asks under its own name, and runs when it was approved', async () => {
    const asked = await call('McpCall', { tool: 'mcp__gh__echo', arguments: { text: '雪' } }, ...as('main'))
    expect([asked.tool, shown(asked)]).toEqual(['mcp__gh__echo', 'needs_approval RISK_HIGH'])
    const answered = await wenqu(['human', 'approve', asked.approval?.id ?? '', '--project', dir])
    expect([answered.code, answered.out]).toEqual([0, expect.stringContaining('Echo: 雪')])
  })
  it('56: what a child asks stands on the root', async () => {
    const [root] = (await wenqu(['batch', '--project', dir], `${JSON.stringify({ tool: 'create_agent', input: { profileKey: 'writer' }, mode: 'discuss' })}\n`)).out.trim().split('\n')
    const { sessionId } = (JSON.parse(root ?? '') as ToolResult).details as { sessionId: number }
    const result = await call('write', { path: 'a56.md', content: 'x' }, '--session', String(sessionId), '--mode', 'discuss')
    expect(shown(result)).toBe('needs_approval MODE_DISCUSS')
  })
})

/** Columns of 05 §3: normal under default, acceptEdits, bypass; discuss and plan the same. */
const columns = (['normal', 'discuss', 'plan'] as const).flatMap((mode) => (['default', 'acceptEdits', 'bypassPermissions'] as const).map((permission) => [mode, permission] as const))
/** A page that is not there was allowed all the same. */
const verdict = ({ status, code }: ToolResult): string => ({ ok: 'A', fail: code === 'FETCH_FAILED' ? 'A' : 'E', needs_approval: '?', denied: 'D' })[status]

describe('wenqu call: 05 §3, rows of services', () => {
  it.each<[row: string, tool: string, input: () => object, normal: string, otherwise: string, strict: string]>([
    ['mcp__*', 'mcp__near__echo', () => ({ text: '雪' }), '??A', '???', '?'],
    ['McpCall', 'McpCall', () => ({ tool: 'mcp__gh__echo', arguments: { text: '雪' } }), '??A', '???', '?'],
    ['run_skill_script valid', 'run_skill_script', () => ({ skill: 'known', relpath: 'x.sh', args: ['x'] }), '??A', '???', '?'],
    ['WebFetch listed', 'WebFetch', () => ({ url: `${site.base}/snow`, prompt: 'What falls?' }), 'AAA', 'AAA', 'A'],
    ['WebFetch other', 'WebFetch', () => ({ url: 'https://none.invalid/', prompt: 'x' }), '??A', '??A', '?'],
    ['memory_write', 'memory_write', () => ({ name: 'snow', text: '雪从宫城那边先下起来。', description: '雪', type: 'project' }), '??A', '???', '?'],
    ['Task', 'Task', () => ({ description: 'Look', prompt: 'Say one word.', subagent_type: 'explore' }), 'AAA', 'AAA', 'A'],
    ['ToolSearch', 'ToolSearch', () => ({ query: 'echo' }), 'AAA', 'AAA', 'A'],
    ['skill', 'skill', () => ({ skill: 'known' }), 'AAA', 'AAA', 'A'],
  ])('%s', async (_row, tool, input, normal, otherwise, strict) => {
    const lines = columns.map(([mode, permission], id) => JSON.stringify({ id, tool, input: input(), profile: 'main', mode, permission }))
    const results = (await wenqu(['batch', '--project', dir], lines.join('\n'))).out.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult)
    expect(results.map(verdict).join(''), results.map(({ content }) => content.slice(0, 120)).join('\n')).toBe(normal + otherwise + otherwise)
    writeFileSync(join(dir, '.nbook/config.json'), '{"approvals":"strict"}')
    const under = await call(tool, input(), ...as('main', 'normal', 'bypassPermissions'))
    rmSync(join(dir, '.nbook/config.json'))
    expect(verdict(under), under.content).toBe(strict)
  }, 60_000)

  it('a script of a skill that is not active is refused in every mode (05 §2.4)', async () => {
    for (const [mode, permission] of columns) expect(shown(await call('run_skill_script', { skill: 'other', relpath: 'x.sh', args: ['x'] }, ...as('main', mode, permission)))).toBe('denied SKILL_INACTIVE')
  }, 60_000)
})
