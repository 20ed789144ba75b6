import { expect, test } from 'vitest'
import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import { treeRows } from './tree-rows'
import { treeSuccessor } from './tree-successor'

const scene = (id: string, chapterId: string): SceneRow => ({ id, title: id, status: 'draft', threadId: '1', chapterId, threadSortOrder: 0, chapterSortOrder: 0, outcomeType: null, hasTime: true, start: null, pacingRole: null, beats: { plant: 0, advance: 0, setback: 0, payoff: 0 } })
const chapter = (id: string, scenes: string[] = []): ChapterRow => ({ id, name: id, title: id, actId: null, sortOrder: 0, number: 1, prose: [], words: 0, readiness: 'ready', scenes: scenes.map((one) => scene(one, id)) })
const act = (id: string, chapters: ChapterRow[]) => ({ act: { id, name: id, title: id, summary: '', note: null, sortOrder: 0, createdAt: '', updatedAt: '' }, chapters, words: 0 })
const story = (acts: StoryOutline['acts'], ungrouped: ChapterRow[] = []): StoryOutline => ({ story: { title: '', summary: '', note: null }, acts, ungrouped, orphans: [], phases: [], threads: [], looseScenes: [], words: 0, wordsWithPunctuation: 0, warnings: [], gone: [], seq: 0 })
const open = new Set(['chapter:1', 'chapter:2'])
const rows = (outline: StoryOutline, expanded: ReadonlySet<string> = open, closed: ReadonlySet<string> = new Set()) => treeRows(outline, expanded, closed)

/** Act a: chapters 1 (scenes 11, 12), 2 (scene 21); act b: chapter 3. */
const before = rows(story([act('a', [chapter('1', ['11', '12']), chapter('2', ['21'])]), act('b', [chapter('3')])]))

test.each([
  ['a scene: the next', 'scene:11', rows(story([act('a', [chapter('1', ['12']), chapter('2', ['21'])]), act('b', [chapter('3')])])), 'scene:12'],
  ['the last scene of a chapter: the next chapter', 'scene:12', rows(story([act('a', [chapter('1', ['11']), chapter('2', ['21'])]), act('b', [chapter('3')])])), 'chapter:2'],
  ['a chapter: the next one, not its scenes', 'chapter:1', rows(story([act('a', [chapter('2', ['21'])]), act('b', [chapter('3')])])), 'chapter:2'],
  ['the last chapter: the row before', 'chapter:3', rows(story([act('a', [chapter('1', ['11', '12']), chapter('2', ['21'])]), act('b', [])])), 'act:b'],
  ['an act: the next act, though its chapters are still there', 'act:a', rows(story([act('b', [chapter('3')])], [chapter('1'), chapter('2')])), 'act:b'],
  ['a chapter of a folded act: the act', 'chapter:3', rows(story([act('a', [chapter('1', ['11', '12']), chapter('2', ['21'])]), act('b', [chapter('3')])]), open, new Set(['act:b'])), 'act:b'],
  ['nothing left', 'chapter:1', [], undefined],
])('%s', (_what, key, now, wanted) => expect(treeSuccessor(before, now, key)?.key).toBe(wanted))
