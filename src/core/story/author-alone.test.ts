import { describe, expect, it } from 'vitest'
import { author, emptyStory, sceneOrder, specStory, type StoryFixture } from './story-fixture'

const byAuthor = { by: author, exactlyOnce: null }
const codeAndPlaces = (run: () => unknown): string => {
  try {
    run()
    return 'ok'
  } catch (error) {
    const { fault } = error as { fault: { code: string; problems?: { message: string }[] } }
    return [fault.code, ...(fault.problems ?? []).map((p) => p.message)].join(' | ')
  }
}

describe('the author alone (02 §13)', () => {
  it.each<[string, Parameters<StoryFixture['story']['reorder']>[0], string]>([
    ['one missing', { list: 'chapter-scenes', parent: '1', ids: ['2'] }, 'ORDER_INCOMPLETE | scene 1 is missing.'],
    ['a stranger', { list: 'chapter-scenes', parent: '1', ids: ['2', '1', '3'] }, 'ORDER_INCOMPLETE | scene 3 is not in this list.'],
    ['one twice', { list: 'chapter-scenes', parent: '1', ids: ['2', '1', '2'] }, 'ORDER_INCOMPLETE | scene 2 stands there twice.'],
    ['an empty list over a full one', { list: 'thread-scenes', parent: '1', ids: [] }, 'ORDER_INCOMPLETE | scene 1 is missing. | scene 2 is missing. | scene 3 is missing.'],
    ['no such thread', { list: 'thread-scenes', parent: '9', ids: [] }, 'ENTITY_NOT_FOUND'],
    ['no thread at all', { list: 'thread-scenes', ids: [] }, 'ENTITY_NOT_FOUND'],
    ['threads of no phase', { list: 'threads', ids: ['1'] }, 'ok'],
    ['no phases', { list: 'phases', ids: [] }, 'ok'],
  ])('reorder: %s', (_name, order, expected) => {
    const f = specStory()
    const before = f.dump()
    expect(codeAndPlaces(() => f.story.reorder(order))).toBe(expected)
    expect(f.dump()).toBe(before)
  })

  it('orders with as few moves as possible, archived ones included, and undo is exact', () => {
    const f = specStory()
    for (let n = 4; n <= 9; n += 1) f.save('scene', 'create', null, { threadId: '1', title: 'S' }, byAuthor)
    f.save('scene', 'archive', '5', {}, byAuthor)
    for (const ids of ['2 3 4 5 6 7 8 9 1', '9 2 3 4 5 6 7 8 1', '1 9 8 7 6 5 4 3 2', '3 1 2 6 4 5 9 7 8']) {
      const before = sceneOrder(f, 'thread', '1')
      const { undoId } = f.story.reorder({ list: 'thread-scenes', parent: '1', ids: ids.split(' ') })
      expect(sceneOrder(f, 'thread', '1')).toBe(ids)
      f.story.undo(String(undoId))
      expect(sceneOrder(f, 'thread', '1')).toBe(before)
      f.story.reorder({ list: 'thread-scenes', parent: '1', ids: ids.split(' ') })
    }
    expect(f.story.reorder({ list: 'thread-scenes', parent: '1', ids: '3 1 2 6 4 5 9 8 7'.split(' ') }).moved).toBe(1)
    expect(f.story.scenesOf('thread', '1').map((s) => s.threadSortOrder)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('changes the texts of the story, tells the window, can be undone', () => {
    const f = emptyStory()
    const { undoId } = f.story.setStory({ summary: ' Snow. ', note: 'n' })
    expect(f.story.tree({})).toMatchObject({ story: { title: 'Story', summary: 'Snow.', note: 'n' } })
    expect(f.events).toEqual([{ type: 'story.changed', kinds: [], ids: [], by: 'author' }])
    expect(f.story.setStory({ note: 'n' }).undoId).toBeNull()
    f.story.undo(String(undoId))
    expect(f.story.tree({})).toMatchObject({ story: { summary: '', note: null } })
    expect([codeAndPlaces(() => f.story.setStory({ note: '' })), codeAndPlaces(() => f.story.setStory({}))]).toEqual([expect.stringContaining('ARGS_INVALID | actual ""; expected a text; null clears'), 'ARGS_INVALID | no field to change; give summary or note.'])
  })

  it('makes, changes, orders and trashes phases', () => {
    const f = specStory()
    for (const n of [1, 2]) f.save('phase', 'create', null, { name: `p${n}`, title: 'P' }, byAuthor)
    f.save('thread', 'update', '1', { storyPhaseId: '1' }, byAuthor)
    f.story.reorder({ list: 'phases', ids: ['2', '1'] })
    expect(f.story.get('phase', '2').sortOrder).toBe(0)
    const { item } = f.story.trash('phase', '1', author)
    expect(f.story.get('thread', '1').storyPhaseId).toBeNull()
    f.story.restore(item)
    expect(f.story.get('thread', '1').storyPhaseId).toBe('1')
  })
})
