import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { diffDefinitions } from './diff-definition'
import { UnreadableSchema } from './resolve-refs'
import type { ChangeCase, Verdict } from './types'

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', additionalProperties: false, properties, required: [], ...more })
const one = (schema: unknown) => object({ a: schema })
const tool = (more: Record<string, unknown> = {}) => ({ name: 'gap', version: 1, description: 'Lists gaps.', inputSchema: object({ folder: { type: 'string' } }, { required: ['folder'] }), command: ['sh', '{tool_dir}/run.sh'], effects: ['read'], ...more })
const string = { type: 'string' }

type Row = readonly [name: string, before: unknown, after: unknown, expected: readonly (readonly [ChangeCase, Verdict])[]]
const rows: readonly Row[] = [
  ['nothing', one(string), one(string), []],
  ['optional key in a closed object', object({ a: string }), object({ a: string, b: string }), [['optional-added', 'compatible']]],
  ['optional key in an open object', object({ a: string }, { additionalProperties: true }), object({ a: string, b: string }, { additionalProperties: true }), [['optional-added', 'breaking']]],
  ['a key removed', object({ a: string, b: string }), object({ a: string }), [['param-removed', 'breaking']]],
  ['optional made required', object({ a: string }), object({ a: string }, { required: ['a'] }), [['made-required', 'breaking']]],
  ['a new required key', object({}), object({ a: string }, { required: ['a'] }), [['made-required', 'breaking']]],
  ['required made optional', object({ a: string }, { required: ['a'] }), object({ a: string }), [['rule', 'compatible']]],
  ['default changed', one({ ...string, default: 'x' }), one({ ...string, default: 'y' }), [['default-changed', 'breaking']]],
  ['enum gains', one({ enum: ['x'] }), one({ enum: ['x', 'y'] }), [['enum-added', 'compatible']]],
  ['enum loses (§12 row 34)', one({ enum: ['x', 'y'] }), one({ enum: ['x'] }), [['enum-removed', 'breaking']]],
  ['const is an enum of one', one({ const: 'x' }), one({ enum: ['x', 'y'] }), [['enum-added', 'compatible']]],
  ['integer to number', one({ type: 'integer' }), one({ type: 'number' }), [['integer-to-number', 'compatible']]],
  ['number to integer', one({ type: 'number' }), one({ type: 'integer' }), [['rule', 'breaking']]],
  ['lower minimum', one({ type: 'integer', minimum: 5 }), one({ type: 'integer', minimum: 1 }), [['bound-widened', 'compatible']]],
  ['lower maxItems', one({ type: 'array', items: string, maxItems: 5 }), one({ type: 'array', items: string, maxItems: 4 }), [['bound-narrowed', 'breaking']]],
  ['the same whole bound, written otherwise', one({ type: 'integer', exclusiveMinimum: 0 }), one({ type: 'integer', minimum: 1 }), []],
  ['an exclusive bound of numbers narrows', one({ type: 'number', minimum: 0 }), one({ type: 'number', exclusiveMinimum: 0 }), [['bound-narrowed', 'breaking']]],
  ['minItems 0 is none', one({ type: 'array', items: string }), one({ type: 'array', items: string, minItems: 0 }), []],
  ['multipleOf 4 to 2', one({ type: 'integer', multipleOf: 4 }), one({ type: 'integer', multipleOf: 2 }), [['bound-widened', 'compatible']]],
  ['multipleOf 2 to 3', one({ type: 'integer', multipleOf: 2 }), one({ type: 'integer', multipleOf: 3 }), [['bound-narrowed', 'breaking']]],
  ['unique items asked for', one({ type: 'array', items: string }), one({ type: 'array', items: string, uniqueItems: true }), [['bound-narrowed', 'breaking']]],
  ['pattern added', one(string), one({ ...string, pattern: '^a' }), [['pattern-added', 'breaking']]],
  ['format changed', one({ ...string, format: 'date' }), one({ ...string, format: 'uri' }), [['pattern-added', 'breaking']]],
  ['pattern dropped', one({ ...string, pattern: '^a' }), one(string), [['rule', 'compatible']]],
  ['closed', object({}, { additionalProperties: true }), object({}), [['closed', 'breaking']]],
  ['opened', object({}), object({}, { additionalProperties: true }), [['opened', 'compatible']]],
  ['null allowed', one(string), one({ type: ['string', 'null'] }), [['null-allowed', 'compatible']]],
  ['null refused', one({ type: ['string', 'null'] }), one(string), [['null-refused', 'breaking']]],
  ['text only', one({ ...string, description: 'The first.' }), one({ ...string, description: 'The one.' }), [['text-only', 'compatible']]],
  ['both ways at once (§12 row 35)', object({ a: { type: 'integer', maximum: 50 }, b: string }), object({ a: { type: 'integer', maximum: 100 } }), [['bound-widened', 'compatible'], ['param-removed', 'breaking']]],
  ['a branch more in anyOf', one({ anyOf: [string] }), one({ anyOf: [string, { type: 'integer' }] }), [['rule', 'compatible']]],
  ['branches in another order', one({ anyOf: [string, { type: 'integer' }, { type: 'boolean' }] }), one({ anyOf: [{ type: 'boolean' }, string] }), [['rule', 'breaking']]],
  ['anyOf of types to a list of them', one({ anyOf: [string, { type: 'null' }] }), one({ type: ['string', 'null'] }), [['rule', 'compatible']]],
  ['anyOf to fewer types', one({ anyOf: [string, { type: 'number' }] }), one(string), [['rule', 'breaking'], ['rule', 'compatible']]],
  ['a type to anyOf with null', one(string), one({ anyOf: [string, { type: 'null' }] }), [['null-allowed', 'compatible'], ['rule', 'breaking']]],
  ['fixed values to their type', one({ enum: ['x'] }), one(string), [['enum-added', 'compatible']]],
  ['a branch more in oneOf', one({ oneOf: [string] }), one({ oneOf: [string, { type: 'integer' }] }), [['rule', 'breaking']]],
  ['not, changed', one({ not: string }), one({ not: { type: 'integer' } }), [['rule', 'breaking']]],
  ['behind a $ref', { ...one({ $ref: '#/$defs/x' }), $defs: { x: { enum: ['a', 'b'] } } }, one({ enum: ['a'] }), [['enum-removed', 'breaking']]],
  ['deep inside', one({ type: 'array', items: object({ x: { enum: [1, 2] } }) }), one({ type: 'array', items: object({ x: { enum: [1] } }) }), [['enum-removed', 'breaking']]],
  ['tool renamed', tool(), tool({ name: 'gaps' }), [['tool-renamed', 'breaking']]],
  ['tool renamed, old name kept', tool(), tool({ name: 'gaps', aliases: ['gap'] }), [['tool-renamed', 'compatible']]],
  ['role dropped', tool(), tool({ roles: ['root'] }), [['role-narrowed', 'breaking']]],
  ['time cap lowered', tool(), tool({ timeoutSeconds: 60 }), [['cap-lowered', 'breaking']]],
  ['output marker changed', tool(), tool({ result: 'action' }), [['output-reshaped', 'breaking']]],
  ['another command', tool(), tool({ command: ['python3', '{tool_dir}/run.py'] }), [['script-changed', 'compatible']]],
  ['a rename that is mapped', tool(), tool({ inputSchema: object({ path: string }, { required: ['path'] }), deprecatedParams: { folder: { since: 2, until: 4, replacement: 'path', action: 'map' } } }), [['renamed-mapped', 'compatible']]],
  ['a rename that is refused', tool(), tool({ inputSchema: object({ path: string }), deprecatedParams: { folder: { since: 2, until: 4, replacement: 'path', action: 'reject' } } }), [['param-removed', 'breaking'], ['optional-added', 'compatible']]],
]

