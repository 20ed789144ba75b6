import { describe, expect, it } from 'vitest'
import { isFault, type Fault } from '@shared/fault'
import { author, beat, chapterOrder, promiseStatus, sceneOrder, specStory, type StoryFixture } from './story-fixture'

const given = (run: (f: StoryFixture) => void): StoryFixture => {
  const fixture = specStory()
  run(fixture)
  return fixture
}
function faultOf(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (isFault(error)) return error.fault
    throw error
  }
  throw new Error('no fault')
}
const prose = (chapterName: string) => ({ path: 'manuscript/a/b/', title: 'x', chapterName, words: 1, wordsWithPunctuation: 2, hash: 'h' })

describe('worked examples of the story specification', () => {
  it('1 groups a chapter without touching the reading order', () => {
    const f = specStory()
    expect(f.save('act', 'create', null, { name: 'v1', title: '卷一' })).toMatchObject({ id: '1', done: 'created', entity: { sortOrder: 0, title: '卷一' } })
    expect(f.save('act', 'update', '1', { note: 'x' }).entity).toMatchObject({ note: 'x' })
    expect(f.save('chapter', 'update', '2', { actId: '1' }).entity).toMatchObject({ actId: '1', sortOrder: 1 })
    expect(chapterOrder(f)).toBe('1 2 3 4 5')
  })

  it('2 names the holder of a taken name', () => {
    expect(faultOf(() => specStory().save('chapter', 'create', null, { name: 'c1', title: 'x' }))).toMatchObject({ code: 'NAME_TAKEN', pointer: '/name', data: { id: '1' }, message: 'The name c1 belongs to chapter 1 "Chapter 1".' })
  })

  it('3 moves to a place, beyond the end means last', () => {
    const f = given((s) => s.save('chapter', 'update', '3', { sortOrder: 0 }))
    expect(chapterOrder(f)).toBe('3 1 2 4 5')
    f.save('chapter', 'update', '1', { sortOrder: 99 })
    expect(chapterOrder(f)).toBe('3 2 4 5 1')
  })

  it('4 merges the brief per field', () => {
    const f = specStory()
    f.save('chapter', 'update', '1', { brief: { goal: 'g' } })
    expect(f.save('chapter', 'update', '1', { brief: { tone: 't' } }).entity['brief']).toMatchObject({ goal: 'g', tone: 't' })
    expect(f.save('chapter', 'update', '1', { brief: { goal: null } }).entity['brief']).toMatchObject({ goal: null, tone: 't' })
  })

  it.each([
    [{ brief: {} }, '/', /no field to change/],
    [{ title: null }, '/title', /expected/],
    [{ note: '' }, '/note', /null clears/],
    [{ actId: 1 }, '/actId', /string/],
    [{ colour: 'red' }, '/colour', /not a parameter/],
  ])('5 refuses the patch %j', (fields, pointer, message) => {
    const fault = faultOf(() => specStory().save('chapter', 'update', '1', fields))
    expect(fault).toMatchObject({ code: 'ARGS_INVALID', pointer })
    expect(fault.problems?.[0]?.message).toMatch(message)
  })

  it('6 names the texts a rename leaves behind', () => {
    const f = given((s) => s.prose.push(prose('c1')))
    expect(f.save('chapter', 'update', '1', { name: 'cx' }).extra).toEqual(['1 text still names c1: manuscript/a/b/.'])
  })

  it('7 refuses an id on create', () => {
    expect(faultOf(() => specStory().save('thread', 'create', '1', { name: 't2', title: 'x' }))).toMatchObject({ code: 'ARGS_INVALID', problems: [{ pointer: '/threadId', message: expect.stringContaining('not on create') }] })
  })

  it('8, 9 archives a thread and takes it back', () => {
    const f = given((s) => s.save('thread', 'create', null, { name: 't2', title: 'x' }))
    expect(f.save('thread', 'archive', '1', {})).toMatchObject({ done: 'archived', extra: ['3 scenes stay.'] })
    expect([f.story.threads({}).total, f.story.threads({ status: 'archived' }).total]).toEqual([1, 1])
    expect(faultOf(() => f.save('thread', 'archive', '1', { status: 'active' }))).toMatchObject({ code: 'ARGS_INVALID', pointer: '/status' })
    f.save('thread', 'update', '1', { status: 'active' })
    expect(f.story.threads({}).items.map((t) => [t['id'], t['sortOrder'], t['sceneCount']])).toEqual([['1', 0, 3], ['2', 1, 0]])
  })

  it('10, 11 takes the thread from the focus', () => {
    const f = specStory()
    expect(faultOf(() => f.save('scene', 'create', null, { title: 'x' }))).toMatchObject({ code: 'FOCUS_MISSING', pointer: '/threadId' })
    f.save('thread', 'create', null, { name: 't2', title: 'x' })
    expect(f.story.focused({ kind: 'scene', action: 'create', id: null, fields: { title: 'x' } }, 1)).toMatchObject({ fields: { threadId: '2' }, fromFocus: ['threadId'] })
    expect(f.save('scene', 'create', null, { title: 'x' }).entity).toMatchObject({ threadId: '2', threadSortOrder: 0 })
    f.story.trash('thread', '2', author)
    expect(faultOf(() => f.save('scene', 'create', null, { title: 'x' })).code).toBe('FOCUS_MISSING')
  })

  it('12 moves a scene between chapters', () => {
    const f = specStory()
    expect(f.save('scene', 'update', '1', { chapterId: '2' }).entity).toMatchObject({ chapterId: '2', chapterSortOrder: 0 })
    expect(f.story.get('scene', '2').chapterSortOrder).toBe(0)
    expect(f.save('scene', 'update', '1', { chapterId: null }).entity).toMatchObject({ chapterId: null, chapterSortOrder: null })
  })

  it('14 names both times when the start is after the end', () => {
    const worldAnchor = { startTime: '十二时', startInstant: '9007199254740993', endTime: '十时', endInstant: '9007199254740992' }
    const fault = faultOf(() => specStory().save('scene', 'update', '1', { worldAnchor }))
    expect(fault.code).toBe('ANCHOR_INVALID')
    expect(fault.message).toMatch(/十二时.*十时/)
  })

  it('15 accepts unregistered subjects, refuses equal refs', () => {
    const f = specStory()
    expect(f.save('scene', 'update', '1', { worldAnchor: { subjectIds: ['ghost'] } }).entity['worldAnchor']).toMatchObject({ unresolvedSubjectIds: ['ghost'] })
    const ref = { relation: 'defines', target: 'lorebook/item/sword/', visibility: 'author' }
    const fault = faultOf(() => f.save('scene', 'update', '1', { refs: [ref, ref, { ...ref, target: '../x' }] }))
    expect(fault).toMatchObject({ code: 'REF_INVALID', problems: [{ pointer: '/refs/1' }, { pointer: '/refs/2/target' }] })
  })

  it('19, 20 opens a promise whose last payoff is archived, and never fulfils it again', () => {
    const f = given((s) => {
      beat(s, 2, 'payoff')
      s.db.exec("UPDATE StoryPromise SET status = 'fulfilled'")
    })
    expect(f.save('scene', 'archive', '2', {}).effects).toEqual([{ kind: 'promise', id: '1', field: 'status', from: 'fulfilled', to: 'open', reason: 'its last payoff was in scene 2, now archived' }])
    f.save('scene', 'update', '2', { status: 'draft' })
    expect(promiseStatus(f)).toBe('open')
  })

  it('23 keeps a promise fulfilled while another payoff counts, and leaves an abandoned one alone', () => {
    const f = given((s) => {
      beat(s, 2, 'payoff')
      beat(s, 3, 'payoff')
      s.db.exec("UPDATE StoryPromise SET status = 'fulfilled'")
    })
    expect(f.save('scene', 'archive', '2', {}).effects).toEqual([])
    f.db.exec("UPDATE StoryPromise SET status = 'abandoned'")
    expect(f.save('scene', 'archive', '3', {}).effects).toEqual([])
  })

  it('40 trashes and restores a thread with ids, beats and places; the promise stays open', () => {
    const f = given((s) => {
      beat(s, 2, 'payoff')
      s.db.exec("UPDATE StoryPromise SET status = 'fulfilled'")
    })
    const before = f.db.prepare('SELECT * FROM StoryScene ORDER BY id').all()
    const beats = f.db.prepare('SELECT * FROM StoryPromiseBeat ORDER BY id').all()
    const { item, effects } = f.story.trash('thread', '1', author)
    expect(effects).toMatchObject([{ id: '1', from: 'fulfilled', to: 'open' }])
    expect([f.story.counts().scenes, f.db.prepare('SELECT count(*) FROM StoryPromiseBeat').pluck().get()]).toEqual([0, 0])
    expect(f.story.restore(item)).toMatchObject({ id: '1', renamed: false })
    expect(f.db.prepare('SELECT * FROM StoryScene ORDER BY id').all()).toEqual(before)
    expect(f.db.prepare('SELECT * FROM StoryPromiseBeat ORDER BY id').all()).toEqual(beats)
    expect([promiseStatus(f), sceneOrder(f, 'chapter', '1')]).toEqual(['open', '1 2'])
  })

  it('equal values change nothing', () => {
    const f = specStory()
    const before = f.dump()
    expect(f.save('chapter', 'update', '1', { title: ' Chapter 1 ' }, { by: author, exactlyOnce: null })).toMatchObject({ done: 'unchanged', undoId: null })
    expect([f.dump(), f.events]).toEqual([before, []])
  })
})
