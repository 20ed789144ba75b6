import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { author, chapterOrder, sceneOrder, specStory, type StoryFixture } from './story-fixture'

/** Every list of 02 §6 as text: ids in order; throws when an order is not 0, 1, 2 … */
function lists(f: StoryFixture): string {
  const bucket = (table: string, order: string, parent: string) => {
    const rows = f.db.prepare<[], { id: number; n: number; parent: number | null }>(`SELECT id, ${order} AS n, ${parent} AS parent FROM ${table} WHERE ${order} IS NOT NULL ORDER BY ${parent}, ${order}`).all()
    const groups = Map.groupBy(rows, (row) => row.parent)
    for (const [parentId, group] of groups) expect(group.map((r) => r.n), `${table} ${order} in ${parentId}`).toEqual(group.map((_, i) => i))
    return [...groups].map(([parentId, group]) => `${table}/${parentId}: ${group.map((r) => r.id).join(' ')}`).join('\n')
  }
  return [
    bucket('StoryAct', 'sortOrder', 'NULL'), bucket('StoryChapter', 'sortOrder', 'NULL'), bucket('StoryThread', 'sortOrder', 'storyPhaseId'),
    bucket('StoryScene', 'threadSortOrder', 'threadId'), bucket('StoryScene', 'chapterSortOrder', 'chapterId'),
  ].join('\n')
}

function bigger(): StoryFixture {
  const f = specStory()
  const commit = { by: author, exactlyOnce: null }
  for (const n of [1, 2]) f.save('act', 'create', null, { name: `a${n}`, title: 'Act' }, commit)
  for (const n of [1, 2]) f.save('phase', 'create', null, { name: `p${n}`, title: 'Phase' }, commit)
  for (const n of [2, 3, 4]) f.save('thread', 'create', null, { name: `t${n}`, title: 'Thread', storyPhaseId: n === 4 ? null : '1' }, commit)
  for (let n = 0; n < 9; n += 1) f.save('scene', 'create', null, { threadId: String((n % 4) + 1), chapterId: n % 3 === 0 ? null : String((n % 5) + 1), title: 'Scene' }, commit)
  return f
}

const index = fc.nat(20)
const idOf = (max: number) => fc.integer({ min: 1, max }).map(String)
const orNone = (max: number) => fc.option(idOf(max), { nil: null })
const move = fc.oneof(
  fc.record({ kind: fc.constant('act' as const), id: idOf(2), list: fc.constant('story' as const), index }),
  fc.record({ kind: fc.constant('chapter' as const), id: idOf(5), list: fc.constant('story' as const), parent: orNone(2), index }),
  fc.record({ kind: fc.constant('thread' as const), id: idOf(4), list: fc.constant('phase' as const), parent: orNone(2), index }),
  fc.record({ kind: fc.constant('scene' as const), id: idOf(12), list: fc.constant('thread' as const), parent: idOf(4), index }),
  fc.record({ kind: fc.constant('scene' as const), id: idOf(12), list: fc.constant('chapter' as const), parent: orNone(5), index }),
)

describe('order (02 §6)', () => {
  it('1,000 random moves keep every list contiguous and every id; undo brings each state back', () => {
    const f = bigger()
    const ids = () => f.db.prepare('SELECT group_concat(id) FROM (SELECT id FROM StoryScene ORDER BY id)').pluck().get()
    const before = ids()
    fc.assert(fc.property(fc.array(move, { minLength: 10, maxLength: 10 }), (moves) => {
      const states: string[] = []
      const undo: string[] = []
      for (const { kind, id, ...to } of moves) {
        states.push(lists(f))
        const { undoId } = f.story.move(kind, id, to)
        if (undoId === null) states.pop()
        else undo.push(undoId)
      }
      expect(ids()).toBe(before)
      if (moves[0] && moves[0].index % 2 === 0) return
      for (const undoId of undo.toReversed()) {
        f.story.undo(undoId)
        expect(lists(f)).toBe(states.pop())
      }
    }), { numRuns: 100 })
  })

  it('trash and restore of anything keep lists contiguous, and undo of the trash is exact', () => {
    for (const [kind, id] of [['act', '1'], ['chapter', '2'], ['phase', '1'], ['thread', '2'], ['scene', '1'], ['promise', '1'], ['decision', '1']] as const) {
      const f = bigger()
      f.story.move('chapter', '2', { list: 'story', parent: '1', index: 1 })
      const before = lists(f)
      const first = f.story.trash(kind, id, author)
      lists(f)
      f.story.undo(String(first.undoId))
      expect(lists(f), kind).toBe(before)
      const again = f.story.trash(kind, id, author)
      expect(f.story.restore(again.item), kind).toMatchObject({ id, renamed: false })
      expect(lists(f), kind).toBe(before)
      expect(f.story.trashList()).toEqual([])
    }
  })
})

