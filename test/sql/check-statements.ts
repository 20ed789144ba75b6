import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isFault } from '@shared/fault'
import { projectMigrations } from '../../src/core/project/open-project'
import { createSqlRunner } from '../../src/core/sql/sql-runner'
import { createStatementGrammar } from './statement-grammar'

/** What the statements did; `codes` counts how each ended. `changed`, `leaked` and `late` must stay empty. */
export interface StatementsReport { codes: Map<string, number>; changed: string[]; leaked: string[]; late: { sql: string; ms: number }[]; files: string[]; slowestMs: number }

const canary = 'canary-7f3c9b1d'
const never = new AbortController().signal
/** A killed child is followed by a fresh one; its start is not the statement's time. */
const slackMs = 500

function openCanary(dir: string): Database.Database {
  const db = new Database(join(dir, 'project.sqlite'))
  db.pragma('journal_mode = WAL')
  for (const step of projectMigrations) db.exec(step.sql)
  db.exec(`INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES ('t', '主线', 0, '2026', '2026');
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO StoryScene (threadId, title, note, threadSortOrder, createdAt, updatedAt) SELECT 1, 'S' || i, 'n', i, '2026', '2026' FROM n;
    INSERT INTO StoryTrash (id, kind, entityId, name, payload, at, actor) VALUES ('tr', 'scene', 999, 'gone', '{"note":"${canary}"}', '2026', 'author')`)
  return db
}

/** Every row of every table and the schema itself. */
function hashOf(db: Database.Database): string {
  const hash = createHash('sha256')
  const tables = db.prepare<[], { name: string; sql: string | null }>("SELECT name, sql FROM sqlite_schema ORDER BY name").all()
  for (const { name, sql } of tables) {
    hash.update(`${name} ${sql ?? ''}`)
    if (sql?.startsWith('CREATE TABLE') === true) for (const row of db.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row))
  }
  return hash.update(JSON.stringify([db.pragma('user_version'), db.pragma('journal_mode')])).digest('hex')
}

/** So many statements from the grammar, each read or tried as a model's would be (T7 of the security cases; 07 §6). */
export async function checkStatements(count: number, seed: number, { deadlineMs = 2_000, writeDeadlineMs = 5_000, endlessEvery = 2_000 } = {}): Promise<StatementsReport> {
  const dir = mkdtempSync(join(tmpdir(), 'wenqu-sql-'))
  const db = openCanary(dir)
  const before = hashOf(db)
  const sql = createSqlRunner({ dbPath: join(dir, 'project.sqlite'), deadlineMs, writeDeadlineMs })
  const grammar = createStatementGrammar(seed, endlessEvery)
  const report: StatementsReport = { codes: new Map(), changed: [], leaked: [], late: [], files: [], slowestMs: 0 }
  try {
    for (let n = 0; n < count; n += 1) {
      const text = grammar.next()
      const began = performance.now()
      const { code, shown, limit } = await ended(sql, text, n % 3 === 0 ? writeDeadlineMs : deadlineMs, n % 3)
      const ms = performance.now() - began
      report.codes.set(code, (report.codes.get(code) ?? 0) + 1)
      report.slowestMs = Math.max(report.slowestMs, ms)
      if (ms > limit + slackMs) report.late.push({ sql: text.slice(0, 200), ms: Math.round(ms) })
      if (shown.includes(canary)) report.leaked.push(text.slice(0, 200))
      if ((n % 1_000 === 999 || n === count - 1) && hashOf(db) !== before) {
        report.changed.push(`within the 1,000 before statement ${n}: ${text.slice(0, 200)}`)
        break
      }
    }
    report.files = readdirSync(dir).toSorted()
    return report
  } finally {
    await sql.close()
    db.close()
    rmSync(dir, { recursive: true })
  }
}

/** A statement asked about, read, or tried and rolled back, in turn; anything but a Fault is thrown on. */
async function ended(sql: ReturnType<typeof createSqlRunner>, text: string, limit: number, how: number): Promise<{ code: string; shown: string; limit: number }> {
  try {
    const value = how === 0 ? await sql.tryWrite(text, never) : how === 1 ? await sql.read(text, never) : { writes: await sql.writes(text, never) }
    return { code: 'ok', shown: JSON.stringify(value), limit }
  } catch (error) {
    if (!isFault(error)) throw error
    return { code: error.fault.code, shown: JSON.stringify(error.fault), limit }
  }
}
