import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ImportPlan, OnExisting } from '@shared/import-plan'
import { isAlive, ownProcess } from '../project/process-identity'
import { transact } from '../project/transact'

export type ImportState = 'running' | 'done' | 'stopped' | 'failed'
const Begin = z.strictObject({ copy: z.number().int(), onExisting: OnExisting, prefix: z.string() })
const Runner = z.strictObject({ pid: z.number().int(), startTime: z.string().nullable() })
const Kept = z.strictObject({
  plan: ImportPlan, begin: Begin.nullable(), bytes: z.number(), message: z.string().nullable(), failed: z.array(z.strictObject({ title: z.string(), message: z.string() })).default([]),
  kept: z.number().int().default(0), /** The process that saved it last. */ runner: Runner.nullable().default(null),
})
export type ImportBegin = z.infer<typeof Begin>
/** `made`: chapters done with, `kept` of them left as an earlier import made them. */
export interface StoredImport { id: string; file: string; state: ImportState; made: number; kept: number; total: number; plan: ImportPlan; begin: ImportBegin | null; bytes: number; message: string | null; /** Chapters that could not be written. */ failed: { title: string; message: string }[] }
export type ImportRunner = z.infer<typeof Runner>
export interface MadeKey { key: string; chapterId: string; path: string | null }

/** Imports and the keys of what they made, so that one goes on after a crash and a file is known when it comes again (09 §15 I4). */
export interface ImportStore {
  /** As of this process, or of none: one that was put down and goes on another time. */
  save(record: StoredImport, runner?: ImportRunner | null): void
  get(id: string): StoredImport | null
  /** Imports that a crash cut off, the newest first. */
  cutOff(): StoredImport[]
  /** Whether another living process is importing into this project. */
  runsElsewhere(): boolean
  /** Imports of other contents, the newest first. */
  others(sourceHash: string): { id: string; file: string; at: string }[]
  /** A new run goes on with what one that was cut off made, which is over then. */
  takeOver(old: StoredImport, next: StoredImport): void
  made(importId: string): MadeKey[]
  key(key: string): MadeKey | null
  keepKey(importId: string, made: MadeKey): void
}

const isOwn = ({ pid, startTime }: ImportRunner): boolean => pid === ownProcess.pid && startTime === ownProcess.startTime
const livesElsewhere = (row: Row): boolean => {
  const { runner } = Kept.parse(JSON.parse(row.plan))
  return runner !== null && !isOwn(runner) && isAlive(runner.pid, runner.startTime)
}

interface Row { id: string; sourceHash: string; file: string; plan: string; state: string; made: number; total: number }

export function openImportStore(db: Database.Database, now: () => Date): ImportStore {
  const put = db.prepare('INSERT INTO Import (id, sourceHash, file, plan, state, made, total, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, state = excluded.state, made = excluded.made, total = excluded.total')
  const one = db.prepare<[string], Row>('SELECT * FROM Import WHERE id = ?')
  const running = db.prepare<[], Row>("SELECT * FROM Import WHERE state = 'running' ORDER BY at DESC, id DESC")
  const others = db.prepare<[string], { id: string; file: string; at: string }>('SELECT id, file, at FROM Import WHERE sourceHash <> ? ORDER BY at DESC, id DESC')
  const keys = db.prepare<[string], MadeKey>('SELECT key, chapterId, path FROM ImportKey WHERE importId = ? AND chapterId IS NOT NULL')
  const key = db.prepare<[string], MadeKey>('SELECT key, chapterId, path FROM ImportKey WHERE key = ? AND chapterId IS NOT NULL')
  const keep = db.prepare('INSERT INTO ImportKey (key, importId, chapterId, path) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET importId = excluded.importId, chapterId = excluded.chapterId, path = excluded.path')
  const pass = db.prepare('UPDATE ImportKey SET importId = ? WHERE importId = ?')
  const save = (record: StoredImport, runner: ImportRunner | null = ownProcess): void => {
    const { id, file, state, made, total, plan, ...rest } = record
    put.run(id, plan.sourceHash, file, JSON.stringify({ plan, ...rest, runner }), state, made, total, now().toISOString())
  }
  return {
    save,
    get: (id) => read(one.get(id)),
    cutOff: () => running.all().filter((row) => !livesElsewhere(row)).flatMap((row) => read(row) ?? []),
    runsElsewhere: () => running.all().some(livesElsewhere),
    others: (sourceHash) => others.all(sourceHash),
    takeOver: (old, next) => transact(db, () => {
      save({ ...old, state: 'stopped' })
      save(next)
      pass.run(next.id, old.id)
    }),
    made: (importId) => keys.all(importId),
    key: (wanted) => key.get(wanted) ?? null,
    keepKey: (importId, made) => void keep.run(made.key, importId, made.chapterId, made.path),
  }
}

function read(row: Row | undefined): StoredImport | null {
  if (!row) return null
  const { runner: _runner, ...rest } = Kept.parse(JSON.parse(row.plan))
  return { id: row.id, file: row.file, state: z.enum(['running', 'done', 'stopped', 'failed']).parse(row.state), made: row.made, total: row.total, ...rest }
}
