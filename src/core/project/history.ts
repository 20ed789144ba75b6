import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Version } from '@shared/procedures/files'
import { countWords } from '@shared/word-count'
import { hashBytes } from './hash'
import type { Blobs, Emit, Env, History } from './types'

interface Row { id: string; path: string; at: string; reason: Version['reason']; name: string | null; words: number; hash: string; actor: string }
const asVersion = ({ actor, ...row }: Row): Version => ({ ...row, by: actor })

/** Versions of texts (09 §5 History): rows in sessions.sqlite, texts as blobs. */
export function createHistory(options: { db: Database.Database; blobs: Blobs; env: Env; emit: Emit }): History {
  const { db, blobs, env, emit } = options
  const newest = db.prepare('SELECT * FROM Version WHERE path = ? ORDER BY at DESC, id DESC LIMIT 1')
  const insert = db.prepare('INSERT INTO Version (id, path, at, reason, name, words, hash, actor) VALUES (@id, @path, @at, @reason, @name, @words, @hash, @actor)')
  const list = db.prepare('SELECT * FROM Version WHERE path = ? ORDER BY at DESC, id DESC')
  const one = db.prepare('SELECT * FROM Version WHERE id = ?')
  const move = db.prepare("UPDATE Version SET path = @to || substr(path, length(@from) + 1) WHERE path = @from OR substr(path, 1, length(@from) + 1) = @from || '/'")
  return {
    keep: async (path, text, reason, by, name = null) => {
      const bytes = Buffer.from(text, 'utf8')
      const last = newest.get(path) as Row | undefined
      if (last !== undefined && last.hash === hashBytes(bytes) && name === null) return asVersion(last)
      const hash = await blobs.put(bytes)
      const row: Row = { id: env.id('ve'), path, at: env.now().toISOString(), reason, name, words: countWords(text).words, hash, actor: by }
      insert.run(row)
      emit({ type: 'version.added', path })
      return asVersion(row)
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
