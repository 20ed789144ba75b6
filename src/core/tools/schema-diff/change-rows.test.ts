import { describe, expect, it, vi } from 'vitest'
import { diffDefinitions } from './diff-definition'
import type { Reply } from './diff-replies'
import type { Logged } from './types'

/** 08 §10, every row by its name, with its warning; bounds by every keyword; then what only replayed calls can tell. */
const string = { type: 'string' }
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', additionalProperties: false, properties, required: [], ...more })
const one = (schema: unknown) => object({ a: schema })
const tool = (more: Record<string, unknown> = {}) => ({ name: 'gap', version: 1, description: 'Lists gaps.', inputSchema: object({ folder: string }, { required: ['folder'] }), command: ['sh', '{tool_dir}/run.sh'], effects: ['read'], ...more })
const deprecated = (action: 'map' | 'reject', replacement: string | null) => ({ deprecatedParams: { folder: { since: 2, until: 4, replacement, action } } })
const list = (more: Record<string, unknown>) => one({ type: 'array', items: string, ...more })
const rows: readonly (readonly [name: string, verdict: string, before: unknown, after: unknown, warning?: RegExp])[] = [
  ['optional-added', 'compatible', object({}), object({ a: { ...string, default: 'as now' } })], ['optional-added', 'breaking', object({}, { additionalProperties: true }), object({ a: string }, { additionalProperties: true })],
  ['param-removed', 'breaking', object({ a: string }), object({})], ['param-removed', 'breaking', tool(), tool({ inputSchema: object({ path: string }), ...deprecated('reject', 'path') })],
  ['renamed-mapped', 'compatible', tool(), tool({ inputSchema: object({ path: string }, { required: ['path'] }), ...deprecated('map', 'path') }), /4/],
  ['made-required', 'breaking', one(string), object({ a: string }, { required: ['a'] })],
  ['default-changed', 'breaking', one({ ...string, default: 'x' }), one({ ...string, default: 'y' })], ['default-changed', 'breaking', one({ ...string, default: 'x' }), one(string)],
  ['enum-added', 'compatible', one({ enum: ['x'] }), one({ enum: ['x', 'y'] }), /exhaustive|every value|handle/i], ['enum-removed', 'breaking', one({ enum: ['x', 'y'] }), one({ enum: ['y'] })],
  ['integer-to-number', 'compatible', one({ type: 'integer' }), one({ type: 'number' })],
  ...([['minimum', 5, 1], ['exclusiveMinimum', 5, 1], ['maximum', 1, 5], ['exclusiveMaximum', 1, 5]] as const).flatMap(([key, narrow, wide]) => [
    ['bound-widened', 'compatible', one({ type: 'integer', [key]: narrow }), one({ type: 'integer', [key]: wide })] as const, ['bound-narrowed', 'breaking', one({ type: 'integer', [key]: wide }), one({ type: 'integer', [key]: narrow })] as const, ['bound-widened', 'compatible', one({ type: 'integer', [key]: narrow }), one({ type: 'integer' })] as const,
  ]),
  ...([['minLength', 5, 1], ['maxLength', 1, 5]] as const).flatMap(([key, narrow, wide]) => [['bound-widened', 'compatible', one({ ...string, [key]: narrow }), one({ ...string, [key]: wide })] as const, ['bound-narrowed', 'breaking', one({ ...string, [key]: wide }), one({ ...string, [key]: narrow })] as const]),
  ...([['minItems', 5, 1], ['maxItems', 1, 5]] as const).flatMap(([key, narrow, wide]) => [['bound-widened', 'compatible', list({ [key]: narrow }), list({ [key]: wide })] as const, ['bound-narrowed', 'breaking', list({ [key]: wide }), list({ [key]: narrow })] as const]),
  ['pattern-added', 'breaking', one(string), one({ ...string, pattern: '^a' })], ['pattern-added', 'breaking', one({ ...string, pattern: '^a' }), one({ ...string, pattern: '^b' })],
  ['closed', 'breaking', object({}, { additionalProperties: true }), object({})], ['closed', 'breaking', { type: 'object', properties: {} }, object({})], ['opened', 'compatible', object({}), object({}, { additionalProperties: true }), /P5-3/],
  ['null-allowed', 'compatible', one(string), one({ type: ['string', 'null'] })], ['null-refused', 'breaking', one({ type: ['string', 'null'] }), one(string)],
  ['text-only', 'compatible', one({ ...string, description: 'One.' }), one({ ...string, description: 'Two.' })], ['text-only', 'compatible', tool(), tool({ description: 'Lists what is missing.' }), /tool-choice/],
  ['tool-renamed', 'breaking', tool(), tool({ name: 'gaps' })], ['tool-renamed', 'breaking', tool({ aliases: ['old'] }), tool()],
  ['role-narrowed', 'breaking', tool(), tool({ roles: ['root'] })], ['role-narrowed', 'breaking', tool(), tool({ variants: [{ when: { roles: ['child'] }, params: { folder: { hide: true, reason: 'x' } } }] })],
  ['cap-lowered', 'breaking', tool(), tool({ timeoutSeconds: 119 })], ['cap-lowered', 'breaking', tool(), tool({ maxOutputChars: 29_999 })],
  ['output-reshaped', 'breaking', tool(), tool({ result: 'action' })], ['script-changed', 'compatible', tool(), tool({ command: ['python3', '{tool_dir}/run.py'] }), /approval/],
  ['rule', 'breaking', one({ not: string }), one({ not: { type: 'integer' } })],
]

