import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFault, type Fault } from '@shared/fault'
import { project001 } from '../project/migrations/project-001'
import { executeSql } from '../tools/packs/nbook/execute-sql'
import type { ToolContext } from '../tools/types'
import { createSqlRunner } from './sql-runner'
import type { SqlRunner } from './types'

let dir = ''
let db: Database.Database
let sql: SqlRunner
const never = new AbortController().signal

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wenqu-sql-'))
  db = new Database(join(dir, 'project.sqlite'))
  db.pragma('journal_mode = WAL')
  db.exec(project001.sql)
  const at = "'2026', '2026'"
  db.exec(`INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES ('t', '主线', 0, ${at});
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
      INSERT INTO StoryScene (threadId, title, note, threadSortOrder, startInstant, createdAt, updatedAt) SELECT 1, 'S' || i, printf('%.*c', 100, 'x'), i, 9007199254740993, ${at} FROM n;
    INSERT INTO StoryTrash (id, kind, entityId, name, payload, at, actor) VALUES ('tr', 'scene', 9, 'gone', '{}', '2026', 'author')`)
  sql = createSqlRunner({ dbPath: join(dir, 'project.sqlite') })
})
afterAll(async () => {
  await sql.close()
  db.close()
  rmSync(dir, { recursive: true })
})

const read = (text: string) => sql.read(text, never)
async function faultOf(text: string): Promise<Fault> {
  const error: unknown = await read(text).then(() => null, (reason: unknown) => reason)
  if (isFault(error)) return error.fault
  throw error ?? new Error(`no fault: ${text}`)
}

describe('execute_sql reads', () => {
  it.each([
    ["SELECT title, startInstant FROM StoryScene s WHERE s.id = 1", [{ title: 'S0', startInstant: '9007199254740993' }]],
    ['SELECT count(*) AS n FROM StoryScene;;  -- all\n', [{ n: 300 }]],
    ['/* c */ WITH t AS (SELECT id FROM StoryThread) SELECT count(*) AS n FROM t', [{ n: 1 }]],
    ['SELECT count(*) AS n FROM (SELECT 1 UNION ALL SELECT 2)', [{ n: 2 }]],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) AS s FROM n', [{ s: 15 }]],
    ["SELECT j.value FROM json_each('[1,2]') j ORDER BY 1 DESC LIMIT 1", [{ value: 2 }]],
    ["SELECT a.id, b.id FROM StoryThread a, StoryThread b", [{ id: 1, 'id (2)': 1 }]],
    ["SELECT x'0102' AS b, NULL AS n, 1.5 AS f, 'a;b' AS t, \"title\" AS q, [name] AS r FROM StoryThread", [{ b: { $blob: 2 }, n: null, f: 1.5, t: 'a;b', q: '主线', r: 't' }]],
    ["SELECT row_number() OVER (ORDER BY id) AS n, upper(name) AS u, json_extract(tags, '$') AS j, date('2026-01-01') AS d, pow(2, 3) AS p FROM StoryThread", [{ n: 1, u: 'T', j: '[]', d: '2026-01-01', p: 8 }]],
  ])('%s', async (text, rows) => {
    expect(await read(text)).toEqual({ rows, rowCount: rows.length, truncated: false })
  })

  it('reads the schema, caps rows and bytes, and sees later writes', async () => {
    expect((await read('SELECT name, sql FROM sqlite_schema')).rowCount).toBeGreaterThan(10)
    expect(await read('SELECT id FROM StoryScene')).toMatchObject({ rowCount: 200, truncated: true })
    const wide = await read('SELECT a.note || b.note || a.note AS w, a.id FROM StoryScene a, StoryScene b')
    expect([wide.truncated, Buffer.byteLength(JSON.stringify(wide.rows)) <= 48 * 1024]).toEqual([true, true])
    db.exec("UPDATE StoryThread SET note = 'later'")
    expect((await read('SELECT note FROM StoryThread')).rows).toEqual([{ note: 'later' }])
  })
})

