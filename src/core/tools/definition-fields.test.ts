import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { z } from 'zod'
import { defineTool, eraseTool, type AnyTool } from './define-tool'
import { packs } from './packs'
import { createRegistry } from './registry'
import { countTokens } from './token-count'

/** 08 §1, the fields of a definition at their bounds, and the budgets of 08 §11. */
const plain = { path: z.string().describe('Where to look for it.') }
const tool = (more: Partial<AnyTool> = {}, shape: z.ZodRawShape = plain): AnyTool => ({
  ...eraseTool(defineTool({
    name: 'a1', operation: 'test.any', description: 'Does something. Use in tests.', input: z.strictObject(shape), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
    prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: null, changes: [] }), say: () => '',
  })),
  ...more,
})
function problems(made: AnyTool): string[] {
  try {
    createRegistry([{ name: 'neb', tools: [made] }], ['files'])
    return []
  } catch (error) {
    if (!isFault(error) || error.fault.code !== 'REGISTRY_INVALID') throw error
    return error.fault.data?.['problems'] as string[]
  }
}
const guided = (characters: number): string => `Does something.\n\n${'a'.repeat(characters)}`

describe('08 §1', () => {
  it.each<[field: string, fine: Partial<AnyTool>, wrong: Partial<AnyTool>]>([
    ['name: 2 letters at least', { name: 'ab' }, { name: 'a' }], ['name: 64 at most', { name: 'a'.repeat(64) }, { name: 'a'.repeat(65) }], ['name: begins with a letter', { name: 'a_-9' }, { name: '9ab' }], ['name: no dot', { name: 'Read' }, { name: 'file.read' }],
    ['description: a core', {}, { description: ' ' }], ['description: two sentences', { description: 'One. Two.' }, { description: 'One. Two. Three.' }], ['description: Chinese sentences', { description: '一。二。' }, { description: '一。二！三？' }],
    ['description: 300 characters', { description: `${'a'.repeat(299)}.` }, { description: `${'a'.repeat(300)}.` }], ['guidance: 1,200', { description: guided(1_200) }, { description: guided(1_201) }],
    ['risk', { risk: 'high', gate: 'risk' }, { risk: 'wild' as AnyTool['risk'] }], ['gate', { gate: 'always' }, { gate: 'ask' as AnyTool['gate'] }], ['mutates with a gate', { mutates: true, gate: 'mode' }, { mutates: true, gate: 'none' }],
    ['caps: 50,000 characters', { caps: { modelChars: 50_000 } }, { caps: { modelChars: 50_001 } }], ['needs: wired', { needs: ['files'] }, { needs: ['story'] }],
  ])('%s', (_field, fine, wrong) => {
    expect(problems(tool(fine))).toEqual([])
    expect(problems(tool(wrong))).toHaveLength(1)
  })

  it.each<[field: string, fine: z.ZodRawShape, wrong: z.ZodRawShape]>([
    ['every parameter is described', plain, { path: z.string() }], ['a description of 10 characters', { path: z.string().describe('a'.repeat(10)) }, { path: z.string().describe('a'.repeat(9)) }],
    ['deep inside too', { list: z.array(z.strictObject(plain)).describe('The list of places.') }, { list: z.array(z.strictObject({ path: z.string() })).describe('The list of places.') }],
    ['a deeper level is closed', { place: z.strictObject(plain).describe('The place it is at.') }, { place: z.looseObject(plain).describe('The place it is at.') }],
    ['a map has a schema of its values', { map: z.record(z.string(), z.int()).describe('Numbers by their names.') }, { map: z.looseObject({ path: z.string().describe('Where to look for it.') }).describe('Numbers by their names.') }],
  ])('inputSchema: %s', (_field, fine, wrong) => {
    expect(problems(tool({}, fine))).toEqual([])
    expect(problems(tool({}, wrong))).toHaveLength(1)
  })
})

describe('08 §11', () => {
  const registry = createRegistry(packs, packs.flatMap((pack) => pack.tools.flatMap((each) => each.needs)))
  const large = new Set(['execute_world', 'apply_patch', 'save_story_decision'])
  const sizes = registry.list().map(async ({ tool: { name, description }, inputSchema }) => [name, await countTokens({ name, description, inputSchema })] as const)

  it('one definition: 700, three of them 1,200', async () => {
    expect((await Promise.all(sizes)).filter(([name, tokens]) => tokens > (large.has(name) ? 1_200 : 700))).toEqual([])
  })
  it('the 15 plot tools together: 6,000', async () => {
    const plot = (await Promise.all(sizes)).filter(([name]) => /^(get|save)_(story_|promise_beat|scene_world_context|chapter_writer_brief)/.test(name))
    expect(plot.map(([name]) => name)).toHaveLength(15)
    expect(plot.reduce((sum, [, tokens]) => sum + tokens, 0)).toBeLessThanOrEqual(6_000)
  })
})
