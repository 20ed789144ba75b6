import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Version } from '@shared/procedures/files'
import { countWords } from '@shared/word-count'
import { wordsOfFile } from './counted-words'
import { hashBytes } from './hash'
import { inParallel } from './in-parallel'
import type { Blobs, Emit, Env, History, KeptText } from './types'

interface Row { id: string; path: string; at: string; reason: Version['reason']; name: string | null; words: number; hash: string; actor: string }
const asVersion = ({ actor, ...row }: Row): Version => ({ ...row, by: actor })

type ToKeep = Pick<KeptText, 'path' | 'text'> & Partial<KeptText>
const wordsOf = (kept: ToKeep): number => (kept.fileHash === undefined ? countWords(kept.text) : wordsOfFile(kept.fileHash, kept.text)).words

/** Versions of texts (09 §5 History): rows in sessions.sqlite, texts as blobs. */
export function createHistory(options: { db: Database.Database; blobs: Blobs; env: Env; emit: Emit }): History {
  const { db, blobs, env, emit } = options
  // As the index has them: rows of one moment in the order in which they were made.
  const newest = db.prepare('SELECT * FROM Version WHERE path = ? ORDER BY at DESC, rowid DESC LIMIT 1')
  const newestHashes = db.prepare('SELECT value AS path, (SELECT hash FROM Version WHERE path = value ORDER BY at DESC, rowid DESC LIMIT 1) AS hash FROM json_each(?)')
  const insert = db.prepare('INSERT INTO Version (id, path, at, reason, name, words, hash, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const add = ({ id, path, at, reason, name, words, hash, actor }: Row): unknown => insert.run(id, path, at, reason, name, words, hash, actor)
  const list = db.prepare('SELECT * FROM Version WHERE path = ? ORDER BY at DESC, id DESC')
  const one = db.prepare('SELECT * FROM Version WHERE id = ?')
  const move = db.prepare("UPDATE Version SET path = @to || substr(path, length(@from) + 1) WHERE path = @from OR substr(path, 1, length(@from) + 1) = @from || '/'")
  /** The row for a text whose blob is on the disk then; null: `last`, the hash of the newest version, is that of the text. */
  const rowOf = async (kept: ToKeep, reason: Version['reason'], by: string, last: string | null, name: string | null = null): Promise<Row | null> => {
    const bytes = kept.stored?.bytes ?? Buffer.from(kept.text, 'utf8')
    const hash = kept.stored?.hash ?? hashBytes(bytes)
    if (last === hash && name === null) return null
    if (kept.stored === undefined || kept.stored === null) await blobs.put(bytes, hash)
    return { id: env.id('ve'), path: kept.path, at: env.now().toISOString(), reason, name, words: wordsOf(kept), hash, actor: by }
  }
  return {
    keep: async (path, text, reason, by, name = null) => {
      const last = newest.get(path) as Row | undefined
      const row = await rowOf({ path, text }, reason, by, last?.hash ?? null, name)
      // There is no new row only where a newest one is equal.
      if (row === null) return asVersion(last as Row)
      add(row)
      emit({ type: 'version.added', path })
      return asVersion(row)
    },
    readyAll: async (texts, reason, by) => {
      const hashes = new Map((newestHashes.all(JSON.stringify(texts.map((one) => one.path))) as { path: string; hash: string | null }[]).map((one) => [one.path, one.hash]))
      const rows = (await inParallel(texts, (one) => rowOf(one, reason, by, hashes.get(one.path) ?? null))).filter((row) => row !== null)
      return {
        note: () => { for (const row of rows) add(row) },
        tell: () => { for (const { path } of rows) emit({ type: 'version.added', path }) },
      }
    },
    list: (path) => (list.all(path) as Row[]).map(asVersion),
    text: async (id) => {
      const row = one.get(id) as Row | undefined
      if (row === undefined) fail('NOT_FOUND', `There is no version ${id}.`)
      const bytes = await blobs.get(row.hash)
      if (bytes === null) fail('VERSION_LOST', `The text of the version of ${row.path} from ${row.at} is no longer there.`)
      return { version: asVersion(row), text: Buffer.from(bytes).toString('utf8') }
    },
    moved: (from, to) => {
      move.run({ from, to })
    },
  }
}
