import { describe, expect, it } from 'vitest'
import { loadPlan } from './load-plan'
import { planWorldOf } from '../app/load-project-plan'
import { parseCalendar } from '../world/calendar/parse-calendar'
import { parseSchema } from '../world/schema/parse-schema'
import { createWorldService } from '../world/world-service'
import { emptyStory, type StoryFixture } from './story-fixture'

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
  - {key: s1, thread: t1, chapter: c1, title: First, status: written, worldAnchor: {startTime: CE 1-1-1, endTime: CE 1-1-1 06:00, subjectIds: [hero]}, refs: [{relation: defines, target: lorebook/item/x/, visibility: reader}]}
  - {key: s2, thread: t2, chapter: null, title: Second, outcomeType: null}
promises: [{name: q, title: Promise, status: fulfilled, deadlineChapter: c2, beats: [{scene: s1, kind: payoff}]}]
decisions:
  - {name: d1, title: Old, question: q, status: superseded, supersededBy: d2}
  - {name: d2, title: New, question: q, status: decided, decision: d, motivation: m, risk: r}
subjects: [{id: hero, type: character, name: Hero}]
slices:
  - {time: CE 1-1-2, title: Later, kind: event, patches: [{subject: hero, path: /hp, op: increment, value: 5}]}
  - {time: CE 1-1-1, title: First, summary: y, patches: [{subject: hero, path: /mood, op: replace, value: glad}]}
`
const schema = parseSchema('version: 1\ntypes: {character: {attrs: {hp: {type: int, default: 10}, mood: string}}}\n')
const calendar = parseCalendar('kind: gregorian\neraBefore: BCE\neraAfter: CE\nformat: "{era} {year}-{month}-{day} {hour:02}:{minute:02}"\n')
const worldFor = ({ db, env }: StoryFixture) => createWorldService({ db, env, emit: () => undefined, files: { schema: () => schema, calendar: () => calendar } })
const load = (f: StoryFixture, text: string) => loadPlan({ db: f.db, env: f.env, world: planWorldOf(worldFor(f)) }, text)

describe('loadPlan', () => {
  it('loads every part in one go', () => {
    const f = emptyStory()
    expect(load(f, small)).toMatchObject({ acts: 1, chapters: 2, phases: 1, threads: 2, scenes: 2, promises: 1, decisions: 2, subjects: 1, slices: 2, archivedThreads: 1 })
    expect(f.story.get('scene', '1')).toMatchObject({ chapterId: '1', chapterSortOrder: 0, worldAnchor: { startTime: 'CE 1-1-1 00:00', startInstant: '0', endInstant: '21600', subjectIds: ['hero'] }, refs: [{ target: 'lorebook/item/x/', note: null }] })
    expect(f.story.chapter('1')).toMatchObject({ chapter: { brief: { goal: 'g' } }, scenes: [{ worldAnchor: { subjects: [{ name: 'Hero', resolved: true }] }, promiseBeats: [{ kind: 'payoff' }] }] })
    expect(f.db.prepare('SELECT supersededById FROM StoryDecision ORDER BY id').pluck().all()).toEqual([2, null])
    const world = worldFor(f)
    expect([world.attrs('hero'), world.attrs('hero', { at: 0n }), world.issues()]).toEqual([{ hp: 15, mood: 'glad' }, { hp: 10, mood: 'glad' }, []])
  })

  it.each([
    ['chapter: c1, title: First', 'chapter: c9, title: First', 'scenes[0] "s1": there is no chapter "c9" in the plan.'],
    ['{scene: s1, kind: payoff}', '{scene: s9, kind: payoff}', 'promises[0] "q": there is no scene "s9" in the plan.'],
    ['title: Two', 'title: Two, colour: red', 'chapters[1] "c2"'],
    ['risk: r', 'note: r', 'decisions[1] "d2": a decided decision needs risk.'],
    ['kind: payoff', 'kind: pay', '/promises/0/beats/0/kind'],
    ['{name: c2', '{name: c1', 'stands in the plan twice'],
    ['decisions:', 'decisions: [', 'cannot be read'],
    ['time: CE 1-1-2', 'time: CE 1-2-30', 'slices[0] "Later": "CE 1-2-30"'],
    ['startTime: CE 1-1-1', 'startTime: noon', 'scenes[0] "s1": "noon"'],
    ['/hp, op: increment, value: 5', '/gold, op: increment, value: 5', 'slices[0] "Later": hero /gold'],
    ['value: glad', 'value: 5', 'slices[1] "First"'],
    ['[{id: hero, type: character, name: Hero}]', '[{id: hero, type: character, name: Hero}, {id: ann, type: character, name: Ann}]', 'subjects[1] "ann": no slice changes it.'],
    ['{subject: hero, path: /mood', '{subject: ann, path: /mood', 'slices[1] "First"'],
    ['time: CE 1-1-2', 'time: CE 1-1-1', 'slices['],
    ['summary: s}', 'summary: s, and more}', '/and more'],
  ])('names the place of %s → %s and loads nothing', (from, to, message) => {
    const f = emptyStory()
    const before = f.dump()
    expect(() => load(f, small.replace(from, to))).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }))
    expect(f.dump()).toBe(before)
  })
})
