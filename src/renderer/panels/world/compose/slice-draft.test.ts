import { describe, expect, test } from 'vitest'
import type { Patch, Slice } from '@shared/world'
import { placesOf } from './places'
import { diffRows } from './diff-rows'
import { draftOfSlice, emptyDraft, emptyRow, intoSlice, isDirty, over, rowOf, wordsOf, writeOf, type Known, type RowDraft } from './slice-draft'

const known: Known = {
  types: {
    character: { attrs: {
      hp: { kind: 'scalar', type: 'int', label: '血量' }, rank: { kind: 'scalar', type: 'enum', values: ['外门', '内门'] }, alive: { kind: 'scalar', type: 'bool' }, weight: { kind: 'scalar', type: 'float' },
      location: { kind: 'scalar', type: 'ref', target: 'location' }, mood: { kind: 'scalar', type: 'string' },
      skills: { kind: 'collection', item: { kind: 'scalar', type: 'string' } }, log: { kind: 'list', item: { kind: 'scalar', type: 'string' } },
      equipment: { kind: 'object', label: '装备', fields: { weapon: { kind: 'scalar', type: 'ref', target: 'item', label: '兵器' } } },
      bonds: { kind: 'object', item: { kind: 'scalar', type: 'int' } }, events: { kind: 'embedding', form: 'array' }, memory: { kind: 'embedding', form: 'record' },
    } },
    location: { attrs: {} },
  },
  subjects: [{ id: 'hero', type: 'character', name: '闻烛' }, { id: 'inn', type: 'location', name: '客栈' }],
}
const row = (change: Partial<RowDraft>): RowDraft => ({ ...emptyRow('hero'), ...change })
const patchesOf = (rows: readonly RowDraft[]) => {
  const { write } = writeOf({ ...emptyDraft('x'), title: 'x', rows }, '100', known)
  return write?.do === 'write' ? write.slice.patches : null
}