/** security.md 2E and the examples of 07. */
const hostile: [string, string][] = [
  ['', 'SQL_EMPTY'], [' ; -- nothing\n/* x */ ;', 'SQL_EMPTY'], ['/* open', 'SQL_EMPTY'], ['SELECT 1\0', 'SQL_INVALID'], [`SELECT '${'x'.repeat(66_000)}'`, 'SQL_INVALID'],
  ['SELECT 1; DELETE FROM StoryScene', 'SQL_MULTIPLE'], ["SELECT ';'; /* ; */ SELECT 2", 'SQL_MULTIPLE'], [';SELECT 1', 'SQL_MULTIPLE'], ['SELECT 1 -- x\n; DROP TABLE Story', 'SQL_MULTIPLE'],
  ["ATTACH '/tmp/wenqu-secret.db' AS x", 'SQL_KIND'], ["ATTACH 'file:/tmp/wenqu-n.db?mode=rwc' AS x", 'SQL_KIND'], ["ATTACH ':memory:' AS x", 'SQL_KIND'], ['DETACH main', 'SQL_KIND'],
  ["VACUUM INTO '/tmp/wenqu-out.db'", 'SQL_KIND'], ['VACUUM', 'SQL_KIND'], ['PRAGMA writable_schema=1', 'SQL_KIND'], ['PRAGMA journal_mode=OFF', 'SQL_KIND'], ['/**/PRAGMA user_version=999', 'SQL_KIND'],
  ['DELETE FROM StoryScene', 'SQL_KIND'], ['DELETE FROM StoryScene RETURNING *', 'SQL_KIND'], ['DROP TABLE StoryScene', 'SQL_KIND'], ['ALTER TABLE StoryScene DROP COLUMN note', 'SQL_KIND'],
  ['CREATE TABLE x AS SELECT * FROM StoryScene', 'SQL_KIND'], ['CREATE VIRTUAL TABLE temp.v USING dbstat', 'SQL_KIND'], ['EXPLAIN DELETE FROM StoryScene', 'SQL_KIND'], ['BEGIN', 'SQL_KIND'], ['SAVEPOINT x', 'SQL_KIND'],
  ['VALUES (1)', 'SQL_KIND'], ['REPLACE INTO StoryThread (id) VALUES (1)', 'SQL_KIND'], ['(SELECT 1)', 'SQL_KIND'], ['ＳＥＬＥＣＴ 1', 'SQL_KIND'],
  ['INSERT OR REPLACE INTO StoryThread (id) VALUES (1)', 'SQL_CONFLICT'], ['UPDATE /**/ OR\nROLLBACK StoryThread SET id = 1', 'SQL_CONFLICT'], ['INSERT OR FAIL INTO StoryThread DEFAULT VALUES', 'SQL_CONFLICT'],
  ['WITH x AS (SELECT 1) REPLACE INTO StoryThread SELECT 1', 'SQL_CONFLICT'],
  ["UPDATE StoryScene SET note='x' WHERE id=1", 'SQL_READ_ONLY'], ["INSERT INTO StoryAct (name) VALUES ('x')", 'SQL_READ_ONLY'], ['UPDATE WorldSlice SET hidden = 1', 'SQL_READ_ONLY'],
  ["WITH x AS (SELECT 1) UPDATE StoryScene SET note='x'", 'SQL_READ_ONLY'], ["WITH x AS (SELECT 1) INSERT INTO StoryAct (name) SELECT 'a'", 'SQL_READ_ONLY'],
  ['WITH x AS (SELECT 1) DELETE FROM StoryScene', 'SQL_DENIED'],
  ['SELECT * FROM StoryTrash', 'SQL_TABLE'], ['SELECT count(*) FROM StoryTrash', 'SQL_TABLE'], ['SELECT payload FROM AppliedCall', 'SQL_TABLE'], ['SELECT * FROM PlanFile', 'SQL_TABLE'], ['SELECT * FROM sqlite_sequence', 'SQL_TABLE'],
  ["SELECT * FROM pragma_table_info('Story')", 'SQL_TABLE'], ['SELECT count(*) FROM pragma_database_list', 'SQL_TABLE'], ["SELECT * FROM pragma_journal_mode('OFF')", 'SQL_TABLE'], ['SELECT * FROM dbstat', 'SQL_TABLE'], ['SELECT 1 WHERE EXISTS (SELECT * FROM StoryUndo)', 'SQL_TABLE'],
  ["SELECT load_extension('x')", 'SQL_FUNCTION'], ["SELECT readfile('/etc/passwd')", 'SQL_FUNCTION'], ["SELECT writefile('/tmp/x', 'y')", 'SQL_FUNCTION'], ["SELECT edit('x')", 'SQL_FUNCTION'], ["SELECT fts3_tokenizer('x')", 'SQL_FUNCTION'],
  ['SELECT zeroblob(1000000000)', 'SQL_FUNCTION'], ['SELECT randomblob(10)', 'SQL_FUNCTION'], ['SELECT sqlite_version()', 'SQL_FUNCTION'], ['SELECT changes()', 'SQL_FUNCTION'], ['SELECT last_insert_rowid()', 'SQL_FUNCTION'],
  ["SELECT printf('%.*c', 1000000000, 'x')", 'SQL_ERROR'], [`SELECT 'x' LIKE '${'%a'.repeat(25_000)}'`, 'SQL_ERROR'], [Array.from({ length: 3_000 }, () => 'SELECT 1').join(' UNION '), 'SQL_ERROR'],
  ['SELECT nme FROM StoryThread', 'SQL_ERROR'], ['SELECT * FROM StoryScenes', 'SQL_ERROR'], ['SELECT "Scene" FROM', 'SQL_ERROR'], [`SELECT ${'(1 + '.repeat(300)}1${')'.repeat(300)}`, 'SQL_ERROR'], ["SELECT json('{')", 'SQL_ERROR'],
]