describe('tools diff (08 §10)', () => {
  it.each(rows)('%s', (_name, before, after, expected) => {
    const { verdict, changes } = diffDefinitions(before, after)
    expect(changes.map((change) => [change.case, change.verdict])).toEqual(expected)
    expect(verdict).toBe(expected.some(([, one]) => one === 'breaking') ? 'breaking' : 'compatible')
  })
  it('names the place and the warning', () => {
    expect(diffDefinitions(tool(), tool({ inputSchema: object({ folder: { enum: ['a'] } }, { required: ['folder'] }) })).changes.map(({ pointer, verdict, why }) => [pointer, verdict, why])).toEqual([['/inputSchema/properties/folder/enum', 'breaking', 'only "a" are accepted now']])
    expect(diffDefinitions(one({ anyOf: [string, { type: 'number' }] }), one(string)).changes[0]).toMatchObject({ pointer: '/properties/a/type', why: 'no longer accepted: number, integer' })
    expect(diffDefinitions(object({}), object({}, { additionalProperties: true })).changes[0]).toMatchObject({ pointer: '/additionalProperties', warning: expect.stringContaining('P5-3') })
  })
  it('refuses what cannot be read', () => {
    expect(() => diffDefinitions({ $ref: 'https://example.org/x' }, {})).toThrow(UnreadableSchema)
    expect(() => diffDefinitions({ $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } }, {})).toThrow(UnreadableSchema)
    expect(() => diffDefinitions({ $ref: '#/$defs/none' }, {})).toThrow(/leads nowhere/)
  })
})

/** A small language of schemas, with the values each admits decided by hand: what `compatible` promises must hold. */
const values: readonly unknown[] = [null, true, 0, 1, 2, 3, 1.5, '', 'x', 'xx', [], ['x'], ['x', 'x'], {}, { a: 'x' }, { a: 1 }, { a: 'x', b: 1 }, { b: 2 }, { c: true }]
const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
  fc.record({ type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'number', 'null'), { minLength: 1 }) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('x', 'xx', 1, 2, null), { minLength: 1 }) }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('number'), exclusiveMaximum: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ type: fc.constant('array'), items: fc.record({ type: fc.constantFrom('string', 'integer') }), maxItems: fc.integer({ min: 0, max: 2 }), uniqueItems: fc.boolean() }, { requiredKeys: ['type'] }),
)
const schemas = fc.oneof(leaf, fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }), fc.record({ type: fc.constant('object'), properties: fc.dictionary(fc.constantFrom('a', 'b'), leaf, { maxKeys: 2 }), required: fc.subarray(['a', 'b']), additionalProperties: fc.boolean() }))

describe('what compatible promises', () => {
  it('every value that was valid still is', async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js')
    const ajv = new Ajv2020({ strict: false })
    fc.assert(
      fc.property(schemas, schemas, (before, after) => {
        if (diffDefinitions(before, after).verdict === 'breaking') return
        const [was, is] = [ajv.compile(before), ajv.compile(after)]
        for (const value of values) if (was(value)) expect([value, is(value)]).toEqual([value, true])
      }),
      { numRuns: 3_000 },
    )
  })
})
