import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import { below } from '../project/paths/contain'
import type { Env } from '../project/types'

/** Folders outside the project that the author let one session write in (06 §1.1). Looked up at every call. */
export interface WriteRoots {
  /** What this session may write now: its own grants, as far as every ancestor has them too (05 §5). */
  of(sessionId: number): string[]
  /** The author's act. PATH_INVALID, NOT_FOUND. */
  grant(sessionId: number, folder: string): void
  revoke(sessionId: number, folder: string): void
}

export function createWriteRoots(db: Database.Database, env: Env): WriteRoots {
  const select = db.prepare<[number], { path: string }>('SELECT path FROM WriteRoot WHERE sessionId = ? ORDER BY path')
  const parent = db.prepare<[number], { parentId: number | null }>('SELECT parentId FROM Session WHERE id = ?')
  const insert = db.prepare('INSERT OR IGNORE INTO WriteRoot (sessionId, path, at) VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM WriteRoot WHERE sessionId = ? AND path = ?')
  const own = (sessionId: number): string[] => select.all(sessionId).map((row) => row.path).filter((path) => isAbsolute(path))
  return {
    of(sessionId) {
      let roots = own(sessionId)
      for (let at = parent.get(sessionId)?.parentId ?? null; at !== null && roots.length > 0; at = parent.get(at)?.parentId ?? null) {
        const above = own(at)
        roots = roots.filter((root) => above.some((folder) => below(folder, root) !== null))
      }
      return roots
    },
    grant(sessionId, folder) {
      if (!isAbsolute(folder)) fail('PATH_INVALID', `"${folder}" is no absolute path.`, { actual: folder })
      insert.run(sessionId, realOf(folder), env.now().toISOString())
    },
    revoke(sessionId, folder) {
      remove.run(sessionId, folder)
    },
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return fail('NOT_FOUND', `The folder ${folder} does not exist.`, { actual: folder })
  }
}