describe('a row becomes a patch', () => {
  test.each<[string, Partial<RowDraft>, object]>([
    ['number set', { place: '/hp', value: ' 70 ' }, { path: '/hp', op: 'replace', value: 70 }],
    ['number changed by', { place: '/hp', op: 'increment', value: '－30' }, { path: '/hp', op: 'increment', value: -30 }],
    ['a fraction', { place: '/weight', value: '1.5' }, { path: '/weight', op: 'replace', value: 1.5 }],
    ['one of a list', { place: '/rank', value: '内门' }, { path: '/rank', op: 'replace', value: '内门' }],
    ['yes or no', { place: '/alive', value: 'false' }, { path: '/alive', op: 'replace', value: false }],
    ['a subject', { place: '/location', value: 'inn' }, { path: '/location', op: 'replace', value: 'subject://inn' }],
    ['cleared', { place: '/mood', op: 'remove' }, { path: '/mood', op: 'remove' }],
    ['one more', { place: '/skills', op: 'append', value: '剑' }, { path: '/skills', op: 'append', value: '剑' }],
    ['one less', { place: '/skills', op: 'take', value: '剑' }, { path: '/skills', op: 'remove', value: '剑' }],
    ['the whole list, blank lines left out', { place: '/log', value: ['a', '', 'b'] }, { path: '/log', op: 'replace', value: ['a', 'b'] }],
    ['an entry by its place', { place: '/log/*', chosen: '02', value: 'c' }, { path: '/log/2', op: 'replace', value: 'c' }],
    ['a part of a group', { place: '/equipment/weapon', value: 'sword' }, { path: '/equipment/weapon', op: 'replace', value: 'subject://sword' }],
    ['a group whole', { place: '/equipment', value: { weapon: 'sword' } }, { path: '/equipment', op: 'replace', value: { weapon: 'subject://sword' } }],
    ['an open key', { place: '/bonds/*', chosen: 'a/b~', op: 'increment', value: '2' }, { path: '/bonds/a~1b~0', op: 'increment', value: 2 }],
    ['remembered', { place: '/events', op: 'append', value: '灯灭了' }, { path: '/events', op: 'append', value: { text: '灯灭了' } }],
    ['remembered under a key', { place: '/memory/*', chosen: '雪夜', value: '冷' }, { path: '/memory/雪夜', op: 'replace', value: { text: '冷' } }],
    ['a path by hand', { place: 'custom', path: '/odd/path', kind: 'raw', value: '{"a":[1]}' }, { path: '/odd/path', op: 'replace', value: { a: [1] } }],
  ])('%s', (_, change, patch) => {
    expect(patchesOf([row(change)])).toEqual([{ subjectId: 'hero', ...patch }])
  })

  test.each<[string, Partial<RowDraft>, string, string]>([
    ['no subject', { subjectId: '', place: '/hp', value: '1' }, 'subject', 'needed'], ['no attribute', { value: '1' }, 'place', 'needed'], ['no key', { place: '/bonds/*', value: '1' }, 'chosen', 'needed'],
    ['no value', { place: '/hp' }, 'value', 'needed'], ['no number', { place: '/hp', value: 'x' }, 'value', 'notNumber'], ['no whole number', { place: '/hp', value: '1.5' }, 'value', 'notWhole'],
    ['too large a number', { place: '/hp', value: '9007199254740993' }, 'value', 'notWhole'], ['no notation', { place: 'custom', path: '/a', kind: 'raw', value: '{' }, 'value', 'notRaw'],
  ])('%s is said at its field', (_, change, field, wrong) => {
    const one = row(change)
    expect(writeOf({ ...emptyDraft(), title: 'x', rows: [one] }, '1', known)).toMatchObject({ write: null, faults: [{ row: one.key, field, wrong }] })
  })

  test('a new subject is registered by its first row', () => {
    expect(patchesOf([row({ subjectId: 'bob', fresh: { type: 'character', name: '阿宝' }, place: '/hp', value: '9' })])).toEqual([{ subjectId: 'bob', path: '/hp', op: 'replace', value: 9, type: 'character', name: '阿宝' }])
  })

  test('other rows of the slice may speak of the new subject, and change it', () => {
    const bob = { subjectId: 'bob', fresh: { type: 'location', name: '阿宝' } }
    expect(patchesOf([row({ place: '/location', value: 'bob' }), row({ ...bob, place: 'custom', path: '/n', value: '1' })])).toMatchObject([{ path: '/location', value: 'subject://bob' }, { type: 'location' }])
    const two = [row({ subjectId: 'bob', fresh: { type: 'character', name: '阿宝' }, place: '/hp', value: '9' }), row({ subjectId: 'bob', place: '/mood', value: '喜' })]
    expect(patchesOf(two)).toMatchObject([{ path: '/hp', type: 'character' }, { subjectId: 'bob', path: '/mood', value: '喜' }])
  })

  test('without time, title or a change nothing is sent', () => {
    expect(writeOf(emptyDraft(), null, known)).toMatchObject({ write: null, missing: ['time', 'title', 'rows'] })
  })
})

const stored: Patch[] = [
  { patchId: '1', subjectId: 'hero', path: '/hp', op: 'increment', value: -30 }, { patchId: '2', subjectId: 'hero', path: '/skills', op: 'remove', value: '剑' },
  { patchId: '3', subjectId: 'hero', path: '/equipment/weapon', op: 'replace', value: 'subject://sword', summary: '拔剑' }, { patchId: '4', subjectId: 'hero', path: '/bonds/bob', op: 'replace', value: 3 },
  { patchId: '5', subjectId: 'hero', path: '/odd', op: 'replace', value: { a: 1 } }, { patchId: '6', subjectId: 'hero', path: '/hp/x', op: 'replace', value: null }, { patchId: '7', subjectId: 'hero', path: '/memory/a', op: 'replace', value: { text: 'b' } },
  { patchId: '8', subjectId: 'ghost', path: '/n', op: 'replace', value: 1.5 }, { patchId: '9', subjectId: 'hero', path: '/mood', op: 'remove' },
]
const slice: Slice = { id: '7', instant: '100', time: '一', title: '雪夜', summary: '', kind: 'event', patchCount: stored.length, patches: stored }

