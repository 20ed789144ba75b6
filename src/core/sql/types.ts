/** What a SELECT gave: plain JSON values, integers beyond 2^53 as text, blobs as `{"$blob": bytes}` (07 §6). */
export interface SqlRows { rows: Record<string, unknown>[]; rowCount: number; truncated: boolean }

/** A cell of a story row; int64 columns come as text. */
export type SqlCell = string | number | null
/** One row as a write would leave it. */
export interface SqlTouched { table: string; id: number; row: Record<string, SqlCell>; /** The links of a scene, in order. */ refs: { relation: string; target: string; visibility: string; note: string | null }[] | null }
/** What a write would do; it was rolled back. */
export interface SqlTried { command: 'INSERT' | 'UPDATE'; touched: SqlTouched[]; rows: Record<string, unknown>[]; truncated: boolean }

/** Model-written SQL over the story and world tables, in a process that may die without anyone noticing. */
export interface SqlRunner {
  /** Refuses by text alone, before anything runs: SQL_INVALID SQL_EMPTY SQL_MULTIPLE SQL_KIND SQL_CONFLICT. */
  check(sql: string): void
  /** Whether it would write: compiled, not run. SQL_TABLE SQL_FUNCTION SQL_READ_ONLY SQL_KEY SQL_DENIED SQL_ERROR SQL_TIMEOUT. */
  writes(sql: string, signal: AbortSignal): Promise<boolean>
  /** Runs a read. The same faults; Cancelled when aborted. */
  read(sql: string, signal: AbortSignal): Promise<SqlRows>
  /** Runs a write in a transaction that is always rolled back, and gives what it would leave. The same faults, and SQL_CONFLICT where rows would go. */
  tryWrite(sql: string, signal: AbortSignal): Promise<SqlTried>
  close(): Promise<void>
}

/** Parent to child, one at a time. */
export interface SqlAsk { id: number; sql: string; mode: 'writes' | 'read' | 'try' }
/** Child to parent; `ready` (id 0) once after the start. */
export type SqlReply =
  | { id: number; ok: true; writes: boolean; rows: Record<string, unknown>[]; truncated: boolean; touched: SqlTouched[] }
  | { id: number; ok: false; code: string; message: string; actual: string | null; near: string[] }

declare module '../tools/types' {
  interface ToolServices { sql: SqlRunner }
}
