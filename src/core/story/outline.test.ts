import { describe, expect, it } from 'vitest'
import { author, emptyStory, specStory } from './story-fixture'

const byAuthor = { by: author, exactlyOnce: null }

describe('story outline', () => {
  it('climbs the readiness ladder', async () => {
    const f = specStory()
    const readiness = async (id: string) => (await f.story.outline()).ungrouped.find((c) => c.id === id)?.readiness
    expect([await readiness('5'), await readiness('1')]).toEqual(['needs_plot', 'needs_world_anchor'])
    for (const id of ['1', '2']) f.save('scene', 'update', id, { worldAnchor: { startTime: 'a', endInstant: '5' } }, byAuthor)
    expect(await readiness('1')).toBe('needs_chapter_brief')
    f.save('chapter', 'update', '1', { brief: { hintOnly: 'h' } }, byAuthor)
    expect(await readiness('1')).toBe('ready')
    for (const id of ['1', '2']) f.save('scene', 'archive', id, {}, byAuthor)
    expect(await readiness('1')).toBe('needs_plot')
  })

  it('carries the story\'s own summary and note', async () => {
    const f = specStory()
    expect((await f.story.outline()).story).toEqual({ title: 'Story', summary: '', note: null })
    f.story.setStory({ summary: 's', note: 'n' })
    expect((await f.story.outline()).story).toEqual({ title: 'Story', summary: 's', note: 'n' })
  })

  it('groups by act, finds orphans and warns of a later act before an earlier one', async () => {
    const f = specStory()
    for (const n of [1, 2]) f.save('act', 'create', null, { name: `a${n}`, title: `Act ${n}` }, byAuthor)
    f.save('chapter', 'update', '1', { actId: '2' }, byAuthor)
    f.save('chapter', 'update', '2', { actId: '1' }, byAuthor)
    f.prose.push({ path: 'manuscript/a/index.md', title: 'x', chapterName: 'c1', words: 3, wordsWithPunctuation: 4, hash: 'h' }, { path: 'manuscript/b/index.md', title: 'y', chapterName: null, words: 5, wordsWithPunctuation: 6, hash: 'h' })
    const outline = await f.story.outline()
    expect(outline).toMatchObject({ words: 3, wordsWithPunctuation: 4, orphans: [{ title: 'y' }], looseScenes: [{ id: '3', hasTime: false }], warnings: [expect.stringContaining('Chapter 1 "Chapter 1" of the later act 2')] })
    expect(outline.acts.map((a) => [a.words, a.chapters.map((c) => c.number)])).toEqual([[0, [2]], [3, [1]]])
    expect(f.story.tree({})).toMatchObject({ warnings: outline.warnings, orphanProse: [{ path: 'manuscript/b/index.md' }], totals: { chapters: 5, scenes: 3 } })
  })

  it('stays fast with 4,000 chapters and 12,000 scenes', async () => {
    const f = emptyStory()
    const at = "'2026', '2026'"
    f.db.exec(`INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES ('t', 'T', 0, ${at});
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999) INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) SELECT 'c' || i, 'C', i, ${at} FROM n;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999) INSERT INTO StoryScene (threadId, chapterId, title, threadSortOrder, chapterSortOrder, createdAt, updatedAt)
        SELECT 1, i / 3 + 1, 'S', i, i % 3, ${at} FROM n;`)
    const start = performance.now()
    const outline = await f.story.outline()
    const [ms, moved] = [performance.now() - start, performance.now()]
    f.story.move('chapter', '4000', { list: 'story', index: 0 })
    expect([outline.ungrouped.length, outline.ungrouped[7]?.scenes.length]).toEqual([4_000, 3])
    expect([ms < 1_000, performance.now() - moved < 500]).toEqual([true, true])
  })
})
