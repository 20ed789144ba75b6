import { describe, expect, it } from 'vitest'
import type { PatchInput } from '@shared/world'
import { codeOf, emptyWorld, hp, labels, specSchema, specWorld, writeOf, type WorldFixture } from './world-fixture'

type Row = [string, (f: WorldFixture) => unknown, unknown]
const patch = (path: string, op: PatchInput['op'], value?: PatchInput['value']) => ({ path, op, ...(value === undefined ? {} : { value }) })
const many = (n: number): PatchInput[] => Array.from({ length: n }, (_, i) => ({ subjectId: 'hero', path: `/n${i}`, op: 'replace', value: i }))
const bob = (path: string, more: Partial<PatchInput> = {}): PatchInput => ({ subjectId: 'bob', path, op: 'replace', value: 'x', ...more })
const firstPatch = (f: WorldFixture, slice: string): string => f.world.slice(slice).patches?.[0]?.patchId ?? ''
/** The code, and that nothing of it was saved. */
const refused = (f: WorldFixture, run: () => unknown): string => {
  const before = f.dump()
  const code = codeOf(run)
  return f.dump() === before ? code : `${code}, but something was saved`
}

/** Each row of 03 §12 that needs no sandbox. */
const rows: Row[] = [
  ['1 the state at 150 and at 50', (f) => [f.world.attrs('hero', { at: 150n }), f.world.attrs('hero', { at: 50n })], [{ hp: 100, skills: ['剑'] }, {}]],
  ['2 the latest state; an unknown subject', (f) => [f.world.attrs('hero'), f.world.attrs('ghost')], [{ hp: 70, skills: ['剑'], location: 'subject://inn' }, null]],
  ['3 a reference followed', (f) => f.world.attrs('hero', { deref: true })?.['location'], { __ref: 'inn', danger: 0 }],
  ['4 now', (f) => f.world.now(), 300n],
  ['6 one change in the past of nothing', (f) => [f.w(250, patch('/hp', 'increment', -5)), hp(f)], [{ slices: ['4'], patches: 1, issues: [] }, 65]],
  ['7 a new base', (f) => [labels(f.w(150, patch('/hp', 'replace', 50)).issues), hp(f)], ['A1 2 /hp', 20]],
  ['8 a change that is overwritten', (f) => labels(f.w(150, patch('/location', 'replace', 'subject://inn')).issues), 'A2 3 /location'],
  ['9 an instant that is taken', (f) => refused(f, () => f.w(200, patch('/hp', 'replace', 1))), 'SLICE_EXISTS'],
  ['10 moved onto a taken instant', (f) => refused(f, () => f.save({ do: 'edit', sliceId: '1', edits: [], meta: { time: '200' } })), 'SLICE_EXISTS'],
  ['11 moved past what counts on it', (f) => [labels(f.save({ do: 'edit', sliceId: '1', edits: [], meta: { time: '250' } }).issues), hp(f)], ['E1 2 /hp; A1 2 /hp', 100]],
  ['12 a hundred patches', (f) => f.save(writeOf(400, many(100))).patches, 100],
  ['12 one more', (f) => refused(f, () => f.save(writeOf(400, many(101)))), 'PATCH_LIMIT'],
  ['13 no type', (f) => refused(f, () => f.save(writeOf(400, [bob('/mood')]))), 'SUBJECT_UNKNOWN'],
  ['13 an unknown type', (f) => refused(f, () => f.save(writeOf(400, [bob('/mood', { type: 'dragon' })]))), 'TYPE_UNKNOWN'],
  ['14 registered by the second patch', (f) => {
    const { sliceId } = { sliceId: f.save(writeOf(400, [bob('/mood'), bob('/mood', { type: 'character', name: 'Bob' })])).slices[0] ?? '' }
    return [f.world.slice(sliceId).patches?.map((p) => p.path), f.world.attrs('bob'), f.world.subjects('character')]
  }, [['/hp', '/mood', '/mood'], { hp: 100, mood: 'x' }, [{ id: 'bob', type: 'character', name: 'Bob' }, { id: 'hero', type: 'character', name: 'hero' }]]],
  ['15 another type', (f) => refused(f, () => f.w(400, { ...patch('/hp', 'replace', 1), type: 'item' })), 'SUBJECT_MISMATCH'],
  ['16 a collection', (f) => [f.w(400, patch('/skills', 'append', '剑')), f.world.attrs('hero')?.['skills'], f.w(500, patch('/skills', 'remove', '剑')), f.world.attrs('hero')?.['skills']].filter((x) => Array.isArray(x)), [['剑'], []]],
  ['17 a list', (f) => [f.w(400, patch('/log', 'append', 'x')).issues, f.world.attrs('hero')?.['log'], refused(f, () => f.w(500, patch('/log', 'remove', 'x')))], [[], ['x'], 'OP_NOT_ALLOWED']],
  ['18 open keys', (f) => [f.w(400, patch('/bonds/bob', 'replace', 3), patch('/bonds/bob', 'increment', 2)).issues, f.world.attrs('hero')?.['bonds']], [[], { bob: 5 }]],
  ['19 counting a text; counting nothing', (f) => [refused(f, () => f.w(400, patch('/mood', 'increment', 1))), labels(f.w(400, patch('/gold', 'increment', 1)).issues)], ['OP_NOT_ALLOWED', 'E1 4 /gold']],
  ['20 values and references', (f) => [['/hp', 'x'], ['/rank', '长老'], ['/location', 'subject://sword'], ['/location', 'subject://nobody'], ['/location', 'nobody']].map(([path = '', value = '']) =>
    refused(f, () => f.w(400, patch(path, 'replace', value)))), ['VALUE_INVALID', 'VALUE_INVALID', 'REF_INVALID', 'REF_INVALID', 'REF_INVALID']],
  ['21 through a reference', (f) => refused(f, () => f.w(400, patch('/location/danger', 'replace', 5))), 'CROSS_REF'],
  ['22 below a text', (f) => refused(f, () => f.w(400, patch('/mood', 'replace', '喜'), patch('/mood/x', 'replace', 1))), 'PATCH_PATH_INVALID'],
  ['23 remembered texts', (f) => [
    refused(f, () => f.w(400, patch('/events', 'replace', [{ text: 'a' }]))), codeOf(() => f.w(400, patch('/events', 'replace', []))), codeOf(() => f.w(500, patch('/events', 'append', { text: 'a' }))),
    refused(f, () => f.w(600, patch('/events', 'append', { text: 'a', vector: [1] }))), f.world.attrs('hero')?.['events'],
  ], ['EMBEDDING_WHOLE_REPLACE', 'ok', 'ok', 'VALUE_INVALID', [{ text: 'a' }]]],
  ['24 hidden and back', (f) => [f.save({ do: 'hide', sliceId: '2' }).issues, hp(f), f.world.restore('2').issues, hp(f)], [[], 100, [], 70]],
  ['25 hidden, taken, not back', (f) => {
    f.save({ do: 'hide', sliceId: '2' })
    f.w(200, patch('/mood', 'replace', 'x'))
    return [refused(f, () => f.world.restore('2')), f.world.hidden().map((slice) => slice.id), f.world.restore('2', 210n).sliceId, hp(f)]
  }, ['SLICE_EXISTS', ['2'], '2', 70]],
  ['26 a patch edited; its old id', (f) => {
    const patchId = firstPatch(f, '2')
    const { issues } = f.save({ do: 'edit', sliceId: '2', edits: [{ patchId, set: { value: -20 } }] })
    return [issues, hp(f), refused(f, () => f.save({ do: 'edit', sliceId: '2', edits: [{ patchId, set: { value: -10 } }] }))]
  }, [[], 80, 'PATCH_UNKNOWN']],
  ['27 the only patch removed', (f) => refused(f, () => f.save({ do: 'edit', sliceId: '2', edits: [{ patchId: firstPatch(f, '2'), remove: true }] })), 'SLICE_EMPTY'],
  ['34 a key that reaches into the language', (f) => [refused(f, () => f.w(400, patch('/x', 'replace', JSON.parse('{"__proto__":{"a":1}}') as PatchInput['value']))), ({} as { a?: number }).a], ['VALUE_INVALID', undefined]],
  ['36 beyond whole numbers', (f) => refused(f, () => f.w(400, patch('/hp', 'replace', 2 ** 53 + 2))), 'VALUE_INVALID'],
  ['37 the ends of time', (f) => [
    codeOf(() => f.w(9223372036854775807n, patch('/mood', 'replace', 'last'))), refused(f, () => f.w(9223372036854775808n, patch('/mood', 'replace', 'x'))), codeOf(() => f.w(-5, patch('/mood', 'replace', 'early'))),
    codeOf(() => f.w(-9223372036854775808n, patch('/mood', 'replace', 'first'))), f.world.now(), f.world.attrs('hero', { at: -6n }), f.world.attrs('hero', { at: -5n })?.['mood'], f.world.attrs('hero')?.['mood'],
  ], ['ok', 'INSTANT_RANGE', 'ok', 'ok', 9223372036854775807n, { mood: 'first' }, 'early', 'last']],
]

