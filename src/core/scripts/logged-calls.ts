import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recentProjects } from '../project/recent'
import type { Env } from '../project/types'
import type { Logged } from '../tools/schema-diff/types'

interface Most { calls: number; ms: number | null; chars: number | null }
const most = `SELECT count(*) AS calls, max(json_extract(stages, '$.run')) AS ms,
  max(iif(json_extract(result, '$.status') = 'ok', coalesce(json_extract(result, '$.truncated.total'), length(json_extract(result, '$.content'))), 0)) AS chars
  FROM Call WHERE tool = ? AND state = 'finished' AND json_extract(stages, '$.run') IS NOT NULL`

/** What the calls of a tool came to at most in the logs of the novels known here and of `projectDir`; null: there is none, or a log cannot be read (08 §10 `cap-lowered`). */
export function loggedCalls(env: Env, tool: string, projectDir: string | null): Logged | null {
  const dirs = new Set([...recentProjects(env).map((one) => one.dir), ...(projectDir === null ? [] : [projectDir])])
  const logs = [...dirs].map((dir) => join(dir, '.nbook', 'sessions.sqlite')).filter((file) => existsSync(file))
  try {
    const found = logs.map((file) => mostIn(file, tool)).filter((one) => one.calls > 0)
    if (found.length === 0) return null
    return { calls: found.reduce((sum, one) => sum + one.calls, 0), longestMs: Math.max(...found.map((one) => one.ms ?? 0)), mostChars: Math.max(...found.map((one) => one.chars ?? 0)) }
  } catch {
    // What cannot be decided is breaking.
    return null
  }
}

function mostIn(file: string, tool: string): Most {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[string], Most>(most).get(tool) ?? { calls: 0, ms: null, chars: null }
  } finally {
    db.close()
  }
}