describe('a stored slice in the form', () => {
  test('opened and sent back unchanged it changes nothing', () => {
    const draft = draftOfSlice(slice, known)
    expect(isDirty(draft, wordsOf(draftOfSlice(slice, known)))).toBe(false)
    expect(isDirty({ ...draft, rows: [...draft.rows, emptyRow('hero')] }, wordsOf(draft))).toBe(false)
    expect(isDirty({ ...draft, title: '雪' }, wordsOf(draft))).toBe(true)
    expect(writeOf(draft, '100', known)).toMatchObject({ write: null, faults: [], missing: [] })
    expect(draft.rows.map((one) => one.place)).toEqual(['/hp', '/skills', '/equipment/weapon', '/bonds/*', '/odd', 'custom', '/memory/*', '/n', '/mood'])
  })

  test('changed, removed and new rows are the edits; the time moves it', () => {
    const draft = draftOfSlice(slice, known)
    const rows = draft.rows.filter(({ patchId }) => patchId !== '2').map((one) => (one.patchId === '1' ? { ...one, value: '-20' } : one.patchId === '4' ? { ...one, op: 'remove' as const } : one))
    const { write } = writeOf({ ...draft, title: '雪停', rows: [...rows, row({ place: '/mood', value: '喜' })] }, '200', known)
    expect(write).toEqual({ do: 'edit', sliceId: '7', meta: { time: '200', title: '雪停' }, edits: [
      { patchId: '1', set: { path: '/hp', op: 'increment', value: -20, summary: '' } }, { patchId: '2', remove: true }, { patchId: '4', remove: true },
      { add: { subjectId: 'hero', path: '/bonds/bob', op: 'remove' } }, { add: { subjectId: 'hero', path: '/mood', op: 'replace', value: '喜' } },
    ] })
  })

  test('a row given to another subject is taken out and written anew', () => {
    const one = { ...slice, patches: stored.slice(0, 1) }
    const draft = draftOfSlice(one, known)
    const { write } = writeOf({ ...draft, rows: draft.rows.map((row) => ({ ...row, subjectId: 'inn', place: 'custom', path: '/hp' })) }, '100', known)
    expect(write).toMatchObject({ edits: [{ patchId: '1', remove: true }, { add: { subjectId: 'inn', path: '/hp', op: 'increment', value: -30 } }] })
  })

  test('kept over what another wrote meanwhile: all of theirs gives way', () => {
    const theirs = { ...slice, patches: [{ patchId: '20', subjectId: 'hero', path: '/hp', op: 'replace' as const, value: 1 }] }
    const { write } = writeOf(over(draftOfSlice({ ...slice, patches: stored.slice(0, 1) }, known), theirs), '100', known)
    expect(write).toMatchObject({ do: 'edit', edits: [{ patchId: '20', remove: true }, { add: { path: '/hp', op: 'increment', value: -30 } }] })
  })

  test('a new one at a taken time goes into the slice that is there', () => {
    const draft = { ...emptyDraft('一'), title: '新', rows: [row({ place: '/mood', value: '喜' }), emptyRow('hero')] }
    const { write } = writeOf(intoSlice(draft, { ...slice, patches: stored.slice(0, 1) }, known), '100', known)
    expect(write).toEqual({ do: 'edit', sliceId: '7', edits: [{ add: { subjectId: 'hero', path: '/mood', op: 'replace', value: '喜' } }] })
  })
})

describe('places and differences', () => {
  test('everything declared once, then what is held besides', () => {
    expect(placesOf(known.types['character'], ['hp', 'odd']).map(({ id }) => id)).toEqual(['/hp', '/rank', '/alive', '/weight', '/location', '/mood', '/skills', '/log', '/log/*', '/equipment', '/equipment/weapon', '/bonds', '/bonds/*', '/events', '/memory', '/memory/*', '/odd'])
  })

  test('an unknown path is shown by itself', () => {
    expect(rowOf({ patchId: '1', subjectId: 'hero', path: '/a/b/c', op: 'replace', value: [1] }, known)).toMatchObject({ place: 'custom', path: '/a/b/c', kind: 'raw', value: '[1]' })
  })

  test('a diff names the attributes, tells lists by their entries, groups by their parts', () => {
    const rows = diffRows({ hp: 100, skills: ['剑', '刀'], equipment: { weapon: 'a' }, mood: '喜' }, { hp: 70, skills: ['刀', '枪'], equipment: { weapon: 'b' }, mood: '喜', odd: true }, known.types['character'])
    expect(rows.map(({ path, label }) => `${path} ${label}`)).toEqual(['/hp 血量', '/skills skills', '/equipment/weapon 装备 › 兵器', '/odd odd'])
    expect(rows[1]).toMatchObject({ added: ['枪'], removed: ['剑'] })
    expect(diffRows(null, { hp: 1 }, undefined)).toEqual([{ path: '/hp', label: 'hp', before: undefined, after: 1, added: [], removed: [] }])
  })
})
