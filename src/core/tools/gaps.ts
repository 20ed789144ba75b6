import type Database from 'better-sqlite3'

/** A tool that was called and was not there, or not granted: what a new tool could be for (09 §11). */
export interface Gap { readonly tool: string; readonly code: string; readonly count: number; readonly lastAt: string; readonly profileKey: string; readonly args: string }

const shownArgs = 400

/** The refused calls of a project by tool, most frequent first; `there` are the names that exist now. */
export function gapsOf(db: Database.Database, there: ReadonlySet<string>): Gap[] {
  const rows = db.prepare<[], Omit<Gap, 'args'> & { args: string }>(
    `SELECT Call.tool AS tool, Call.code AS code, count(*) AS count, max(Call.requestedAt) AS lastAt, Session.profileKey AS profileKey, Call.args AS args
     FROM Call JOIN Session ON Session.id = Call.sessionId
     WHERE Call.code IN ('TOOL_UNKNOWN', 'TOOL_NOT_GRANTED') GROUP BY Call.tool, Call.code ORDER BY count DESC, lastAt DESC LIMIT 60`).all()
  return rows.filter(({ tool, code }) => code !== 'TOOL_UNKNOWN' || !there.has(tool)).slice(0, 20).map((row) => ({ ...row, tool: row.tool.slice(0, 80), args: row.args.slice(0, shownArgs) }))
}
