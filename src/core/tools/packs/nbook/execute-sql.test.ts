import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
let session: number
beforeEach(async () => {
  bench = await openBench()
  session = bench.session()
  await bench.call(session, 'save_story_thread', { action: 'create', name: 'main', title: '主线' })
  for (const title of ['一', '二', '三']) await bench.call(session, 'save_story_scene', { action: 'create', threadId: '1', title })
  await bench.call(session, 'save_story_promise', { action: 'create', name: 'debt', title: '血债' })
})
afterEach(() => bench.close())

const sql = (text: string, more: Parameters<Bench['call']>[3] = {}) => bench.call(session, 'execute_sql', { sql: text }, more)
const db = () => bench.project.projectDb
const scene = (id: number) => db().prepare<[number], Record<string, unknown>>('SELECT * FROM StoryScene WHERE id = ?').get(id)
const everything = (): string => JSON.stringify(['Story', 'StoryThread', 'StoryScene', 'StorySceneRef', 'StoryPromise', 'StoryDecision'].map((table) => db().prepare(`SELECT * FROM ${table}`).all()))
const stamp = "'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'"

describe('execute_sql writes (07 §6, §9 row 39)', () => {
  it('an UPDATE: told, journalled with before and after, undone by the author', async () => {
    const result = await sql("UPDATE StoryScene SET note = 'x' WHERE id = 1 RETURNING id, note")
    expect(result.content).toMatch(/^\[OK\] \{/)
    expect(result.details).toMatchObject({ mode: 'write', command: 'UPDATE', rowCount: 1, rows: [{ id: 1, note: 'x' }], effects: [{ target: 'scene 1 "一"', action: 'change' }] })
    expect(scene(1)).toMatchObject({ note: 'x' })
    expect(db().prepare("SELECT entity, entityId, kind FROM EntityJournal WHERE entityId = '1' ORDER BY seq DESC LIMIT 1").get()).toMatchObject({ entity: 'scene', kind: 'modify' })
  })
  it('an INSERT gets the id it was shown with', async () => {
    const result = await sql(`INSERT INTO StoryAct (name, title, sortOrder, createdAt, updatedAt) VALUES ('one', '第一卷', 0, ${stamp})`)
    expect(result.details).toMatchObject({ command: 'INSERT', rowCount: 1, effects: [{ target: 'act 1 "第一卷"', action: 'create' }] })
    expect(db().prepare('SELECT id, title FROM StoryAct').all()).toEqual([{ id: 1, title: '第一卷' }])
  })
  it('links of a scene, in a WITH', async () => {
    await sql("INSERT INTO StorySceneRef (sceneId, position, relation, target, visibility) VALUES (1, 0, 'depends_on', 'scene://2', 'author')")
    expect(db().prepare('SELECT target FROM StorySceneRef').all()).toEqual([{ target: 'scene://2' }])
    expect((await sql("WITH one AS (SELECT 1 AS id) UPDATE StorySceneRef SET note = 'n' WHERE sceneId IN (SELECT id FROM one)")).status).toBe('ok')
    expect(db().prepare('SELECT note FROM StorySceneRef').all()).toEqual([{ note: 'n' }])
  })
  it('nothing to change is a success', async () => { expect((await sql("UPDATE StoryScene SET note = 'x' WHERE id = 99")).details).toMatchObject({ mode: 'write', rowCount: 0 }) })
  it('a read stays a read', async () => {
    expect((await sql('SELECT count(*) AS n FROM StoryScene')).details).toMatchObject({ mode: 'read', rows: [{ n: 3 }] })
    expect(db().prepare('SELECT count(*) AS n FROM AppliedCall').get()).toEqual(db().prepare('SELECT count(*) AS n FROM AppliedCall').get())
  })
  it('discuss mode shows fields before and after, and writes nothing', async () => {
    const before = everything()
    const asked = await bench.call(bench.session({ workMode: 'discuss' }), 'execute_sql', { sql: "UPDATE StoryScene SET note = 'x' WHERE id = 1" })
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
    expect(asked.approval?.effects).toMatchObject([{ kind: 'story', target: 'scene 1 "一"', fields: [{ field: 'note', from: null, to: 'x' }] }])
    expect(everything()).toBe(before)
    db().prepare("UPDATE StoryScene SET note = 'author' WHERE id = 1").run()
    expect(await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)).toMatchObject({ status: 'stale' })
    expect(scene(1)).toMatchObject({ note: 'author' })
  })
  it('more than 50 rows always ask, with the number; all of them are what was approved', async () => {
    const add = db().prepare('INSERT INTO StoryScene (threadId, title, threadSortOrder, createdAt, updatedAt) VALUES (1, ?, ?, ?, ?)')
    for (let at = 3; at < 60; at += 1) add.run(`s${at}`, at, '2026', '2026')
    const asked = await sql("UPDATE StoryScene SET purpose = 'p'")
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'ALWAYS' })
    expect(asked.content).toContain('60 rows')
    const { result } = await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)
    expect(result?.details).toMatchObject({ rowCount: 60 })
    expect(db().prepare("SELECT count(*) AS n FROM StoryScene WHERE purpose = 'p'").get()).toEqual({ n: 60 })
  })
})

