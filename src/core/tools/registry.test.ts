import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { z } from 'zod'
import { defineTool, eraseTool, type AnyTool } from './define-tool'
import { createRegistry, type Pack, type Tombstone } from './registry'

const plain = { path: z.string().describe('Where to look for it.') }
const tool = (name: string, more: Partial<AnyTool> = {}, shape: z.ZodRawShape = plain): AnyTool => ({
  ...eraseTool(defineTool({
    name, operation: 'test.any', description: 'Does something. Use in tests.', input: z.strictObject(shape), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
    prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: null, changes: [] }), say: () => '',
  })),
  ...more,
})
const problems = (tools: readonly AnyTool[], tombstones: readonly Tombstone[] = [], texts = true): string[] => {
  try {
    createRegistry([{ name: 'neb', tools }], ['files'], tombstones, texts)
    return []
  } catch (error) {
    if (!isFault(error) || error.fault.code !== 'REGISTRY_INVALID') throw error
    return error.fault.data?.['problems'] as string[]
  }
}
const why = 'they have no use for it'

describe('the registry (08 §2)', () => {
  it('keeps the order of packs, then of names', () => {
    const all: Pack[] = [{ name: 'nbook', tools: [tool('write'), tool('edit')] }, { name: 'neb', tools: [tool('Mail'), tool('Apply')] }]
    expect(createRegistry(all, []).list().map((row) => row.tool.name)).toEqual(['edit', 'write', 'Apply', 'Mail'])
  })
  it('hashes what a model sees, and its variants', () => {
    const hash = (made: AnyTool) => createRegistry([{ name: 'neb', tools: [made] }], []).get('a1')?.hash
    const same = hash(tool('a1'))
    expect(hash(tool('a1'))).toBe(same)
    const others = [tool('a1', { description: 'Does more. Use in tests.' }), tool('a1', { version: 2 }), tool('a1', {}, { file: z.string().describe('Where to look for it.') }), tool('a1', { variants: [{ when: { roles: ['child'] }, params: { path: { hide: true, reason: why } } }] })].map(hash)
    expect(new Set([same, ...others]).size).toBe(5)
  })
  it('lists everything that is wrong', () => {
    expect(problems([tool('twice'), tool('twice'), tool('x y', { needs: ['files', 'story'] as AnyTool['needs'] }), tool('open', { mutates: true })])).toEqual([
      'twice: the name is registered twice', 'x y: its service "story" is not wired', 'x y: the name must match ^[A-Za-z][A-Za-z0-9_-]{1,63}$', 'open: a mutating tool needs a gate: mode, risk or always',
    ])
  })
  it.each([
    ['no description of a parameter', tool('a1', {}, { path: z.string() }), 'a1: #/path has no description of at least 10 characters'],
    ['three sentences', tool('a1', { description: 'One. Two. Three.' }), "a1: the description's core has 3 sentences; at most 2"],
    ['an open object', tool('a1', { input: z.looseObject(plain) }), 'a1: # is open; use z.strictObject'],
    ['an unknown gate', tool('a1', { gate: 'maybe' as AnyTool['gate'] }), 'a1: unknown gate "maybe"'],
    ['a variant that adds a key', tool('a1', { variants: [{ when: { roles: ['child'] }, params: { depth: { required: true, reason: why } } }] }), 'a1: variant 1: adds the key depth'],
    ['a variant that adds a value', tool('a1', { variants: [{ when: {}, params: { kind: { values: ['a', 'c'], reason: why } } }] }, { kind: z.enum(['a', 'b']).describe('One of the kinds.') }), 'a1: variant 1: adds to kind the value c'],
    ['a variant without a reason', tool('a1', { variants: [{ when: {}, params: { path: { hide: true, reason: ' ' } } }] }), 'a1: variant 1: changes path without a reason'],
    ['another text without a reason', tool('a1', { variants: [{ when: {}, description: { text: 'x', reason: '' } }] }), 'a1: variant 1: changes the description without a reason'],
    ['a mapped key without a replacement', tool('a1', { deprecatedParams: { old: { since: 1, until: 2, replacement: null, action: 'map' } } }), 'a1: the deprecated key old is mapped without a replacement'],
    ['a deprecated key without an end', tool('a1', { deprecatedParams: { old: { since: 2, until: 2, replacement: 'path', action: 'map' } } }), 'a1: the deprecated key old has no version `until` after 2'],
    ['a replacement that is not there', tool('a1', { deprecatedParams: { old: { since: 1, until: 2, replacement: 'file', action: 'reject' } } }), 'a1: the deprecated key old is replaced by file, which is not in the schema'],
    ['a deprecated key still in the schema', tool('a1', { deprecatedParams: { path: { since: 1, until: 2, replacement: null, action: 'reject' } } }), 'a1: the deprecated key path is still in the schema'],
  ])('refuses %s', (_, made, problem) => { expect(problems([made])).toEqual([problem]) })

  it('keeps tombstones apart from what lives', () => {
    expect(problems([tool('a1')], [{ name: 'a0', since: '3', use: 'a1' }])).toEqual([])
    expect(problems([tool('a1')], [{ name: 'a1', since: '3', use: 'a2' }])).toEqual(['a1: retired and registered', 'a1: its tombstone names "a2", which is not registered'])
    const registry = createRegistry([{ name: 'neb', tools: [tool('a1')] }], [], [{ name: 'a0', since: '3', use: 'a1' }])
    expect([registry.retired('a0')?.use, registry.retired('a1'), registry.get('a0')]).toEqual(['a1', undefined, undefined])
  })
  it('looks at the gate in every process, at the texts where they are asked for', () => {
    expect(problems([tool('a1', { description: '' })], [], false)).toEqual([])
    expect(problems([tool('a1', { description: '', mutates: true })], [], false)).toEqual(['a1: a mutating tool needs a gate: mode, risk or always'])
  })
})
