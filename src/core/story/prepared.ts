import type Database from 'better-sqlite3'
import { statements } from '../project/statements'

/** Statements of the story. */
export const { prepared, all, one } = statements((db, sql) => db.prepare<unknown[]>(sql))

/** The number of a `SELECT count(*) AS n`. */
export const count = (db: Database.Database, sql: string, ...values: unknown[]): number => one<{ n: number }>(db, sql, ...values)?.n ?? 0