describe('several rows out of one list come back to their places', () => {
  const back = (f: StoryFixture, undo: boolean, gone: { item: string; undoId: string | null }) => { if (undo) f.story.undo(String(gone.undoId)); else f.story.restore(gone.item) }

  it('two chapters side by side, in whichever order they come back, by restore or by undo', () => {
    for (const order of [[0, 1], [1, 0]]) for (const undo of [true, false]) for (const first of ['2', '3']) {
      const f = specStory()
      const gone = [first, first === '2' ? '3' : '2'].map((id) => f.story.trash('chapter', id, author))
      for (const at of order) back(f, undo, gone[at] ?? { item: '', undoId: null })
      expect(chapterOrder(f), `${String(order)} ${undo} ${first}`).toBe('1 2 3 4 5')
    }
  })

  it('any of them, in any order', () => {
    const some = (ids: readonly string[]) => fc.shuffledSubarray([...ids], { minLength: 1 })
    const story = fc.record({ chapters: some(['1', '2', '3', '4', '5']), scenes: some(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']), threads: some(['2', '3', '4']), undo: fc.boolean(), seed: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }) })
    fc.assert(fc.property(story, ({ chapters, scenes, threads, undo, seed }) => {
      for (const [kind, ids] of [['chapter', chapters], ['scene', scenes], ['thread', threads]] as const) {
        const f = bigger()
        const before = lists(f)
        const gone = ids.map((id, at) => ({ ...f.story.trash(kind, id, author), at: seed[at] ?? 0 }))
        for (const one of gone.toSorted((a, b) => a.at - b.at)) back(f, undo, one)
        expect(lists(f), kind).toBe(before)
      }
    }), { numRuns: 60 })
  })

  it('beside the nearest neighbour that is left, when the list has changed meanwhile', () => {
    const f = specStory()
    const { item } = f.story.trash('chapter', '3', author)
    f.story.move('chapter', '2', { list: 'story', index: 3 })
    expect(chapterOrder(f)).toBe('1 4 5 2')
    f.story.restore(item)
    expect(chapterOrder(f)).toBe('1 4 5 2 3')
  })
})

describe('what a move writes', () => {
  const long = (): StoryFixture => {
    const f = specStory()
    f.db.exec("WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 3999) INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) SELECT 'x' || i, 'X', i, '2026', '2026' FROM n")
    return f
  }
  const chapterRows = (f: StoryFixture, run: () => unknown): number => {
    f.db.exec("CREATE TEMP TABLE Written (id INTEGER); CREATE TEMP TRIGGER note AFTER UPDATE ON StoryChapter BEGIN INSERT INTO Written VALUES (new.id); END")
    run()
    return f.db.prepare<[], { n: number }>('SELECT count(*) AS n FROM Written').get()?.n ?? -1
  }
  it.each([[100, 101, 2], [101, 100, 2], [100, 110, 11], [3_999, 3_990, 10], [0, 5_000, 4_000], [7, 7, 0]])('chapter %i of 4,000 to place %i: %i rows', (from, to, rows) => {
    const f = long()
    const id = String(f.db.prepare<[number], { id: number }>('SELECT id FROM StoryChapter WHERE sortOrder = ?').get(from)?.id)
    const before = lists(f)
    let undoId: string | null = null
    expect(chapterRows(f, () => { ({ undoId } = f.story.move('chapter', id, { list: 'story', index: to })) })).toBe(rows)
    lists(f)
    if (undoId !== null) f.story.undo(undoId)
    expect(lists(f)).toBe(before)
  })
})

describe('a new scene behind another', () => {
  const make = (fields: Record<string, unknown>, after: string) => {
    const f = specStory()
    return { f, saved: f.story.save({ kind: 'scene', action: 'create', id: null, fields: { threadId: '1', title: 'New', ...fields }, after }, { by: author, exactlyOnce: null }) }
  }
  it.each([
    [{ chapterId: '1' }, '1', 1, 1], [{ chapterId: '1' }, '2', 2, 2], [{ chapterId: '2' }, '1', 1, 0], [{}, '1', 1, null],
  ])('%j behind scene %s: place %i in the thread, %s in the chapter, one step to take back', (fields, after, thread, chapter) => {
    const { f, saved } = make(fields, after)
    expect(f.story.get('scene', saved.id)).toMatchObject({ threadSortOrder: thread, chapterSortOrder: chapter })
    lists(f)
    f.story.undo(String(saved.undoId))
    expect(sceneOrder(f, 'thread', '1')).toBe('1 2 3')
    expect(sceneOrder(f, 'chapter', '1')).toBe('1 2')
  })
  it('names a scene that is not there', () => expect(() => make({}, '99')).toThrow('ENTITY_NOT_FOUND'))
})
