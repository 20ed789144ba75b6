import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import { isContentPath } from './content-path'
import { one } from './prepared'
import type { Problem } from './problems'
import { tables } from './rows'

const scheme = /^(promise|decision|thread|scene):\/\/([1-9]\d{0,18})$/u
type Exists = (path: string) => boolean

/** Why a reference of `serves` or `dependsOn` cannot be kept; null when it leads somewhere (02 §5). */
function wrongWith(db: Database.Database, target: string, exists: Exists): 'malformed' | 'unknown' | null {
  const [, kind, id] = scheme.exec(target) ?? []
  if (kind === 'promise' || kind === 'decision' || kind === 'thread' || kind === 'scene') {
    return one(db, `SELECT 1 FROM ${tables[kind].table} WHERE id = ?`, id) === undefined ? 'unknown' : null
  }
  if (!isContentPath(target)) return 'malformed'
  return exists(target) ? null : 'unknown'
}

export interface CheckedRef { target: string; valid: boolean }

/** References as readers see them: kept as written, `valid` while they lead somewhere. */
export const checkedRefs = (db: Database.Database, targets: readonly string[], exists: Exists): CheckedRef[] => targets.map((target) => ({ target, valid: wrongWith(db, target, exists) === null }))

/** Given lists as JSON columns; one REF_INVALID names every malformed and unknown one (02 §5). */
export function decisionRefs<K extends string>(db: Database.Database, given: Readonly<Record<K, readonly string[] | undefined>>, exists: Exists): Partial<Record<K, string>> {
  const problems: Problem[] = []
  const columns: Partial<Record<K, string>> = {}
  for (const [field, targets] of Object.entries(given) as [K, readonly string[] | undefined][]) {
    if (targets === undefined) continue
    targets.forEach((target, i) => {
      const wrong = wrongWith(db, target, exists)
      if (wrong === 'unknown') problems.push({ pointer: `/${field}/${i}`, message: `there is no ${target}.` })
      if (wrong === 'malformed') problems.push({ pointer: `/${field}/${i}`, message: `actual "${target}"; expected promise://, decision://, thread:// or scene:// with an id, or a relative content path.` })
    })
    columns[field] = JSON.stringify(targets)
  }
  if (problems.length > 0) {
    fail('REF_INVALID', `${problems.length} ${problems.length === 1 ? 'reference leads' : 'references lead'} nowhere.`, { pointer: problems[0]?.pointer ?? '/', problems, fix: 'Correct or leave out these references.' })
  }
  return columns
}
