import { expect, test } from 'vitest'
import type { SceneRow, StoryOutline } from '@shared/procedures/story'
import type { Thread } from '@shared/story'
import { boardModel } from './board-model'
import { successor } from './use-current'

const stamps = { createdAt: '', updatedAt: '' }
const group = (id: string, sortOrder: number) => ({ id, name: id, title: id, summary: '', note: null, sortOrder, ...stamps })
const thread = (id: string, storyPhaseId: string | null, sortOrder: number): Thread => ({ id, storyPhaseId, name: id, title: id, isMainThread: false, status: 'active', miceType: null, summary: '', tags: [], writingTip: null, note: null, sortOrder, ...stamps })
const scene = (id: string, threadId: string, threadSortOrder: number): SceneRow => ({ id, title: id, status: 'draft', threadId, chapterId: null, threadSortOrder, chapterSortOrder: null, outcomeType: null, hasTime: false, start: null, pacingRole: null, beats: { plant: 0, advance: 0, setback: 0, payoff: 0 } })

/** Phases p, q; threads a, b in p, c in q; scenes 1 2 3 in a, 4 in c. */
const phases = [group('p', 0), group('q', 1)]
const threads = [thread('a', 'p', 0), thread('b', 'p', 1), thread('c', 'q', 0)]
const scenes = [scene('1', 'a', 0), scene('2', 'a', 1), scene('3', 'a', 2), scene('4', 'c', 0)]
const model = (without: readonly string[], folded: readonly string[] = []) => {
  const kept = <T extends { id: string }>(list: readonly T[]) => list.filter(({ id }) => !without.includes(id))
  const outline: StoryOutline = { story: { title: '', summary: '', note: null }, acts: [], ungrouped: [], orphans: [], phases: kept(phases), threads: kept(threads), looseScenes: kept(scenes), words: 0, wordsWithPunctuation: 0, warnings: [], gone: [], seq: 0 }
  return boardModel(outline, { folded: new Set(folded), showArchived: false })
}

test.each([
  ['scene:1', ['1'], [], 'scene:2'], ['scene:2', ['2'], [], 'scene:3'], ['scene:3', ['3'], [], 'scene:2'], ['scene:4', ['4'], [], 'thread:c'], ['scene:1', ['1', '2', '3'], [], 'thread:a'],
  ['thread:a', ['a', '1', '2', '3'], [], 'thread:b'], ['thread:b', ['b'], [], 'thread:a'], ['thread:c', ['c', '4'], [], 'phase:q'],
  ['phase:p', ['p'], [], 'phase:q'], ['phase:q', ['q'], [], 'phase:p'], ['scene:2', [], ['a'], 'thread:a'], ['add:a', [], ['a'], 'thread:a'],
])('%s goes (%j gone, %j folded): %s is current', (key, gone, folded, wanted) => expect(successor(model([]), model(gone, folded), key)?.key).toBe(wanted))
