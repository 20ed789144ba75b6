import { describe, expect, it } from 'vitest'
import type { Attr } from './types'
import { emptyWorld, labels, schemaOf, specTypes, specWorld, writeOf } from './world-fixture'

const character = specTypes['character'] ?? {}
const withAttr = (name: string, attr: Attr, hash: string) => schemaOf({ ...specTypes, character: { ...character, [name]: attr } }, hash)

describe('issues of the world as it stands (03 §8)', () => {
  it('E2: a schema that wants another type, found before it is saved and after; gone with it', () => {
    const f = specWorld()
    const wants = withAttr('location', { kind: 'scalar', type: 'ref', target: 'item' }, 'wants-item')
    expect([labels(f.world.issues()), labels(f.world.issuesWith(wants))]).toEqual(['', 'E2 3 /location'])
    f.files.schema = wants
    expect(f.world.issues()).toMatchObject([{ code: 'dangling-ref', severity: 'error', subjectId: 'hero', attr: '/location' }])
    f.w(400, { path: '/location', op: 'replace', value: 'subject://sword' })
    expect(f.world.issues()).toEqual([])
  })

  it('E3 and E4 come from an inserted slice that stands before', () => {
    const f = specWorld()
    f.w(400, { path: '/free/x', op: 'replace', value: 1 })
    expect(labels(f.w(350, { path: '/free', op: 'replace', value: 'text' }).issues)).toBe('E3 4 /free/x; A2 4 /free/x')
    f.save({ do: 'edit', sliceId: '5', edits: [{ patchId: f.world.slice('5').patches?.[0]?.patchId ?? '', set: { value: 'subject://inn' } }] })
    expect([labels(f.world.issues()), f.world.attrs('hero')?.['free']]).toEqual(['E4 4 /free/x', 'subject://inn'])
    f.save({ do: 'hide', sliceId: '5' })
    expect([f.world.issues(), f.world.attrs('hero')?.['free']]).toEqual([[], { x: 1 }])
  })

  it('E5: an attribute that became a memory later', () => {
    const f = specWorld()
    f.w(400, { path: '/diary', op: 'replace', value: ['old'] })
    f.files.schema = withAttr('diary', { kind: 'embedding', form: 'array' }, 'diary')
    expect([labels(f.world.issues()), f.world.attrs('hero')?.['diary']]).toEqual(['E5 4 /diary', undefined])
  })

  it('a write tells what it causes, not what was wrong before', () => {
    const f = specWorld()
    expect(labels(f.w(400, { path: '/gold', op: 'increment', value: 1 }).issues)).toBe('E1 4 /gold')
    expect(f.w(500, { path: '/mood', op: 'replace', value: 'x' }).issues).toEqual([])
    expect(labels(f.world.issues())).toBe('E1 4 /gold')
    f.save({ do: 'edit', sliceId: '4', edits: [], meta: { title: 'other' } })
    expect(labels(f.world.issues())).toBe('E1 4 /gold')
  })

  it('the walk: one finding per path, ended by a replace at or above', () => {
    const f = specWorld()
    for (const [at, path, op] of [[400, '/hp', 'increment'], [500, '/hp', 'increment'], [600, '/hp', 'replace'], [700, '/hp', 'increment']] as const) f.w(at, { path, op, value: 1 })
    expect(labels(f.w(350, { path: '/hp', op: 'replace', value: 9 }).issues)).toBe('A1 4 /hp')
    f.w(800, { path: '/bag', op: 'replace', value: { a: 1 } })
    f.w(900, { path: '/bag/a', op: 'increment', value: 1 }, { path: '/bag/b', op: 'replace', value: 2 })
    expect(labels(f.w(850, { path: '/bag', op: 'replace', value: { a: 5 } }).issues)).toBe('A1 10 /bag/a; A2 10 /bag/b')
    expect(labels(f.w(150, { path: '/bag/a', op: 'replace', value: 0 }).issues)).toBe('A2 9 /bag')
  })

  it.each([['zh-CN', '“two”（T200）', 'hp'], ['en', '“two” (T200)', 'hp']] as const)('are told in plain words: %s', (locale, slice, place) => {
    const f = specWorld(locale)
    const [issue] = f.w(150, { path: '/hp', op: 'replace', value: 50 }).issues
    expect([issue?.message, issue?.explanation.whatHappened, issue?.explanation.suggestedAction].every((text) => text?.includes(slice))).toBe(true)
    expect([issue?.title.includes(place), /json|patch|undefined/iu.test(JSON.stringify(issue?.explanation))]).toEqual([true, false])
  })
})

