import type Database from 'better-sqlite3'
import { hasEngine, one, run } from '../statements'
import type { VectorStore } from './search-text'

const find = 'SELECT vector FROM WorldVector WHERE textHash = ? AND model = ? AND dimensions = ?'
const insert = 'INSERT OR REPLACE INTO WorldVector (textHash, model, dimensions, vector) VALUES (?, ?, ?, ?)'

/** Vectors in the project's own database (03 §9): system data, made again when they are lost. `mayWrite`: a project held by another only reads. */
export function openVectorStore(db: Database.Database, mayWrite: () => boolean): VectorStore {
  return {
    get: (hashes, model, dimensions) => new Map(!hasEngine(db) ? [] : hashes.flatMap((hash) => {
      const row = one<{ vector: Buffer }>(db, find, hash, model, dimensions)
      return row === undefined ? [] : [[hash, floats(row.vector)] as const]
    })),
    put: (rows, model) => {
      if (!mayWrite()) return
      db.transaction(() => {
        for (const [hash, vector] of rows) run(db, insert, hash, model, vector.length, bytesOf(vector))
      }).immediate()
    },
  }
}

/** A vector as a database keeps it. */
export const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** Copied: a buffer of the database need not begin where a float may. */
export function floats(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes)
  return new Float32Array(copy.buffer, 0, Math.floor(copy.length / 4))
}
