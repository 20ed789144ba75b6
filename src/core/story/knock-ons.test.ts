import { describe, expect, it } from 'vitest'
import { author, promiseStatus, specStory, type StoryFixture } from './story-fixture'

const byAuthor = { by: author, exactlyOnce: null }
const texts = { decision: 'd', motivation: 'm', risk: 'r' }
const pay = (f: StoryFixture, sceneId = '2', more: object = {}) => f.save('beat', 'set', null, { promiseId: '1', sceneId, kind: 'payoff', ...more }, byAuthor)
const decisionOf = (f: StoryFixture, id = '1') => f.story.decision(id)

/** Decisions 1, 2, 3, each superseded by the next. */
function chain(): StoryFixture {
  const f = specStory()
  for (const n of [2, 3]) f.save('decision', 'create', null, { name: `d${n}`, title: 'D', question: 'Q' })
  f.save('decision', 'update', '1', { status: 'superseded', supersededById: '2' })
  f.save('decision', 'update', '2', { status: 'superseded', supersededById: '3' })
  return f
}

describe('rule 4 in every way a payoff can go (02 §7)', () => {
  it.each<[string, (f: StoryFixture) => unknown]>([
    ['beat removed', (f) => f.save('beat', 'remove', null, { promiseId: '1', sceneId: '2' })],
    ['another kind', (f) => f.save('beat', 'set', null, { promiseId: '1', sceneId: '2', kind: 'setback' })],
    ['scene archived', (f) => f.save('scene', 'archive', '2', {})],
    ['scene archived by update', (f) => f.save('scene', 'update', '2', { status: 'archived' })],
    ['scene trashed', (f) => f.story.trash('scene', '2', author)],
    ['thread trashed', (f) => f.story.trash('thread', '1', author)],
  ])('%s opens a fulfilled promise', (_how, lose) => {
    const f = specStory()
    pay(f)
    expect(promiseStatus(f)).toBe('fulfilled')
    expect(lose(f)).toMatchObject({ effects: [{ kind: 'promise', id: '1', field: 'status', from: 'fulfilled', to: 'open' }] })
    expect(promiseStatus(f)).toBe('open')
  })

  it('a chapter in the trash or an archived thread is no loss; a payoff in an archived scene fulfils nothing', () => {
    const f = specStory()
    pay(f)
    f.story.trash('chapter', '1', author)
    f.save('thread', 'archive', '1', {})
    expect(promiseStatus(f)).toBe('fulfilled')
    const g = specStory()
    g.save('scene', 'archive', '2', {})
    expect([pay(g).effects, promiseStatus(g), g.story.promise('1').derivedStage]).toEqual([[], 'open', 'planted'])
  })

  it('a promise that comes back without its payoffs is open', () => {
    const f = specStory()
    pay(f)
    const { item } = f.story.trash('promise', '1', author)
    f.story.trash('scene', '2', author)
    f.story.restore(item)
    expect(f.story.promise('1')).toMatchObject({ status: 'open', derivedStage: 'planted' })
  })

  it('undo gives back what stood before, but opens a promise that was fulfilled since', () => {
    const f = specStory()
    f.save('promise', 'fulfill', '1', {})
    const first = pay(f)
    f.story.undo(String(first.undoId))
    expect(promiseStatus(f)).toBe('fulfilled')
    f.save('promise', 'update', '1', { status: 'open' })
    const second = pay(f, '2', { autoFulfill: false })
    f.save('promise', 'fulfill', '1', {})
    f.story.undo(String(second.undoId))
    expect(promiseStatus(f)).toBe('open')
  })

  it('names the beat, the focus and every knock-on for the approval, with nothing written', () => {
    const f = specStory()
    f.save('scene', 'update', '2', { title: 'Duel' })
    const before = f.dump()
    const { effects, result } = f.story.preview(f.story.focused({ kind: 'beat', action: 'set', id: null, fields: { promiseId: '1', kind: 'payoff' } }, 1))
    expect(effects).toMatchObject([
      { kind: 'story', target: 'beat of promise 1 "Promise" in scene 2 "Duel" (from focus)', action: 'create', resolved: '1', preview: 'kind: null → payoff' },
      { target: 'promise 1', action: 'change', fields: [{ field: 'status', from: 'open', to: 'fulfilled' }] },
    ])
    expect([result.extra, f.dump()]).toEqual([['Beat payoff in scene 2 "Duel" set.', 'Promise 1 is fulfilled: its payoff is set in scene 2.'], before])
    expect(f.story.preview({ kind: 'beat', action: 'remove', id: null, fields: { promiseId: '1', sceneId: '1' } }).effects).toMatchObject([{ action: 'remove', after: null }])
  })
})

