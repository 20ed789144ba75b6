import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import type Database from 'better-sqlite3'
import { fail, isFault } from '@shared/fault'
import { below } from '../project/paths/contain'
import type { Env } from '../project/types'

/** Folders outside the project that the author let one session write in (06 §1.1). Looked up at every call. */
export interface WriteRoots {
  /** What this session may write now: its own grants, as far as every ancestor has them too (05 §5). */
  of(sessionId: number): string[]
  /** The author's act. PATH_INVALID, NOT_FOUND, WRITE_ROOT_REFUSED. */
  grant(sessionId: number, folder: string): void
  revoke(sessionId: number, folder: string): void
  /** The folder of a refused path that could be granted: the nearest that exists, or null when that would be too much. */
  offer(path: string): string | null
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
      if (roots.length === 0) return roots
      for (let at = parent.get(sessionId)?.parentId ?? null; at !== null && roots.length > 0; at = parent.get(at)?.parentId ?? null) {
        const above = own(at)
        roots = roots.filter((root) => above.some((folder) => below(folder, root) !== null))
      }
      return roots
    },
    grant(sessionId, folder) {
      if (!isAbsolute(folder)) fail('PATH_INVALID', `"${folder}" is no absolute path.`, { actual: folder })
      const real = realOf(folder)
      const why = tooMuch(real, env.home)
      if (why !== null) fail('WRITE_ROOT_REFUSED', `${real} ${why}.`, { actual: real, fix: 'Choose a folder of its own.' })
      insert.run(sessionId, real, env.now().toISOString())
    },
    offer: (path) => nearestFolder(path, env.home),
    revoke(sessionId, folder) {
      remove.run(sessionId, folder)
    },
  }
}

function realOf(folder: string): string {
  try {
    const real = realpathSync(folder)
    return statSync(real).isDirectory() ? real : fail('NOT_A_FOLDER', `${folder} is not a folder.`, { actual: folder })
  } catch (error) {
    if (isFault(error)) throw error
    return fail('NOT_FOUND', `The folder ${folder} does not exist.`, { actual: folder })
  }
}

/** Why a folder is not to be granted: it holds far more than one piece of work. */
function tooMuch(real: string, appHome: string): string | null {
  if (dirname(real) === real) return 'is the whole machine'
  if (below(real, homedir()) !== null) return 'holds your whole home'
  return below(appHome, real) !== null || below(real, appHome) !== null ? 'holds the app\'s own files' : null
}

function nearestFolder(path: string, appHome: string): string | null {
  if (!isAbsolute(path)) return null
  for (let at = dirname(path); ; at = dirname(at)) {
    try {
      const real = realOf(at)
      return tooMuch(real, appHome) === null ? real : null
    } catch {
      if (dirname(at) === at) return null
    }
  }
}
