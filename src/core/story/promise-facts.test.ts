import { describe, expect, it } from 'vitest'
import { dueOf, type PlacedBeat } from './promise-facts'
import { author, specStory } from './story-fixture'

const at = (position: number | null, sceneStatus = 'written'): PlacedBeat =>
  ({ promiseId: 1, kind: 'advance', note: null, sceneId: 1, sceneTitle: 's', sceneStatus, chapterId: position === null ? null : position + 1, chapterName: 'c', chapterTitle: 'C', position })

describe('due (02 §5)', () => {
  it.each<[string, { status?: string; cadence?: number; deadline?: number; beats?: PlacedBeat[]; written: number }, string]>([
    ['no limit', { written: 9 }, 'none'],
    ['deadline 4 ahead', { deadline: 9, written: 5 }, 'none'],
    ['deadline 3 ahead', { deadline: 8, written: 5 }, 'due'],
    ['deadline reached', { deadline: 5, written: 5 }, 'overdue'],
    ['deadline past', { deadline: 2, written: 5 }, 'overdue'],
    ['nothing written, deadline the first chapter', { deadline: 0, written: -1 }, 'due'],
    ['nothing written, deadline the fourth chapter', { deadline: 3, written: -1 }, 'none'],
    ['cadence 3, silent 2', { cadence: 3, beats: [at(7)], written: 9 }, 'none'],
    ['cadence 3, silent 3', { cadence: 3, beats: [at(6)], written: 9 }, 'due'],
    ['cadence 3, silent 6', { cadence: 3, beats: [at(1), at(3)], written: 9 }, 'overdue'],
    ['planned beats remind nobody', { cadence: 3, beats: [at(3), at(9, 'draft')], written: 9 }, 'overdue'],
    ['no factual beat yet', { cadence: 1, beats: [at(3, 'active'), at(null)], written: 9 }, 'none'],
    ['the worst counts', { cadence: 3, deadline: 11, beats: [at(3)], written: 9 }, 'overdue'],
    ['fulfilled', { status: 'fulfilled', deadline: 2, written: 5 }, 'none'],
  ])('%s', (_name, { status = 'open', cadence = null, deadline = null, beats = [], written }, due) => {
    expect(dueOf({ status, cadenceChapters: cadence }, deadline, beats, written)).toBe(due)
  })
})

describe('promises as read', () => {
  it('orders by status, importance, id; beats by reading position, unplaced last', () => {
    const f = specStory()
    const commit = { by: author, exactlyOnce: null }
    for (const [n, importance] of [[2, 'high'], [3, 'low'], [4, 'high']] as const) f.save('promise', 'create', null, { name: `p${n}`, title: 'P', importance }, commit)
    f.save('promise', 'abandon', '2', {}, commit)
    for (const sceneId of ['3', '2']) f.save('beat', 'set', null, { promiseId: '1', sceneId, kind: 'advance' }, commit)
    expect(f.story.promises({}).items.map((p) => p['id'])).toEqual(['4', '1', '3', '2'])
    expect(f.story.promise('1').beats.map((b) => [b.scene.id, b.chapter?.number ?? null])).toEqual([['1', 1], ['2', 1], ['3', null]])
    f.save('chapter', 'update', '1', { sortOrder: 9 }, commit)
    f.save('scene', 'update', '2', { status: 'written' }, commit)
    f.save('scene', 'archive', '1', {}, commit)
    expect(f.story.promise('1')).toMatchObject({ derivedStage: 'echoed', beatStats: { plant: 0, advance: 2, planned: 1, factual: 1, archived: 1 }, beats: [{ state: 'archived', chapter: { number: 5 } }, { state: 'factual' }, { state: 'planned' }] })
    expect([f.story.promises({ stage: 'echoed' }).total, f.story.promises({ importance: 'high', status: 'open' }).total, f.story.promises({ due: 'due' }).total]).toEqual([1, 1, 0])
    f.save('promise', 'update', '1', { deadlineChapterId: '5' }, commit)
    expect(f.story.promises({ due: 'overdue' }).items).toMatchObject([{ id: '1', deadlineChapter: { name: 'c5' } }])
    f.story.trash('chapter', '5', author)
    expect(f.story.promise('1')).toMatchObject({ deadlineChapterId: '5', deadlineChapter: null, due: 'none' })
  })
})
