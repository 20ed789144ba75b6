import Database from 'better-sqlite3'
import { project001 } from '../src/core/project/migrations/project-001'
import { createEnv } from '../src/core/project/env'
import { createStoryService } from '../src/core/story/story-service'
import { fillStory } from './large-story'
import { compare, type BenchRow } from './measure'

const RAW = ['SELECT * FROM Story', 'SELECT * FROM StoryAct ORDER BY sortOrder', 'SELECT * FROM StoryPhase ORDER BY sortOrder', 'SELECT * FROM StoryChapter ORDER BY sortOrder', 'SELECT * FROM StoryThread ORDER BY sortOrder', 'SELECT * FROM StoryScene ORDER BY threadId, threadSortOrder', 'SELECT * FROM StoryPromise', 'SELECT * FROM StoryPromiseBeat', 'SELECT * FROM StoryDecision']

async function measure(size: string, chapters: number): Promise<BenchRow> {
  const db = new Database(':memory:')
  db.exec(project001.sql)
  fillStory(db, chapters)
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