describe('08 §10, row by row', () => {
  it.each(rows)('%s is %s: %j → %j', (name, verdict, before, after, warning) => {
    const found = diffDefinitions(before, after)
    const change = found.changes.find((each) => each.case === name)
    expect(found.changes.map((each) => each.case)).toContain(name)
    expect([change?.verdict, found.verdict]).toEqual([verdict, verdict])
    if (warning instanceof RegExp) expect(change?.warning).toMatch(warning)
    expect(change?.why.length).toBeGreaterThan(0)
  })
  it.each<[string, Record<string, unknown>, Record<string, unknown>, Logged, string]>([
    ['a call that took longer', { timeoutSeconds: 60 }, { timeoutSeconds: 30 }, { calls: 3, longestMs: 30_001, mostChars: 9 }, 'breaking'], ['none that did', { timeoutSeconds: 60 }, { timeoutSeconds: 30 }, { calls: 3, longestMs: 30_000, mostChars: 99_999 }, 'compatible'],
    ['a longer result', {}, { maxOutputChars: 1_000 }, { calls: 1, longestMs: 9, mostChars: 1_001 }, 'breaking'], ['none', {}, { maxOutputChars: 1_000 }, { calls: 1, longestMs: 999_999, mostChars: 1_000 }, 'compatible'],
    ['a built-in one: time', { caps: { timeoutMs: 9_000 } }, { caps: { timeoutMs: 8_000 } }, { calls: 2, longestMs: 8_001, mostChars: 9 }, 'breaking'], ['a built-in one: characters', { caps: { modelChars: 50_000 } }, { caps: { modelChars: 40_000 } }, { calls: 2, longestMs: 9, mostChars: 40_000 }, 'compatible'],
    ['what no log tells', { caps: { storeBytes: 9 } }, { caps: { storeBytes: 8 } }, { calls: 2, longestMs: 0, mostChars: 0 }, 'breaking'],
  ])('cap-lowered asks the log: %s', (_what, before, after, logged, verdict) => {
    expect(diffDefinitions(tool(before), tool(after), undefined, () => logged)).toMatchObject({ verdict, changes: [{ case: 'cap-lowered', verdict }] })
  })
  it('the log is asked only about a cap that was lowered', () => {
    const logged = vi.fn(() => null)
    diffDefinitions(tool({ timeoutSeconds: 60 }), tool({ timeoutSeconds: 90, description: 'Lists what is missing.' }), undefined, logged)
    expect(logged).not.toHaveBeenCalled()
  })
  it('annotations mean nothing, but the default', () => {
    expect(diffDefinitions(one({ ...string, title: 'A', examples: ['x'], $comment: 'x' }), one({ ...string, title: 'B', deprecated: true }))).toMatchObject({ verdict: 'compatible' })
  })
  it('integers are compared as integers, the worst change decides', () => {
    expect(diffDefinitions(one({ type: 'integer', exclusiveMaximum: 5 }), one({ type: 'integer', maximum: 4 })).changes).toEqual([])
    expect(diffDefinitions(object({ a: { enum: ['x'] }, b: string }), object({ a: { enum: ['x', 'y'] } })).verdict).toBe('breaking')
  })
})

