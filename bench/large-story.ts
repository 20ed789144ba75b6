import type Database from 'better-sqlite3'

const at = '2026-01-01T00:00:00.000Z'
const kinds = ['plant', 'advance', 'setback', 'payoff']

function statements(db: Database.Database) {
  return {
    act: db.prepare('INSERT INTO StoryAct (name, title, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)'),
    phase: db.prepare('INSERT INTO StoryPhase (name, title, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)'),
    thread: db.prepare('INSERT INTO StoryThread (name, title, storyPhaseId, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)'),
    chapter: db.prepare('INSERT INTO StoryChapter (name, title, actId, sortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)'),
    scene: db.prepare('INSERT INTO StoryScene (threadId, chapterId, title, threadSortOrder, chapterSortOrder, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    promise: db.prepare('INSERT INTO StoryPromise (name, title, cadenceChapters, deadlineChapterId, createdAt, updatedAt) VALUES (?, ?, 20, ?, ?, ?)'),
    beat: db.prepare('INSERT INTO StoryPromiseBeat (promiseId, sceneId, kind, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)'),
    decision: db.prepare('INSERT INTO StoryDecision (name, title, question, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)'),
  }
}

/** A whole serial in an empty project database, always alike: three scenes a chapter, a promise of four beats for every second one, 20 threads in 10 phases. */
export function fillStory(db: Database.Database, chapters: number): void {
  const add = statements(db)
  db.transaction(() => {
    db.prepare('INSERT OR REPLACE INTO Story (id, title, summary, createdAt, updatedAt) VALUES (1, ?, ?, ?, ?)').run('长篇', '', at, at)
    for (let i = 0; i < 10; i += 1) add.phase.run(`s${i}`, `阶段${i + 1}`, i, at, at)
    for (let i = 0; i < 20; i += 1) { add.act.run(`v${i}`, `卷${i}`, i, at, at); add.thread.run(`t${i}`, `线${i}`, (i >> 1) + 1, i % 2, at, at) }
    for (let i = 0; i < chapters; i += 1) {
      add.chapter.run(`c${i}`, `第${i + 1}章`, Math.floor((i * 20) / chapters) + 1, i, at, at)
      if (i % 2 === 0) { add.promise.run(`p${i}`, `伏笔${i}`, Math.min(i + 40, chapters), at, at); add.decision.run(`d${i}`, `决策${i}`, '他该说出真相吗？', at, at) }
      for (let k = 0; k < 3; k += 1) add.scene.run((i % 20) + 1, i + 1, `场景${i}.${k}`, Math.floor(i / 20) * 3 + k, k, at, at)
    }
    for (let i = 0; i < chapters / 2; i += 1) kinds.forEach((kind, k) => add.beat.run(i + 1, ((i * 6 + k * 31) % (chapters * 3)) + 1, kind, at, at))
  })()
}