describe('the author alone (03 §11)', () => {
  it('creates subjects in the init slice of an instant, with defaults, values and memories', () => {
    const f = specWorld('zh-CN')
    const values = { mood: '喜', events: [{ text: '雪夜' }], memory: { home: { text: '长安' } }, equipment: { weapon: 'subject://sword' } }
    expect(f.world.createSubject({ id: 'lin', type: 'character', name: '林冲' }, 0n, values)).toEqual({ sliceId: '4', issues: [] })
    expect(f.world.createSubject({ id: 'lu', type: 'character', name: '鲁智深' }, 0n, {}).sliceId).toBe('4')
    expect([f.world.attrs('lin'), f.world.attrs('lu'), f.world.slice('4')]).toMatchObject([{ hp: 100, ...values }, { hp: 100 }, { kind: 'init', title: '初始设定', patchCount: 6 }])
    expect(f.world.view('lin')?.setBy.map((by) => by.path)).toEqual(['/hp', '/mood', '/events', '/memory/home', '/equipment'])
  })

  it('is refused what does not fit', () => {
    const f = specWorld()
    const made = (id: string, at: bigint, values: Record<string, string>) => () => f.world.createSubject({ id, type: 'character', name: id }, at, values)
    const before = f.dump()
    const codes = [made('a', 100n, {}), made('hero', 0n, {}), made('a', 0n, { shoe: 'x' }), made('a', 0n, { hp: 'x' }), made('a b', 0n, {}), () => f.world.createSubject({ id: 'a', type: 'ship', name: 'a' }, 0n, {})].map((run) => {
      try { run(); return 'ok' } catch (error) { return (error as { fault: { code: string } }).fault.code }
    })
    expect(codes).toEqual(['SLICE_EXISTS', 'SUBJECT_EXISTS', 'OP_NOT_ALLOWED', 'VALUE_INVALID', 'ARGS_INVALID', 'TYPE_UNKNOWN'])
    expect(f.dump()).toBe(before)
  })

  it('a type without defaults registers its subject alone', () => {
    const f = emptyWorld(schemaOf({ place: {} }, 'bare'))
    expect(f.world.createSubject({ id: 'inn', type: 'place', name: 'Inn' }, 0n, {})).toEqual({ sliceId: '0', issues: [] })
    expect([f.world.attrs('inn'), f.world.slices().total, f.world.subjects()]).toEqual([{}, 0, [{ id: 'inn', type: 'place', name: 'Inn' }]])
  })

  it('purges hidden slices for ever, and only those', () => {
    const f = specWorld()
    expect(() => f.world.purge('2')).toThrow('no hidden slice')
    f.save({ do: 'hide', sliceId: '2' })
    expect(f.world.trash()).toMatchObject([{ slice: { id: '2', patches: [{ path: '/hp' }] }, actor: 'agent', sessionId: 1 }])
    f.world.purge('2')
    expect(f.world.trash()).toEqual([])
    expect(() => f.world.restore('2')).toThrow('no hidden slice')
    f.w(900, { path: '/mood', op: 'replace', value: 'x' })
    expect(f.world.slices().items.map((slice) => slice.id)).toEqual(['1', '3', '4'])
  })
})

describe('kept states (03 §4)', () => {
  it('one every 256 patches in the commit that made it due; a write into the past drops the later ones; the next read keeps them again', () => {
    const f = specWorld()
    const many = (at: number, n: number) => f.save(writeOf(at, Array.from({ length: n }, (_, i) => ({ subjectId: 'hero', path: '/hp', op: 'increment', value: i % 3 }))))
    const kept = () => f.db.prepare('SELECT CAST(instant AS TEXT) AS at FROM WorldSnapshot ORDER BY instant').pluck().all()
    for (let at = 1_000; at < 1_011; at += 1) many(at, 100)
    expect(kept()).toEqual(['1002', '1005', '1007', '1010'])
    const hp = f.world.attrs('hero')?.['hp']
    f.w(10_040, { path: '/mood', op: 'replace', value: 'late' })
    f.w(999, { path: '/mood', op: 'replace', value: 'early' })
    expect([kept(), f.world.attrs('hero')?.['hp'], kept(), f.world.verify()]).toEqual([[], hp, ['1002', '1005', '1007', '1010'], []])
    f.w(500, { path: '/hp', op: 'increment', value: 1 })
    expect(f.world.attrs('hero')?.['hp']).toBe(Number(hp) + 1)
    f.db.exec("UPDATE WorldSnapshot SET state = '{}' WHERE instant = (SELECT max(instant) FROM WorldSnapshot)")
    expect(f.world.verify()).toEqual(['The kept state of hero at 1010 differs from its history.'])
  })

  it('a long lost history waits for a read or an idle moment', () => {
    const f = specWorld()
    for (let at = 1_000; at < 1_030; at += 1) f.save(writeOf(at, Array.from({ length: 100 }, () => ({ subjectId: 'hero', path: '/hp', op: 'increment', value: 1 }))))
    const kept = () => f.db.prepare('SELECT count(*) FROM WorldSnapshot').pluck().get()
    expect(kept()).toBe(11)
    f.w(150, { path: '/hp', op: 'increment', value: 1 })
    expect(kept()).toBe(0)
    while (f.world.rebuildSome()) { /* one subject at a time */ }
    expect([kept(), f.world.attrs('hero')?.['hp']]).toEqual([11, 3_071])
  })
})
