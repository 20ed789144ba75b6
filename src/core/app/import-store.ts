import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ImportPlan, OnExisting } from '@shared/import-plan'

export type ImportState = 'running' | 'done' | 'stopped' | 'failed'
const Begin = z.strictObject({ copy: z.number().int(), onExisting: OnExisting, prefix: z.string() })
const Kept = z.strictObject({ plan: ImportPlan, begin: Begin.nullable(), bytes: z.number(), message: z.string().nullable(), failed: z.array(z.strictObject({ title: z.string(), message: z.string() })).default([]) })
export type ImportBegin = z.infer<typeof Begin>
export interface StoredImport { id: string; file: string; state: ImportState; made: number; total: number; plan: ImportPlan; begin: ImportBegin | null; bytes: number; message: string | null; /** Chapters that could not be written. */ failed: { title: string; message: string }[] }
export interface MadeKey { key: string; chapterId: string; path: string | null }

/** Imports and the keys of what they made, so that one goes on after a crash and a file is known when it comes again (09 §15 I4). */
export interface ImportStore {
  save(record: StoredImport): void
  get(id: string): StoredImport | null
  /** The newest import that a crash cut off. */
  cutOff(): StoredImport | null
  made(importId: string): MadeKey[]
  key(key: string): MadeKey | null
  keepKey(importId: string, made: MadeKey): void
}

interface Row { id: string; sourceHash: string; file: string; plan: string; state: string; made: number; total: number }

export function openImportStore(db: Database.Database, now: () => Date): ImportStore {
  const put = db.prepare('INSERT INTO Import (id, sourceHash, file, plan, state, made, total, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, state = excluded.state, made = excluded.made, total = excluded.total')
  const one = db.prepare<[string], Row>('SELECT * FROM Import WHERE id = ?')
  const running = db.prepare<[], Row>("SELECT * FROM Import WHERE state = 'running' ORDER BY at DESC, id DESC LIMIT 1")
  const keys = db.prepare<[string], MadeKey>('SELECT key, chapterId, path FROM ImportKey WHERE importId = ? AND chapterId IS NOT NULL')
  const key = db.prepare<[string], MadeKey>('SELECT key, chapterId, path FROM ImportKey WHERE key = ? AND chapterId IS NOT NULL')
  const keep = db.prepare('INSERT INTO ImportKey (key, importId, chapterId, path) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET importId = excluded.importId, chapterId = excluded.chapterId, path = excluded.path')
  return {
    save: (record) => {
      const { id, file, state, made, total, plan, begin, bytes, message, failed } = record
      put.run(id, plan.sourceHash, file, JSON.stringify({ plan, begin, bytes, message, failed }), state, made, total, now().toISOString())
    },
    get: (id) => read(one.get(id)),
    cutOff: () => read(running.get()),
    made: (importId) => keys.all(importId),
    key: (wanted) => key.get(wanted) ?? null,
    keepKey: (importId, made) => void keep.run(made.key, importId, made.chapterId, made.path),
  }
}

function read(row: Row | undefined): StoredImport | null {
  if (!row) return null
  const { plan, begin, bytes, message, failed } = Kept.parse(JSON.parse(row.plan))
  return { id: row.id, file: row.file, state: z.enum(['running', 'done', 'stopped', 'failed']).parse(row.state), made: row.made, total: row.total, plan, begin, bytes, message, failed }
}
