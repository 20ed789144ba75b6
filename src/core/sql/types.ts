/** What a SELECT gave: plain JSON values, integers beyond 2^53 as text, blobs as `{"$blob": bytes}` (07 §6). */
export interface SqlRows { rows: Record<string, unknown>[]; rowCount: number; truncated: boolean }

/** Model-written SQL over the story and world tables, in a process that may die without anyone noticing. */
export interface SqlRunner {
  /** Refuses by text alone, before anything runs: SQL_INVALID SQL_EMPTY SQL_MULTIPLE SQL_KIND SQL_CONFLICT SQL_READ_ONLY. */
  check(sql: string): void
  /** Further faults: SQL_TABLE SQL_FUNCTION SQL_READ_ONLY SQL_DENIED SQL_ERROR SQL_TIMEOUT; Cancelled when aborted. */
  read(sql: string, signal: AbortSignal): Promise<SqlRows>
  close(): Promise<void>
}

/** Parent to child, one at a time. */
export interface SqlAsk { id: number; sql: string }
/** Child to parent; `ready` (id 0) once after the start. */
export type SqlReply = { id: number; ok: true; rows: Record<string, unknown>[]; truncated: boolean } | { id: number; ok: false; code: string; message: string; actual: string | null; near: string[] }

declare module '../tools/types' {
  interface ToolServices { sql: SqlRunner }
}
