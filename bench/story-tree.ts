import Database from 'better-sqlite3'
import { project001 } from '../src/core/project/migrations/project-001'
import { createEnv } from '../src/core/project/env'
import { createStoryService } from '../src/core/story/story-service'
import { compare, type BenchRow } from './measure'

const at = '2026-01-01T00:00:00.000Z'

function fill(db: Database.Database, chapters: number): void {
  db.exec(project001.sql)
  db.prepare('INSERT INTO Story (id, title, summary, createdAt, updatedAt) VALUES (1, ?, ?, ?, ?)').run('长篇', '', at, at)
  const act = db.prepare('INSERT INTO StoryAct (name, title, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)')
  const thread = db.prepare('INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)')
  const chapter = db.prepare('INSERT INTO StoryChapter (name, title, actId, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)')
  const scene = db.prepare('INSERT INTO StoryScene (threadId, chapterId, title, threadSortOrder, chapterSortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)')
  const promise = db.prepare('INSERT INTO StoryPromise (name, title, cadenceChapters, deadlineChapterId, createdAt, updatedAt) VALUES (?, ?, 20, ?, ?, ?)')
  const beat = db.prepare('INSERT INTO StoryPromiseBeat (promiseId, sceneId, kind, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)')
  db.transaction(() => {
    for (let i = 0; i < 20; i += 1) { act.run(`v${i}`, `卷${i}`, i, at, at); thread.run(`t${i}`, `线${i}`, i, at, at) }
    for (let i = 0; i < chapters; i += 1) {
      chapter.run(`c${i}`, `第${i + 1}章`, Math.floor((i * 20) / chapters) + 1, i, at, at)
      if (i % 2 === 0) promise.run(`p${i}`, `伏笔${i}`, Math.min(i + 40, chapters), at, at)
      for (let k = 0; k < 3; k += 1) scene.run((i % 20) + 1, i + 1, `场景${i}.${k}`, Math.floor(i / 20) * 3 + k, k, at, at)
    }
    const kinds = ['plant', 'advance', 'setback', 'payoff']
    for (let i = 0; i < chapters / 2; i += 1) kinds.forEach((kind, k) => beat.run(i + 1, ((i * 6 + k * 31) % (chapters * 3)) + 1, kind, at, at))
  })()
}

const RAW = ['SELECT * FROM Story', 'SELECT * FROM StoryAct ORDER BY sortOrder', 'SELECT * FROM StoryPhase ORDER BY sortOrder', 'SELECT * FROM StoryChapter ORDER BY sortOrder', 'SELECT * FROM StoryThread ORDER BY sortOrder', 'SELECT * FROM StoryScene ORDER BY threadId, threadSortOrder', 'SELECT * FROM StoryPromise', 'SELECT * FROM StoryPromiseBeat', 'SELECT * FROM StoryDecision']

async function measure(size: string, chapters: number): Promise<BenchRow> {
  const db = new Database(':memory:')
  fill(db, chapters)
  const focus = { get: () => ({}), set: () => undefined }
  const story = createStoryService({ db, env: createEnv('/nowhere'), emit: () => undefined, manifestTitle: () => '长篇', prose: () => Promise.resolve([]), proseSync: () => [], focus })
  const raw = RAW.map((sql) => db.prepare(sql))
  const row = await compare({ row: 11, what: 'get_story_tree', size: `${size} ${chapters} chapters, ${chapters * 3} scenes, ${chapters / 2} promises`, peer: 'raw prepared statements', must: 2 }, () => story.tree({}), () => raw.map((statement) => statement.all()))
  db.close()
  return row
}

/** Row 11 of 13: the whole story tree. */
export async function storyTree(): Promise<BenchRow[]> {
  return [await measure('L', 1_500), await measure('X', 4_000)]
}