describe('the worked examples of 03 §12, without a sandbox', () => {
  it.each(rows)('%s', (_name, script, expected) => {
    expect(script(specWorld())).toEqual(expected)
  })
})

describe('what the examples leave out', () => {
  const more: Row[] = [
    ['a world without schema takes any type and any attribute', () => {
      const f = emptyWorld()
      f.save(writeOf(0, [{ subjectId: '林', path: '/a/b', op: 'replace', value: [1], type: '剑客' }]))
      return [f.world.attrs('林'), f.world.subjects('剑客'), f.world.now()]
    }, [{ a: { b: [1] } }, [{ id: '林', type: '剑客', name: '林' }], 0n]],
    ['an empty world', () => { const f = emptyWorld(specSchema()); return [f.world.now(), f.world.subjects(), f.world.slices(), f.world.issues(), f.world.attrs('x'), f.world.verify()] }, [0n, [], { items: [], total: 0 }, [], null, []]],
    ['findRefs by declared references only', (f) => {
      f.w(400, patch('/note', 'replace', 'subject://inn'), patch('/equipment/weapon', 'replace', 'subject://sword'))
      return [f.world.findRefs('inn'), f.world.findRefs('sword', 'character'), f.world.findRefs('inn', 'item'), codeOf(() => f.world.findRefs('inn', 'x'))]
    }, [[{ subjectId: 'hero', attr: '/location' }], [{ subjectId: 'hero', attr: '/equipment/weapon' }], [], 'TYPE_UNKNOWN']],
    ['references in a ring and deeper', (f) => {
      f.save(writeOf(400, [{ subjectId: 'inn', path: '/owner', op: 'replace', value: 'subject://hero' }]))
      return [1, 2].map((derefDepth) => f.world.attrs('hero', { deref: true, derefDepth })?.['location'])
    }, [{ __ref: 'inn', danger: 0, owner: 'subject://hero' }, { __ref: 'inn', danger: 0, owner: { __ref: 'hero', __circular: true } }]],
    ['operations that a kind has not', (f) => [
      patch('/skills/0', 'replace', 'x'), patch('/skills', 'increment', 1), patch('/hp', 'append', 1), patch('/gold', 'append', 1), patch('/equipment', 'increment', 1), patch('/memory', 'append', { text: 'x' }), patch('/memory/a/text', 'replace', 'x'),
      patch('/hp', 'remove', 1),
    ].map((one) => refused(f, () => f.w(400, one))), Array(8).fill('OP_NOT_ALLOWED')],
    ['values a kind does not take', (f) => [
      patch('/hp', 'increment', 1.5), patch('/hp', 'increment', 'x'), patch('/hp', 'replace'), patch('/memory/a', 'replace', { text: '' }), patch('/events', 'replace', {}), patch('/skills', 'replace', ['a', 'a']), patch('/equipment', 'replace', 3),
      patch('/x', 'replace', 'y'.repeat(16_400)),
    ].map((one) => refused(f, () => f.w(400, one))), Array(8).fill('VALUE_INVALID')],
    ['paths that are none', (f) => ['hp', '', '/', '/a//b', '/a/~2', `/${'a'.repeat(512)}`, '/a/b/c/d/e/f/g/h/i', '/constructor/x', '/a/__proto__', '/log/x', '/log/0'].map((path) => refused(f, () => f.w(400, patch(path, 'replace', 'v')))), Array(11).fill('PATCH_PATH_INVALID')],
    ['lists by place', (f) => {
      f.w(400, patch('/log', 'append', 'a'), patch('/log', 'append', 'b'), patch('/log', 'append', 'c'))
      f.w(500, patch('/log/1', 'replace', 'B'), patch('/log/0', 'remove'), patch('/log/9', 'remove'))
      return [f.world.attrs('hero')?.['log'], f.world.issues()]
    }, [['B', 'c'], []]],
    ['remembered texts by key', (f) => {
      f.w(400, patch('/memory/first', 'replace', { text: 'snow' }), patch('/memory/second', 'replace', { text: 'lamp' }))
      f.w(500, patch('/memory/first', 'remove'))
      return f.world.attrs('hero')?.['memory']
    }, { second: { text: 'lamp' } }],
    ['two types for one new subject', (f) => refused(f, () => f.save(writeOf(400, [bob('/mood', { type: 'character' }), bob('/mood', { type: 'item' })]))), 'SUBJECT_MISMATCH'],
    ['an edit registers nobody', (f) => refused(f, () => f.save({ do: 'edit', sliceId: '2', edits: [{ add: bob('/mood', { type: 'character' }) }] })), 'SUBJECT_UNKNOWN'],
    ['ids, titles, kinds', (f) => [
      refused(f, () => f.save(writeOf(400, [{ ...bob('/mood', { type: 'character' }), subjectId: '-x' }]))), refused(f, () => f.save(writeOf(400, many(1), ' '))),
      refused(f, () => f.save({ do: 'write', slice: { time: '400', title: 'x', kind: 'Big', patches: many(1) } })), refused(f, () => f.save(writeOf(400, []))), refused(f, () => f.world.slice('9')), refused(f, () => f.save({ do: 'hide', sliceId: '9' })),
    ], ['ARGS_INVALID', 'ARGS_INVALID', 'ARGS_INVALID', 'SLICE_EMPTY', 'SLICE_UNKNOWN', 'SLICE_UNKNOWN']],
  ]
  it.each(more)('%s', (_name, script, expected) => {
    expect(script(specWorld())).toEqual(expected)
  })
})
