import { describe, expect, test } from 'vitest'
import type { SceneRow, StoryOutline } from '@shared/procedures/story'
import type { Thread } from '@shared/story'
import { boardModel } from './board-model'
import { dropInColumn, dropMove, neighbour, stepMove, type Direction } from './board-moves'

const stamps = { createdAt: '', updatedAt: '' }
const group = (id: string, sortOrder: number) => ({ id, name: id, title: id, summary: '', note: null, sortOrder, ...stamps })
const thread = (id: string, storyPhaseId: string | null, sortOrder: number, status: Thread['status'] = 'active'): Thread => ({ id, storyPhaseId, name: id, title: id, isMainThread: false, status, miceType: null, summary: '', tags: [], writingTip: null, note: null, sortOrder, ...stamps })
const scene = (id: string, threadId: string, threadSortOrder: number, status = 'draft'): SceneRow => ({ id, title: id, status, threadId, chapterId: null, threadSortOrder, chapterSortOrder: null, outcomeType: null, hasTime: false, start: null, pacingRole: null, beats: { plant: 0, advance: 0, setback: 0, payoff: 0 } })

/** Phases p, q; threads a, b in p, c in q, d in none; scenes 1 2 3 in a (2 archived), 4 in c. */
const outline: StoryOutline = {
  story: { title: '', summary: '', note: null }, acts: [], ungrouped: [], orphans: [], phases: [group('p', 0), group('q', 1)], threads: [thread('a', 'p', 0), thread('b', 'p', 1), thread('c', 'q', 0), thread('d', null, 0)],
  looseScenes: [scene('1', 'a', 0), scene('2', 'a', 1, 'archived'), scene('3', 'a', 2), scene('4', 'c', 0)], words: 0, wordsWithPunctuation: 0, warnings: [], gone: [], seq: 0,
}
const model = boardModel(outline, { folded: new Set(), showArchived: false })
const row = (key: string) => { const found = model.rows.get(key); if (!found) throw new Error(`no ${key}`); return found }
const short = (move: ReturnType<typeof stepMove>) => (move ? `${move.kind} ${move.id} ${move.parent ?? '-'} ${move.index}` : null)

describe('the board as rows', () => {
  test('columns, threads, cards; archived ones only when asked for', () => {
    expect(model.columns.map((column) => column.rows.map(({ key }) => key).join(' '))).toEqual(['thread:a scene:1 scene:3 add:a thread:b add:b', 'thread:c scene:4 add:c', 'thread:d add:d'])
    expect(boardModel(outline, { folded: new Set(['b', 'c']), showArchived: true }).columns.map((column) => column.rows.map(({ key }) => key).join(' '))).toEqual(['thread:a scene:1 scene:2 scene:3 add:a thread:b', 'thread:c', 'thread:d add:d'])
  })

  test.each([
    ['scene:1', 'scene:3', 'after', 'scene 1 a 2'], ['scene:3', 'scene:1', 'before', 'scene 3 a 0'], ['scene:1', 'scene:4', 'before', 'scene 1 c 0'], ['scene:1', 'add:b', 'before', 'scene 1 b 0'], ['scene:1', 'thread:c', 'after', 'scene 1 c 0'],
    ['scene:1', 'phase:q', 'after', null], ['thread:a', 'thread:c', 'after', 'thread a q 1'], ['thread:a', 'scene:4', 'before', 'thread a q 1'], ['thread:b', 'scene:1', 'after', 'thread b p 1'], ['thread:c', 'thread:d', 'before', 'thread c - 0'], ['phase:q', 'phase:p', 'before', 'phase q - 0'],
  ] as const)('%s dropped at %s, %s: %s', (from, to, side, move) => expect(short(dropMove(model, row(from), row(to), side))).toBe(move))

  test.each([['scene:1', 1, 'scene 1 c 1'], ['thread:a', 2, 'thread a - 1'], ['phase:p', 1, null]] as const)('%s dropped in column %i: %s', (from, column, move) => expect(short(dropInColumn(model, row(from), column))).toBe(move))

  test.each([
    ['scene:1', 'down', 'scene 1 a 2'], ['scene:1', 'up', null], ['scene:3', 'down', 'scene 3 b 0'], ['scene:3', 'right', 'scene 3 c 1'], ['scene:4', 'left', 'scene 4 a 3'], ['thread:a', 'down', 'thread a p 1'], ['thread:b', 'down', null],
    ['thread:b', 'right', 'thread b q 1'], ['thread:c', 'right', 'thread c - 1'], ['thread:d', 'right', null], ['phase:p', 'right', 'phase p - 1'], ['phase:p', 'up', null], ['phase:q', 'right', null],
  ] as readonly (readonly [string, Direction, string | null])[])('Alt+arrow: %s %s: %s', (key, direction, move) => expect(short(stepMove(model, row(key), direction))).toBe(move))

  test.each([['phase:p', 'down', 'thread:a'], ['thread:a', 'up', 'phase:p'], ['scene:3', 'right', 'add:c'], ['scene:4', 'right', 'add:d'], ['phase:q', 'right', 'thread:d'], ['thread:d', 'left', 'thread:c']] as const)('arrow: %s %s: %s', (key, direction, to) => expect(neighbour(model, row(key), direction)?.key).toBe(to))
})