const ok = (call: string, content: string): Reply => ({ call, status: 'ok', code: null, content })
const failed = (call: string, code: string): Reply => ({ call, status: 'fail', code, content: `[FAIL] ${code}: no` })
const added = [object({}), object({ a: { ...string, default: 'x' } })] as const
const same = [object({}), object({})] as const
const another = [tool(), tool({ command: ['python3', '{tool_dir}/run.py'] })] as const
type Replayed = readonly [name: string, verdict: string, definitions: readonly [unknown, unknown], before: readonly Reply[], after: readonly Reply[], cases: readonly string[]]
const replayed: readonly Replayed[] = [
  ['optional-added', 'compatible', added, [ok('1', 'x')], [ok('1', 'x')], ['optional-added']],
  ['optional-added-behaviour', 'breaking', added, [ok('1', 'x'), ok('2', 'y')], [ok('1', 'x'), ok('2', 'z')], ['optional-added-behaviour']],
  ['optional-added-behaviour', 'breaking', added, [ok('1', 'x')], [failed('1', 'A')], ['optional-added-behaviour']],
  ['error-code-new', 'compatible', same, [failed('1', 'A'), failed('2', 'A')], [failed('1', 'A'), failed('2', 'B')], ['error-code-new']],
  ['output-reshaped', 'breaking', same, [failed('1', 'A'), failed('2', 'A')], [failed('1', 'B'), failed('2', 'B')], ['output-reshaped']],
  ['output-reshaped', 'breaking', same, [ok('1', 'x')], [ok('1', '[OK] x')], ['output-reshaped']],
  ['output-reshaped', 'breaking', same, [ok('1', '# Gaps\n3')], [ok('1', '# Missing\n3')], ['output-reshaped']],
  ['script-changed', 'compatible', another, [ok('1', 'x')], [ok('1', 'x')], ['script-changed']],
  ['rule', 'breaking', another, [ok('1', 'x')], [ok('1', 'y')], ['script-changed', 'rule']],
  ['rule', 'breaking', same, [ok('1', 'x')], [failed('1', 'A')], ['rule']],
]
describe('08 §10 by replayed calls', () => {
  it.each(replayed)('%s is %s', (name, verdict, [before, after], was, is, cases) => {
    const found = diffDefinitions(before, after, { before: was, after: is })
    expect(found.changes.map((each) => each.case)).toEqual(cases)
    expect([found.changes.find((each) => each.case === name)?.verdict, found.verdict]).toEqual([verdict, verdict])
  })
  it('what failed and is answered now breaks nothing; calls of one version alone say nothing', () => {
    expect(diffDefinitions(...same, { before: [failed('1', 'A'), ok('2', 'x')], after: [ok('1', 'x'), ok('3', 'y')] })).toEqual({ verdict: 'compatible', changes: [] })
  })
  it('equal answers are told with a script that changed', () => {
    expect(diffDefinitions(...another, { before: [ok('1', 'x')], after: [ok('1', 'x')] }).changes[0]?.warning).toBe('Needs approval again; 1 replayed call answers as before.')
  })
})
