import { Cancelled, fail } from '@shared/fault'
import { checkSql, writeWord } from './check-sql'
import { sqlEntry, startSqlChild, type SqlChild } from './sql-child'
import type { SqlAsk, SqlReply, SqlRows, SqlRunner } from './types'

export interface SqlRunnerOptions { dbPath: string; childEntry?: string; /** A read may take so long; default 2 s (07 §6). */ deadlineMs?: number; /** A write; 5 s. */ writeDeadlineMs?: number }
type Outcome = SqlReply | 'late' | 'gone' | 'aborted'
type Answered = Extract<SqlReply, { ok: true }>

/** The warm child and its replacement: one that was killed is followed by a fresh one at once. */
interface Warm { get(): SqlChild; replace(old: SqlChild): Promise<void>; close(): Promise<void>; readonly closed: boolean }

function warmChild(start: () => SqlChild): Warm {
  let child: SqlChild | null = null
  let closed = false
  return {
    get closed() {
      return closed
    },
    get: () => {
      if (child === null || !child.alive) child = start()
      return child
    },
    replace: async (old) => {
      await old.kill()
      if (child === old) child = closed ? null : start()
    },
    close: async () => {
      closed = true
      await child?.kill()
      child = null
    },
  }
}

/**
 * Reads story and world tables for a model, and tries its writes, in a warm child process that is killed at the deadline; the next call gets a fresh one,
 * started at once. Calls run one after another; the deadline counts from when the child has the SQL.
 */
export function createSqlRunner({ dbPath, childEntry, deadlineMs = 2_000, writeDeadlineMs = 5_000 }: SqlRunnerOptions): SqlRunner {
  const entry = childEntry ?? sqlEntry()
  const warm = warmChild(() => startSqlChild(entry, dbPath))
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0
  const run = async (sql: string, mode: SqlAsk['mode'], signal: AbortSignal): Promise<Answered> => {
    const limit = mode === 'try' ? writeDeadlineMs : deadlineMs
    if (signal.aborted) throw new Cancelled()
    if (warm.closed) fail('SQL_ERROR', 'The project is closing.')
    const used = warm.get()
    if (!(await used.ready)) fail('SQL_ERROR', 'The database could not be opened for reading.', { fix: 'Try again; if it stays, verify the project.' })
    const outcome = await raced(used.ask({ id: (lastId += 1), sql, mode }), limit, signal)
    if (outcome === 'late' || outcome === 'aborted') await warm.replace(used)
    return answerOf(outcome, limit)
  }
  const inTurn = async (sql: string, mode: SqlAsk['mode'], signal: AbortSignal): Promise<Answered> => {
    checkSql(sql)
    const result = queue.then(() => run(sql, mode, signal))
    queue = result.catch(() => undefined)
    return result
  }
  return {
    check: checkSql,
    writes: async (sql, signal) => (await inTurn(sql, 'writes', signal)).writes,
    read: async (sql, signal) => {
      const { rows, truncated } = await inTurn(sql, 'read', signal)
      return { rows, rowCount: rows.length, truncated } satisfies SqlRows
    },
    tryWrite: async (sql, signal) => {
      const { touched, rows, truncated } = await inTurn(sql, 'try', signal)
      return { command: writeWord(sql), touched, rows, truncated }
    },
    close: warm.close,
  }
}

/** The reply, or what came first: the deadline or the caller's stop. */
function raced(reply: Promise<SqlReply | null>, deadlineMs: number, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle('late'), deadlineMs)
    const stop = () => settle('aborted')
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
    }
    signal.addEventListener('abort', stop, { once: true })
    void reply.then((value) => settle(value ?? 'gone'))
  })
}

function answerOf(outcome: Outcome, deadlineMs: number): Answered {
  if (outcome === 'aborted') throw new Cancelled()
  if (outcome === 'late') fail('SQL_TIMEOUT', `The query did not end within ${deadlineMs / 1_000} s and was stopped.`, { fix: 'Narrow it: fewer joins, a WHERE, a LIMIT.' })
  if (outcome === 'gone') fail('SQL_ERROR', 'The query used too much memory and was ended.', { fix: 'Narrow it: fewer joins, a WHERE, a LIMIT.' })
  if (outcome.ok) return outcome
  const near = outcome.near.length > 0 ? { fix: `Near: ${outcome.near.join(', ')}. SELECT name, sql FROM sqlite_schema shows all.` } : {}
  return fail(outcome.code, outcome.message, { pointer: '/sql', ...(outcome.actual === null ? {} : { actual: outcome.actual }), ...near })
}
