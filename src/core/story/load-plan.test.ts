import { readFileSync, globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadPlan } from './load-plan'
import { emptyStory } from './story-fixture'

const small = `
story: {title: T, summary: S}
acts: [{name: a1, title: 卷一}]
chapters:
  - {name: c1, title: One, act: a1, brief: {goal: g, mustHide: m}}
  - {name: c2, title: Two}
phases: [{name: p1, title: Phase, summary: s}]
threads:
  - {name: t1, title: Main, phase: p1, isMainThread: true, status: active, miceType: event, tags: [x]}
  - {name: t2, title: Old, status: archived}
scenes:
  - {key: s1, thread: t1, chapter: c1, title: First, status: written, worldAnchor: {startTime: a, endTime: b, subjectIds: [hero]}, refs: [{relation: defines, target: lorebook/item/x/, visibility: reader}]}
  - {key: s2, thread: t2, chapter: null, title: Second, outcomeType: null}
promises: [{name: q, title: Promise, status: fulfilled, deadlineChapter: c2, beats: [{scene: s1, kind: payoff}]}]
decisions:
  - {name: d1, title: Old, question: q, status: superseded, supersededBy: d2}
  - {name: d2, title: New, question: q, status: decided, decision: d, motivation: m, risk: r}
subjects: [{id: hero, type: character, name: Hero}]
slices: [{time: t, title: x, summary: y, kind: event, patches: []}]
`

describe('loadPlan', () => {
  it('loads every part in one go', () => {
    const f = emptyStory()
    expect(loadPlan(f, small)).toMatchObject({ acts: 1, chapters: 2, phases: 1, threads: 2, scenes: 2, promises: 1, decisions: 2, subjects: 1, archivedThreads: 1 })
    expect(f.story.get('scene', '1')).toMatchObject({ chapterId: '1', chapterSortOrder: 0, worldAnchor: { startTime: 'a', subjectIds: ['hero'] }, refs: [{ target: 'lorebook/item/x/', note: null }] })
    expect(f.story.chapter('1')).toMatchObject({ chapter: { brief: { goal: 'g' } }, scenes: [{ worldAnchor: { subjects: [{ name: 'Hero', resolved: true }] }, promiseBeats: [{ kind: 'payoff' }] }] })
    expect(f.db.prepare('SELECT supersededById FROM StoryDecision ORDER BY id').pluck().all()).toEqual([2, null])
    expect(f.db.prepare("SELECT value FROM PlanFile WHERE key = 'slices'").pluck().get()).toContain('time: t')
  })

  it.each([
    ['chapter: c1, title: First', 'chapter: c9, title: First', 'scenes[0] "s1": there is no chapter "c9" in the plan.'],
    ['{scene: s1, kind: payoff}', '{scene: s9, kind: payoff}', 'promises[0] "q": there is no scene "s9" in the plan.'],
    ['title: Two', 'title: Two, colour: red', 'chapters[1] "c2"'],
    ['risk: r', 'note: r', 'decisions[1] "d2": a decided decision needs risk.'],
    ['kind: payoff', 'kind: pay', '/promises/0/beats/0/kind'],
    ['{name: c2', '{name: c1', 'stands in the plan twice'],
    ['decisions:', 'decisions: [', 'cannot be read'],
    ['summary: s}', 'summary: s, and more}', '/and more'],
  ])('names the place of %s → %s and loads nothing', (from, to, message) => {
    const f = emptyStory()
    const before = f.dump()
    expect(() => loadPlan(f, small.replace(from, to))).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }))
    expect(f.dump()).toBe(before)
  })

  it.each(globSync('resources/samples/*/plan.yaml'))('loads %s', (path) => {
    const f = emptyStory()
    expect(loadPlan(f, readFileSync(path, 'utf8'))).toMatchObject({ scenes: expect.toSatisfy((n: number) => n > 20) })
    expect(f.story.tree({})['warnings']).toEqual([])
  })
})