describe('hostile SQL', () => {
  it.each(hostile.map(([text, code]) => [text.slice(0, 60), code, text] as const))('%j is %s', async (_shown, code, text) => {
    const before = db.prepare('SELECT total_changes() AS n, (SELECT count(*) FROM StoryScene) AS s').get()
    expect((await faultOf(text)).code).toBe(code)
    expect(db.prepare('SELECT total_changes() AS n, (SELECT count(*) FROM StoryScene) AS s').get()).toEqual(before)
  })

  it('leaves no file behind', () => {
    expect(['wenqu-secret.db', 'wenqu-n.db', 'wenqu-out.db'].filter((name) => existsSync(join('/tmp', name)))).toEqual([])
    expect(readdirSync(dir).toSorted()).toEqual(['project.sqlite', 'project.sqlite-shm', 'project.sqlite-wal'])
  })

  it('offers near names', async () => {
    expect((await faultOf('SELECT * FROM StoryScenes')).fix).toContain('StoryScene')
    expect((await faultOf('SELECT tit FROM StoryScene')).fix).toContain('title')
  })

  it.each([
    ['an endless CTE', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n'],
    ['a cross join', `SELECT count(*) FROM ${Array.from({ length: 6 }, (_, i) => `StoryScene s${i}`).join(', ')}`],
  ])('ends %s at 2 s; the next call works', async (_name, text) => {
    const start = performance.now()
    expect((await faultOf(text)).code).toBe('SQL_TIMEOUT')
    expect(performance.now() - start).toBeLessThan(4_000)
    expect((await read('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('stops with its caller, and answers calls in turn', async () => {
    const stop = new AbortController()
    const endless = sql.read('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n', stop.signal)
    const after = read('SELECT 2 AS two')
    setTimeout(() => stop.abort(), 100)
    await expect(endless).rejects.toThrow('stopped')
    expect((await after).rows).toEqual([{ two: 2 }])
  })

  it('is waited for by a process that has nothing else to do', () => {
    const script = `import { createSqlRunner } from './src/core/sql/sql-runner.ts'
      const sql = createSqlRunner({ dbPath: process.env.DB })
      const { rows } = await sql.read('SELECT 1 AS one', new AbortController().signal)
      await sql.close()
      console.log(JSON.stringify(rows))`
    const done = spawnSync(process.execPath, ['--import', './test/project/ts-hooks.mjs', '--input-type=module', '-e', script], { env: { ...process.env, DB: join(dir, 'project.sqlite') }, encoding: 'utf8' })
    expect([done.status, done.stdout, done.stderr]).toEqual([0, '[{"one":1}]\n', ''])
  })

  it('does not start a run once closed', async () => {
    const other = createSqlRunner({ dbPath: join(dir, 'project.sqlite') })
    await other.close()
    await expect(other.read('SELECT 1', never)).rejects.toThrow('SQL_ERROR')
  })

  it('tells when the database cannot be opened', async () => {
    const other = createSqlRunner({ dbPath: join(dir, 'missing.sqlite') })
    await expect(other.read('SELECT 1', never)).rejects.toThrow('could not be opened')
    await other.close()
  })
})

describe('the tool', () => {
  const context = { signal: never } as ToolContext
  it('proves a read before it runs and says when rows were left out', async () => {
    const prepared = await executeSql.prepare({ sql: 'SELECT id FROM StoryScene' }, { sql } as never, context)
    expect(prepared).toEqual({ plan: { mode: 'read', sql: 'SELECT id FROM StoryScene' }, effects: [], refine: { mutates: false, risk: 'low' } })
    const { value, details } = await executeSql.run(prepared.plan, { sql } as never, context)
    expect(executeSql.say(value, prepared.plan)).toMatch(/^\{\n {2}"mode": "read",\n {2}"command": "SELECT",\n {2}"rowCount": 200,[^]*\n\(Showing 200 rows; more exist\. Add LIMIT\/OFFSET\.\)$/)
    expect(details).toMatchObject({ mode: 'read', truncated: true })
    await expect(executeSql.prepare({ sql: 'DROP TABLE Story' }, { sql } as never, context)).rejects.toThrow('SQL_KIND')
  })
})
