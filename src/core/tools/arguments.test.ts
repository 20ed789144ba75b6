import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FaultError } from '@shared/fault'
import { checkArguments, parseArguments } from './arguments'
import { defineTool, eraseTool } from './define-tool'
import { faultText } from './fault-text'

const scene = eraseTool(defineTool({
  name: 'save_story_scene', operation: 'test', description: 'Saves a scene.', risk: 'low', mutates: false, gate: 'none', result: 'action', needs: [],
  input: z.strictObject({
    title: z.string().min(1).max(120).describe('The title'), status: z.enum(['draft', 'active', 'written', 'revised', 'archived']).optional(),
    sceneId: z.string().regex(/^[1-9][0-9]*$/).optional(), limit: z.int().min(1).max(50).default(20), note: z.string().nullable().optional(),
    refs: z.array(z.strictObject({ relation: z.string(), target: z.string().max(5) })).max(2).optional(),
    anchor: z.union([z.strictObject({ kind: z.literal('story') }), z.strictObject({ kind: z.literal('act'), id: z.string() })]).optional(),
    from: z.int().optional(), to: z.int().optional(),
  }),
  check: ({ from, to }) => (from !== undefined && to !== undefined && from > to ? [{ pointer: '/to', message: `actual ${to}; expected at least ${from}.` }] : []),
  prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: null, changes: [] }), say: () => '',
}))

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof FaultError) return faultText(error.fault)
    throw error
  }
  return 'ok'
}

describe('argument messages (08 §4)', () => {
  it('is exactly the form of the specification', () => {
    expect(messageOf(() => checkArguments(scene, { status: 'finished' }))).toBe([
      '[FAIL] ARGS_INVALID: 2 problems in save_story_scene.',
      '/title: missing; expected string of 1-120 characters.',
      '/status: actual "finished"; expected one of draft, active, written, revised, archived.',
      'Correct these fields and call again.',
    ].join('\n'))
  })

  it.each<[unknown, string]>([
    [{ title: 't', sceneId: 12 }, '/sceneId: actual 12; expected string matching ^[1-9][0-9]*$.'],
    [{ title: 't', sceneId: 'x' }, '/sceneId: actual "x"; expected string matching ^[1-9][0-9]*$.'],
    [{ title: 't', limit: 51 }, '/limit: actual 51; expected integer from 1 to 50.'],
    [{ title: 't', limit: 1.5 }, '/limit: actual 1.5; expected integer from 1 to 50.'],
    [{ title: 't', limit: Infinity }, '/limit: actual Infinity; expected integer from 1 to 50.'],
    [{ title: 't', note: 5 }, '/note: actual 5; expected string or null.'],
    [{ title: 'x'.repeat(200) }, `/title: actual "${'x'.repeat(78)}…; expected string of 1-120 characters.`],
    [{ title: 't', refs: 'a' }, '/refs: actual "a"; expected array of at most 2 objects.'],
    [{ title: 't', refs: [{ relation: 'r', target: '123456' }] }, '/refs/0/target: actual "123456"; expected string of at most 5 characters.'],
    [{ title: 't', refs: [{ relation: 'r', target: 't', why: 1 }] }, '/refs/0/why: unknown; legal keys: relation, target.'],
    [{ title: 't', Title: 'x' }, '/Title: unknown; legal keys: title, status, sceneId, limit, note, refs, anchor, from, to.'],
    [{ title: 't', anchor: { kind: 'act' } }, '/anchor/id: missing; expected string.'],
    [{ title: 't', from: 3, to: 2 }, '/to: actual 2; expected at least 3.'],
    ['{"title":"t"}', '/: actual "{\\"title\\":\\"t\\"}"; expected object with title, status, sceneId, limit, note, refs, anchor, from, to.'],
    [[], '/: actual []; expected object with title'],
    [null, '/: actual null; expected object with title'],
  ])('%j', (raw, line) => { expect(messageOf(() => checkArguments(scene, raw))).toContain(line) })

  it('fills defaults and shows at most 20 problems', () => {
    expect(checkArguments(scene, { title: 't' })).toEqual({ title: 't', limit: 20 })
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`k${n}`, 1]))
    expect(messageOf(() => checkArguments(scene, { title: 't', ...many })).split('\n').slice(-2)).toEqual(['… and 5 more.', 'Correct these fields and call again.'])
  })
})

describe('stage 0: never repaired (LM-01)', () => {
  it.each([
    ['{"a":1,}', 7], ['{"a":1', 6], ['{"a":NaN}', 5], ["{'a':1}", 1], ['{"a":1}{"b":2}', 7], ['{"a":1,"a":2}', 7], ['{"b":{"a":1,"\\u0061":2}}', 12], [`${'['.repeat(10_000)}`, 100],
  ])('%s', (text, position) => { expect(messageOf(() => parseArguments(text.slice(0, 10_000)))).toContain(`[FAIL] ARGS_JSON: the arguments are not JSON at position ${position}`) })

  it.each<[unknown, unknown]>([['{"a":[1,{"a":2}]}', { a: [1, { a: 2 }] }], ['', {}], [undefined, {}], [{ a: 1 }, { a: 1 }], ['{"a":"{}\\":,"}', { a: '{}":,' }]])('%j is taken as it is', (raw, value) => { expect(parseArguments(raw)).toEqual(value) })
})
