import type Database from 'better-sqlite3'
import { statements } from '../project/statements'
import { bytesOf, floats } from '../world/search/vector-store'
import type { SubjectSource } from './subject-path'

const { all, one, prepared } = statements((db, sql) => db.prepare<unknown[]>(sql))

/** Vectors of one subject's one source, all of one model and length. */
export interface Partition { sourceHash: string; model: string; dimensions: number; dirty: boolean }
interface PartitionRow { sourceHash: string; model: string; dimensions: number; dirty: number }

/** Where vectors of subjects are kept. `mayWrite`: a project held by another only reads. */
export interface SubjectIndex {
  partition(subjectId: string, source: SubjectSource): Partition | null
  vectors(subjectId: string, source: SubjectSource): Map<string, Float32Array>
  /** Exactly these, in one commit; what is not among them is forgotten. */
  replace(subjectId: string, source: SubjectSource, partition: Omit<Partition, 'dirty'>, vectors: ReadonlyMap<string, Float32Array>): void
  markDirty(subjectId: string, source: SubjectSource): void
  summary(): { texts: number; models: string[] }
  clear(): number
}

export function openSubjectIndex(db: Database.Database, mayWrite: () => boolean): SubjectIndex {
  const run = (sql: string, ...values: unknown[]): number => prepared(db, sql).run(...values).changes
  return {
    partition(subjectId, source) {
      const row = one<PartitionRow>(db, 'SELECT sourceHash, model, dimensions, dirty FROM SubjectPartition WHERE subjectId = ? AND source = ?', subjectId, source)
      return row === undefined ? null : { ...row, dirty: row.dirty === 1 }
    },
    vectors: (subjectId, source) => new Map(all<{ textHash: string; vector: Buffer }>(db, 'SELECT textHash, vector FROM SubjectVector WHERE subjectId = ? AND source = ?', subjectId, source).map(({ textHash, vector }) => [textHash, floats(vector)])),
    replace(subjectId, source, { sourceHash, model, dimensions }, vectors) {
      if (!mayWrite()) return
      db.transaction(() => {
        run('DELETE FROM SubjectVector WHERE subjectId = ? AND source = ?', subjectId, source)
        for (const [hash, vector] of vectors) run('INSERT INTO SubjectVector (subjectId, source, textHash, vector) VALUES (?, ?, ?, ?)', subjectId, source, hash, bytesOf(vector))
        run('INSERT OR REPLACE INTO SubjectPartition (subjectId, source, sourceHash, model, dimensions, dirty) VALUES (?, ?, ?, ?, ?, 0)', subjectId, source, sourceHash, model, dimensions)
      }).immediate()
    },
    markDirty: (subjectId, source) => { if (mayWrite()) run('UPDATE SubjectPartition SET dirty = 1 WHERE subjectId = ? AND source = ?', subjectId, source) },
    summary: () => ({
      texts: one<{ n: number }>(db, 'SELECT count(*) AS n FROM SubjectVector')?.n ?? 0,
      models: all<{ model: string }>(db, 'SELECT DISTINCT model FROM SubjectPartition WHERE dimensions > 0 ORDER BY model').map(({ model }) => model),
    }),
    clear: () => db.transaction(() => {
      const count = run('DELETE FROM SubjectVector')
      run('DELETE FROM SubjectPartition')
      return count
    }).immediate(),
  }
}
