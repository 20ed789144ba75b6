import { expect, it } from 'vitest'
import { emptyStory, type StoryFixture } from './story-fixture'

/** 4,000 chapters, 12,000 scenes, 2,000 promises with four beats each, 500 decisions. */
function large(): StoryFixture {
  const f = emptyStory()
  const at = "'2026', '2026'"
  const upTo = (n: number) => `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${n - 1})`
  f.db.exec(`${upTo(20)} INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) SELECT 't' || i, 'T', i, ${at} FROM n;
    ${upTo(4_000)} INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) SELECT 'c' || i, 'C', i, ${at} FROM n;
    ${upTo(12_000)} INSERT INTO StoryScene (threadId, chapterId, title, status, summary, subjectIds, threadSortOrder, chapterSortOrder, createdAt, updatedAt)
      SELECT i % 20 + 1, i / 3 + 1, 'S', CASE WHEN i < 6000 THEN 'written' ELSE 'draft' END, 'what happens', '["hero","ghost"]', i / 20, i % 3, ${at} FROM n;
    ${upTo(2_000)} INSERT INTO StoryPromise (name, title, cadenceChapters, deadlineChapterId, createdAt, updatedAt) SELECT 'p' || i, 'P', 20, i + 100, ${at} FROM n;
    ${upTo(8_000)} INSERT INTO StoryPromiseBeat (promiseId, sceneId, kind, createdAt, updatedAt) SELECT i / 4 + 1, (i * 7) % 12000 + 1, CASE i % 4 WHEN 0 THEN 'plant' WHEN 1 THEN 'advance' WHEN 2 THEN 'setback' ELSE 'payoff' END, ${at} FROM n;
    ${upTo(500)} INSERT INTO StoryDecision (name, title, question, serves, createdAt, updatedAt) SELECT 'd' || i, 'D', 'Q', '["promise://' || (i + 1) || '","scene://99999"]', ${at} FROM n;`)
  return f
}

it('reads and writes of a very long story stay quick', () => {
  const f = large()
  const timed = (what: string, run: () => unknown, ms: number): void => {
    run()
    const start = performance.now()
    run()
    const took = performance.now() - start
    process.stderr.write(`${took.toFixed(0).padStart(6)} ms  ${what}\n`)
    expect(took, what).toBeLessThan(ms)
  }
  timed('promises for the window', () => expect(f.story.promiseViews({})).toHaveLength(2_000), 1_500)
  timed('promises due', () => f.story.promises({ due: 'overdue' }), 1_500)
  timed('decisions', () => expect(f.story.decisions({}).items[0]).toMatchObject({ danglingRefs: 1 }), 1_000)
  timed('briefs', () => expect(f.story.briefs({ status: 'needs_world_anchor' }).total).toBe(4_000), 1_000)
  timed('one brief', () => f.story.brief('700', 'curated'), 500)
  timed('scenes', () => expect(f.story.scenes({ chapterId: '7' }).total).toBe(3), 1_500)
  timed('world anchors', () => expect(f.story.worldContexts({ anchor: 'no_time' }).total).toBe(12_000), 1_500)
  timed('a beat', () => f.save('beat', 'set', null, { promiseId: '3', sceneId: '9', kind: 'payoff' }), 300)
  const ids = f.story.scenesOf('thread', '1').map((scene) => scene.id)
  timed('a thread ordered', () => f.story.reorder({ list: 'thread-scenes', parent: '1', ids: [...ids.slice(1), ...ids.slice(0, 1)] }), 500)
})
