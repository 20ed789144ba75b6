import { expect, test } from 'vitest'
import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import { stepMove } from './tree-moves'
import { treeRows } from './tree-rows'

const scene = (id: string, chapterId: string): SceneRow => ({ id, title: id, status: 'draft', threadId: '1', chapterId, threadSortOrder: 0, chapterSortOrder: 0, outcomeType: null, hasTime: true, start: null, pacingRole: null, beats: { plant: 0, advance: 0, setback: 0, payoff: 0 } })
const chapter = (id: string, sortOrder: number, scenes: string[]): ChapterRow => ({ id, name: `c-${id}`, title: id, actId: null, sortOrder, number: sortOrder + 1, prose: [], words: 0, readiness: 'ready', scenes: scenes.map((one) => scene(one, id)) })
const outline: StoryOutline = {
  story: { title: 't', summary: '', note: null }, acts: [], ungrouped: [chapter('1', 0, ['11', '12']), chapter('2', 1, []), chapter('3', 2, ['31'])], orphans: [], phases: [], threads: [], looseScenes: [],
  words: 0, wordsWithPunctuation: 0, warnings: [], gone: [], seq: 0,
}
const rows = treeRows(outline, new Set(['chapter:1', 'chapter:2', 'chapter:3']), new Set())

test.each([
  ['11', 1, { parent: '1', index: 1 }], ['12', -1, { parent: '1', index: 0 }], ['11', -1, null], ['12', 1, { parent: '2', index: 0 }],
  ['31', -1, { parent: '2', index: 0 }], ['31', 1, null],
] as const)('scene %s moved by %i: inside its chapter, at the edge into the next one', (id, step, wanted) => {
  const row = rows.find((one) => one.kind === 'scene' && one.id === id)
  if (!row) throw new Error('no such row')
  expect(stepMove(outline, row, step)).toEqual(wanted === null ? null : { kind: 'scene', id, list: 'chapter', ...wanted })
})