describe('decisions that rest on each other (02 §7 rule 1)', () => {
  it('refuses a circle, however long', () => {
    const f = chain()
    expect(() => f.save('decision', 'update', '3', { status: 'superseded', supersededById: '1' })).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'DECISION_INCOMPLETE', problems: [{ pointer: '/supersededById', message: expect.stringContaining('in the end, by this one') }] }) }))
  })

  it('names every missing field at once and clears the successor in any other status', () => {
    const f = chain()
    expect(() => f.save('decision', 'update', '3', { status: 'decided' })).toThrow(/decision, motivation, risk/)
    f.save('decision', 'decide', '1', texts)
    expect(decisionOf(f)).toMatchObject({ status: 'decided', supersededById: null })
    expect(f.save('decision', 'update', '1', { supersededById: '3' }).done).toBe('unchanged')
    expect(() => f.save('decision', 'update', '1', { risk: null })).toThrow('DECISION_INCOMPLETE')
  })

  it('opens what a trashed decision superseded, and closes it again when that comes back', () => {
    const f = chain()
    const { item, effects, undoId } = f.story.trash('decision', '2', author)
    expect(effects).toMatchObject([{ kind: 'decision', id: '1', from: 'superseded', to: 'open' }])
    expect(decisionOf(f)).toMatchObject({ status: 'open', supersededById: null })
    f.story.restore(item)
    expect([decisionOf(f).supersededById, decisionOf(f, '2').supersededById]).toEqual(['2', '3'])
    expect(undoId).not.toBeNull()
  })

  it('does not close a circle or touch a decision that was taken meanwhile', () => {
    const f = chain()
    const { item } = f.story.trash('decision', '2', author)
    f.save('decision', 'update', '3', { status: 'superseded', supersededById: '1' })
    f.story.restore(item)
    expect([decisionOf(f).status, decisionOf(f, '2').supersededById, decisionOf(f, '3').supersededById]).toEqual(['open', '3', '1'])
    const g = chain()
    const trashed = g.story.trash('decision', '2', author)
    g.save('decision', 'decide', '1', texts)
    g.story.restore(trashed.item)
    expect(decisionOf(g)).toMatchObject({ status: 'decided', supersededById: null })
  })

  it('opens a decision that comes back after its successor is gone', () => {
    const f = chain()
    const { item } = f.story.trash('decision', '1', author)
    f.story.trash('decision', '2', author)
    f.story.restore(item)
    expect(decisionOf(f)).toMatchObject({ status: 'open', supersededById: null })
  })

  it('refuses an undo that would leave a decision half taken', () => {
    const f = specStory()
    const { undoId } = f.save('decision', 'update', '1', { risk: 'r' }, byAuthor)
    f.save('decision', 'decide', '1', { decision: 'd', motivation: 'm' })
    const before = f.dump()
    expect(() => f.story.undo(String(undoId))).toThrow('UNDO_STALE')
    expect(f.dump()).toBe(before)
    const made = f.save('decision', 'create', null, { name: 'd2', title: 'D', question: 'Q' }, byAuthor)
    f.save('decision', 'update', '1', { status: 'superseded', supersededById: '2' })
    expect(() => f.story.undo(String(made.undoId))).toThrow('UNDO_STALE')
  })

  it('reads references and anchors of things that are gone as such', () => {
    const f = specStory()
    f.save('decision', 'update', '1', { serves: ['promise://1', 'lorebook/a/'], dependsOn: ['scene://3', 'promise://1'], anchor: { kind: 'scene', id: '3' } })
    expect(decisionOf(f)).toMatchObject({ danglingRefs: [], anchor: { kind: 'scene', id: '3' } })
    f.story.trash('scene', '3', author)
    f.story.trash('promise', '1', author)
    expect(decisionOf(f)).toMatchObject({ serves: [{ valid: false }, { valid: true }], danglingRefs: ['promise://1', 'scene://3'], anchor: { kind: 'story', id: null } })
    expect(f.story.decisions({}).items).toMatchObject([{ danglingRefs: 2, serves: ['promise://1', 'lorebook/a/'] }])
    expect([f.story.decisions({ anchorKind: 'story' }).total, f.story.decisions({ anchorKind: 'scene' }).total]).toEqual([1, 0])
  })
})
