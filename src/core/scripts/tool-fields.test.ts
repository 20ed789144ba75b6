import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { toolJson } from '../../../test/tools/script-bench'
import { riskOf } from './listed'
import { declared } from './shown-script'
import { parseToolJson } from './tool-json'
import type { ScriptSpec } from './types'

/** 08 §7, the table of fields: what each may be, at its bounds, and its default. */
const read = (more: Record<string, unknown>, folder = 'gap_x'): ScriptSpec => parseToolJson(JSON.stringify(toolJson(folder, more)), folder, [])
function codeOf(more: Record<string, unknown>, folder?: string): string {
  try {
    read(more, folder)
    return 'ok'
  } catch (error) {
    if (!isFault(error)) throw error
    return `${error.fault.code} ${String(error.fault.pointer ?? '')}`.trim()
  }
}
const without = (key: string): string => {
  const { [key]: _gone, ...rest } = toolJson('gap_x')
  try { parseToolJson(JSON.stringify(rest), 'gap_x', []); return 'ok' } catch (error) { return isFault(error) ? `${error.fault.code} ${String(error.fault.pointer)}` : String(error) }
}
const list = (length: number, of: (at: number) => string): string[] => Array.from({ length }, (_, at) => of(at))
const schema = { type: 'object', additionalProperties: false, required: [], properties: {} }

describe('08 §7, the fields', () => {
  it.each(['gap', `g${'a'.repeat(47)}`, 'g_1', 'mcpx'])('name %s', (name) => { expect(codeOf({}, name)).toBe('ok') })
  it.each(['ga', `g${'a'.repeat(48)}`, 'Gap', '1gap', '_gap', 'gap-x', 'gap x', 'mcp_gap', '间隙'])('name %s is none', (name) => { expect(codeOf({}, name)).toBe('TOOL_NAME /name') })
  it('the name is its folder’s', () => { expect(codeOf({ name: 'gap_y' })).toBe('TOOL_NAME /name') })
  it.each(['name', 'description', 'inputSchema', 'command'])('%s must be there', (key) => { expect(without(key)).toBe(`TOOL_FIELD /${key}`) })

  it.each<[string, Record<string, unknown>, string]>([
    ['description: blank', { description: ' ' }, 'TOOL_FIELD /description'],
    ['inputSchema: `parameters` is read as it', { inputSchema: undefined, parameters: schema }, 'ok'], ['inputSchema: both', { parameters: schema }, 'TOOL_FIELD /parameters'],
    ['command: 1 word', { command: ['sh'] }, 'ok'], ['command: 32 words', { command: list(32, () => 'x') }, 'ok'], ['command: none', { command: [] }, 'TOOL_FIELD /command'], ['command: 33', { command: list(33, () => 'x') }, 'TOOL_FIELD /command'], ['command: an empty word', { command: ['sh', ''] }, 'TOOL_FIELD /command/1'],
    ['command: a text alone', { command: 'ls' }, 'TOOL_FIELD /command'], ['command: a text for a shell', { command: 'ls', shell: true }, 'ok'], ['command: words for a shell', { command: ['ls'], shell: true }, 'TOOL_FIELD /shell'],
    ['version 1', { version: 1 }, 'ok'], ['version 0', { version: 0 }, 'TOOL_FIELD /version'], ['version 1.5', { version: 1.5 }, 'TOOL_FIELD /version'],
    ['timeoutSeconds 1', { timeoutSeconds: 1 }, 'ok'], ['timeoutSeconds 600', { timeoutSeconds: 600 }, 'ok'], ['timeoutSeconds 0', { timeoutSeconds: 0 }, 'TOOL_FIELD /timeoutSeconds'], ['timeoutSeconds 601', { timeoutSeconds: 601 }, 'TOOL_FIELD /timeoutSeconds'],
    ['maxOutputChars 1,000', { maxOutputChars: 1_000 }, 'ok'], ['maxOutputChars 50,000', { maxOutputChars: 50_000 }, 'ok'], ['maxOutputChars 999', { maxOutputChars: 999 }, 'TOOL_FIELD /maxOutputChars'], ['maxOutputChars 50,001', { maxOutputChars: 50_001 }, 'TOOL_FIELD /maxOutputChars'],
    ['effects: none of them', { effects: [] }, 'TOOL_FIELD /effects'], ['effects: another word', { effects: ['delete'] }, 'TOOL_FIELD /effects/0'], ['effects: none beside another', { effects: ['none', 'read'] }, 'TOOL_FIELD /effects'],
    ['result: another word', { result: 'text' }, 'TOOL_FIELD /result'], ['roles: another', { roles: ['system'] }, 'TOOL_FIELD /roles/0'], ['roles: nobody', { roles: [] }, 'TOOL_FIELD /roles'],
    ['env: 20 names', { env: list(20, (at) => `N${at}`) }, 'ok'], ['env: 21', { env: list(21, (at) => `N${at}`) }, 'TOOL_FIELD /env'], ['env: no name', { env: ['A=1'] }, 'TOOL_FIELD /env/0'],
    ['aliases', { aliases: ['old_gap'] }, 'ok'], ['aliases: no name', { aliases: ['Old'] }, 'TOOL_FIELD /aliases/0'],
    ['deprecatedParams', { deprecatedParams: { old: { since: 1, until: 2, replacement: null, action: 'reject' } } }, 'ok'], ['deprecatedParams: mapped to nothing', { deprecatedParams: { old: { since: 1, until: 2, replacement: null, action: 'map' } } }, 'TOOL_FIELD /deprecatedParams/old'],
    ['an unknown field', { colour: 'red' }, 'TOOL_FIELD /colour'],
  ])('%s', (_name, more, expected) => { expect(codeOf(more)).toBe(expected) })

  it('what is left out: version 1, 120 s, 30,000 characters, effect write, every role', () => {
    expect(read({ effects: undefined })).toMatchObject({ version: 1, timeoutSeconds: 120, maxOutputChars: 30_000, effects: ['write'], result: 'action', roles: ['root', 'child', 'helper'], env: [] })
  })

  it.each<[effects: string[], risk: string, mutates: boolean, result: string]>([
    [['none'], 'medium', false, 'content'], [['read'], 'medium', false, 'content'], [['network'], 'high', false, 'content'], [['read', 'network'], 'high', false, 'content'], [['write'], 'high', true, 'action'], [['read', 'write', 'network'], 'high', true, 'action'],
  ])('effects %j: %s, mutates %s, result %s; gate risk', (effects, risk, mutates, result) => {
    const spec = read({ effects })
    expect(riskOf(spec)).toBe(risk)
    expect(declared(spec, 'h')).toMatchObject({ gate: 'risk', risk, mutates, result })
  })
})
