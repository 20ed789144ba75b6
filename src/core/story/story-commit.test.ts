import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StoryKind } from '@shared/story'
import { agentBy, author, emptyStory, specStory, chapterOrder, type StoryFixture } from './story-fixture'
import type { StoryCommit } from './types'

const byAuthor: StoryCommit = { by: author, exactlyOnce: null }

describe('preview', () => {
  it('shows fields before and after and changes not one byte', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wenqu-story-'))
    try {
      const f = emptyStory(join(dir, 'p.sqlite'))
      f.save('chapter', 'create', null, { name: 'c1', title: 'One' }, byAuthor)
      const bytes = readFileSync(join(dir, 'p.sqlite'))
      const update = f.story.preview({ kind: 'chapter', action: 'update', id: '1', fields: { brief: { goal: 'g' }, sortOrder: 0 } })
      expect(update.effects).toMatchObject([{ action: 'change', resolved: '1', preview: 'brief.goal: null → g', fields: [{ field: 'brief.goal', from: null, to: 'g' }] }])
      const create = f.story.preview({ kind: 'act', action: 'create', id: null, fields: { name: 'a', title: '卷一' } })
      expect(create).toMatchObject({ effects: [{ action: 'create', target: 'act "卷一"', resolved: null, before: null }], result: { done: 'created' } })
      expect(readFileSync(join(dir, 'p.sqlite')).equals(bytes)).toBe(true)
      f.db.close()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  it('hashes neither times nor fresh ids nor the place neighbours give', () => {
    const f = specStory()
    const save = { kind: 'act' as const, action: 'create', id: null, fields: { name: 'a', title: 'A' } }
    const first = f.story.preview(save).effects
    f.save('act', 'create', null, { name: 'b', title: 'B' }, byAuthor)
    expect(f.story.preview(save).effects).toEqual(first)
    const update = { kind: 'chapter' as const, action: 'update', id: '3', fields: { title: 'X' } }
    const before = f.story.preview(update).effects
    f.story.move('chapter', '1', { list: 'story', index: 4 })
    expect(f.story.preview(update).effects).toEqual(before)
    f.save('chapter', 'update', '3', { note: 'by another' }, byAuthor)
    expect(f.story.preview(update).effects).not.toEqual(before)
  })
})

describe('exactly once', () => {
  it('answers a repeated call with the stored payload and writes nothing', () => {
    const f = specStory()
    const commit: StoryCommit = { by: agentBy('k'), exactlyOnce: { sessionId: 1, callId: 'k' } }
    const first = f.save('act', 'create', null, { name: 'a', title: 'A' }, commit)
    const [before, events] = [f.dump(), f.events.length]
    expect(f.save('act', 'create', null, { name: 'a', title: 'A' }, commit)).toEqual(first)
    expect([f.dump(), f.events.length, f.story.appliedCall(1, 'k'), f.story.appliedCall(2, 'k')]).toEqual([before, events, first, null])
  })

  it('keeps neither row nor payload when it dies before the commit', () => {
    const f = specStory()
    f.db.exec("CREATE TEMP TRIGGER boom BEFORE INSERT ON AppliedCall BEGIN SELECT RAISE(ABORT, 'crash'); END")
    const before = f.dump()
    expect(() => f.save('act', 'create', null, { name: 'a', title: 'A' })).toThrow('crash')
    expect([f.dump(), f.events]).toEqual([before, []])
  })
})

describe('a crash', () => {
  it('leaves row and payload both or neither, and the repeated call finishes it once', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wenqu-crash-'))
    const crashed = (name: string): StoryFixture => {
      for (const end of ['', '-wal']) copyFileSync(join(dir, `live.sqlite${end}`), join(dir, `${name}.sqlite${end}`))
      return emptyStory(join(dir, `${name}.sqlite`))
    }
    try {
      const live = emptyStory(join(dir, 'live.sqlite'))
      live.db.pragma('journal_mode = WAL')
      live.save('chapter', 'create', null, { name: 'c0', title: 'Zero' }, byAuthor)
      const commit: StoryCommit = { by: agentBy('k'), exactlyOnce: { sessionId: 1, callId: 'k' } }
      const create = (f: StoryFixture) => f.save('chapter', 'create', null, { name: 'c1', title: 'One' }, commit)
      let before: StoryFixture | null = null
      live.db.transaction(() => {
        create(live)
        before = crashed('before')
      })()
      const found: boolean[] = []
      for (const f of [before as StoryFixture | null, crashed('after')]) {
        const applied = f?.story.appliedCall(1, 'k') !== null
        found.push(applied)
        expect(f?.story.counts().chapters).toBe(applied ? 2 : 1)
        if (f) create(f)
        expect([f?.story.counts().chapters, f?.story.appliedCall(1, 'k')]).toMatchObject([2, { id: '2' }])
        f?.db.close()
      }
      expect(found).toEqual([false, true])
      live.db.close()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})

describe('undo, events and trash', () => {
  it('restores every field of a save, refuses when an agent changed the same field since', () => {
    const f = specStory()
    const before = JSON.stringify(f.story.get('scene', '1'))
    const refs = [{ relation: 'defines', target: 'scene://2', visibility: 'author' }]
    const saved = f.save('scene', 'update', '1', { title: 'New', chapterId: '3', refs, worldAnchor: { startInstant: '-9223372036854775808', subjectIds: ['x'] } }, byAuthor)
    expect(f.story.get('scene', '1').worldAnchor.startInstant).toBe('-9223372036854775808')
    f.story.undo(String(saved.undoId))
    expect(JSON.stringify(f.story.get('scene', '1'))).toBe(before)
    expect(() => f.story.undo(String(saved.undoId))).toThrow('UNDO_GONE')
    const again = f.save('scene', 'update', '1', { title: 'New' }, byAuthor)
    f.save('scene', 'update', '1', { note: 'agent' })
    f.story.undo(String(again.undoId))
    expect(f.story.get('scene', '1')).toMatchObject({ title: 'Scene', note: 'agent' })
    const third = f.save('scene', 'update', '1', { title: 'Newer' }, byAuthor)
    f.save('scene', 'update', '1', { title: 'By agent' })
    const state = f.dump()
    expect(() => f.story.undo(String(third.undoId))).toThrow('UNDO_STALE')
    expect(f.dump()).toBe(state)
  })

  it('does not undo a creation others have built on', () => {
    const f = specStory()
    const thread = f.save('thread', 'create', null, { name: 't2', title: 'T' }, byAuthor)
    f.save('scene', 'create', null, { threadId: thread.id, title: 'S' })
    expect(() => f.story.undo(String(thread.undoId))).toThrow('UNDO_STALE')
  })

  it('tells what changed and by whom', () => {
    const f = specStory()
    f.save('scene', 'update', '1', { title: 'a' })
    f.save('chapter', 'update', '3', { sortOrder: 0 }, byAuthor)
    f.story.trash('scene', '1', author)
    expect(f.events).toEqual([
      { type: 'story.changed', kinds: ['scene'], ids: ['1'], by: 'agent' }, { type: 'story.changed', kinds: ['chapter'], ids: ['3'], by: 'author' },
      { type: 'story.changed', kinds: ['promise', 'scene'], ids: ['1'], by: 'author' }, { type: 'trash.changed' },
    ])
  })

  it('never reuses an id, gives a taken name -2, keeps links set meanwhile, clamps the place', () => {
    const f = specStory()
    f.save('act', 'create', null, { name: 'a1', title: 'A' }, byAuthor)
    f.save('chapter', 'update', '5', { actId: '1' }, byAuthor)
    const { item } = f.story.trash('chapter', '5', author)
    f.story.trash('chapter', '4', author)
    expect(f.save('chapter', 'create', null, { name: 'c5', title: 'Other' }, byAuthor).id).toBe('6')
    f.story.trash('act', '1', author)
    expect(f.story.restore(item)).toMatchObject({ id: '5', renamed: true, newName: 'c5-2', restoredTo: 'Story' })
    expect(f.story.get('chapter', '5')).toMatchObject({ name: 'c5-2', actId: null })
    expect(chapterOrder(f)).toBe('1 2 3 6 5')
    const chapter = f.story.trash('chapter', '1', author)
    f.save('scene', 'update', '1', { chapterId: '2' }, byAuthor)
    f.story.restore(chapter.item)
    expect(f.story.scenesOf('chapter', '1').map((s) => s.id)).toEqual(['2'])
    expect(f.story.purge(f.story.trashList().map((t) => t.id))).toBe(2)
    expect(f.story.trashList()).toEqual([])
  })

  it('lists what is in the trash with its place', () => {
    const f = specStory()
    f.story.trash('scene', '1', author)
    expect(f.story.trashList()).toMatchObject([{ kind: 'scene' satisfies StoryKind, name: 'Scene', actor: 'author', sessionId: null, words: 0, from: 'Main' }])
    expect(() => f.story.restore('tr_none')).toThrow('TRASH_ITEM_NOT_FOUND')
  })

  it('names what holds an entity, also while that is in the trash itself, and after restoring what holds it now', () => {
    const f = specStory()
    const places = () => Object.fromEntries(f.story.trashList().map(({ kind, place }) => [kind, place.map((holder) => `${holder.kind} ${holder.title}`)]))
    f.save('act', 'create', null, { name: 'a1', title: 'Act one' }, byAuthor)
    f.save('chapter', 'update', '1', { actId: '1' }, byAuthor)
    f.save('scene', 'update', '1', { chapterId: '1' }, byAuthor)
    const held = { scene: [`thread ${f.story.get('thread', '1').title}`, `chapter ${f.story.get('chapter', '1').title}`], chapter: ['act Act one'] }
    const scene = f.story.trash('scene', '1', author)
    const chapter = f.story.trash('chapter', '1', author)
    expect(places()).toEqual(held)
    const act = f.story.trash('act', '1', author)
    const thread = f.story.trash('thread', '1', author)
    expect(places()).toEqual({ ...held, act: [], thread: f.story.trashList().find(({ kind }) => kind === 'thread')?.place.map(({ title }) => `phase ${title}`) })
    expect(f.story.restore(chapter.item)).toMatchObject({ kind: 'chapter', id: '1', place: [] })
    f.story.restore(thread.item)
    f.story.restore(act.item)
    expect(f.story.restore(scene.item).place.map(({ kind }) => kind)).toEqual(['thread', 'chapter'])
  })
})