describe('what is refused leaves everything as it was (07 §6, 02 §7)', () => {
  it.each<[string, string]>([
    ["UPDATE StoryScene SET id = 9 WHERE id = 1", 'SQL_KEY'], ["UPDATE StoryScene SET rowid = 9", 'SQL_KEY'], ["UPDATE StorySceneRef SET target = 'x'", 'SQL_KEY'],
    ["UPDATE WorldSlice SET title = 'x'", 'SQL_READ_ONLY'], ["INSERT INTO WorldSubject (id, type, name, createdAt) VALUES ('a','b','c','d')", 'SQL_READ_ONLY'],
    ["UPDATE StoryTrash SET name = 'x'", 'SQL_READ_ONLY'], ["INSERT INTO AppliedCall VALUES (1, 'x', 'y', 'z')", 'SQL_READ_ONLY'], ["UPDATE sqlite_schema SET name = 'x'", 'SQL_'],
    ["UPDATE StoryScene SET status = 'finished' WHERE id = 1", 'SQL_INVARIANT'], ["UPDATE StoryScene SET title = '' WHERE id = 1", 'SQL_INVARIANT'], ["UPDATE StoryScene SET subjectIds = 'no json'", 'SQL_INVARIANT'],
    ["UPDATE StoryScene SET threadSortOrder = 7 WHERE id = 1", 'SQL_INVARIANT'], ["UPDATE StoryScene SET threadSortOrder = 1 WHERE id = 1", 'SQL_INVARIANT'], ["UPDATE StoryScene SET threadId = 99", 'SQL_ERROR'],
    ["UPDATE StoryPromise SET deadlineChapterId = 5", 'SQL_INVARIANT'], [`INSERT INTO StoryDecision (name, title, question, status, createdAt, updatedAt) VALUES ('a', 'A', '谁？', 'decided', ${stamp})`, 'SQL_INVARIANT'],
    [`INSERT INTO StoryThread (id, name, title, sortOrder, createdAt, updatedAt) VALUES (1, 'x', 'X', 1, ${stamp})`, 'SQL_ERROR'], [`INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES ('main', 'X', 1, ${stamp}) ON CONFLICT (name) DO UPDATE SET id = 7`, 'SQL_KEY'],
    ["INSERT OR REPLACE INTO StoryThread (id) VALUES (1)", 'SQL_CONFLICT'], ["UPDATE OR REPLACE StoryThread SET name = 'x'", 'SQL_CONFLICT'], ['DELETE FROM StoryScene', 'SQL_KIND'],
    ["WITH x AS (SELECT 1) DELETE FROM StoryScene", 'SQL_DENIED'], ["UPDATE StoryScene SET note = load_extension('x')", 'SQL_FUNCTION'],
    ["WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) UPDATE StoryScene SET note = (SELECT max(i) FROM n)", 'SQL_TIMEOUT'],
  ])('%s: %s', async (text, code) => {
    const before = everything()
    const result = await sql(text)
    expect(result.status).toBe('fail')
    expect(result.code).toMatch(new RegExp(`^${code}`))
    expect(everything()).toBe(before)
    expect((await sql('SELECT 1 AS one')).status).toBe('ok')
  }, 30_000)
  it('an invariant names the row and the rule', async () => {
    expect((await sql("UPDATE StoryScene SET status = 'finished' WHERE id = 2")).content).toContain('/scene/2/status')
  })
})
