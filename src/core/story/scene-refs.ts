import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Scene } from '@shared/story'
import type { FieldsOf } from './fields'
import { isContentPath } from './content-path'
import { one } from './prepared'
import { tables } from './rows'

type Given = NonNullable<FieldsOf<'scene'>['refs']>
const scheme = /^(thread|scene):\/\/(.*)$/u

const isStoryTarget = (target: string): boolean => /^scene:\/\/[1-9]\d{0,18}$|^thread:\/\/([1-9]\d{0,18}|[a-z0-9]+(-[a-z0-9]+)*)$/u.test(target)

/** Checked refs as the JSON of the row; REF_INVALID lists every malformed or repeated one (02 §5). */
export function refsColumn(refs: Given): string {
  const seen = new Set<string>()
  const wrong = refs.flatMap((ref, i) => {
    const key = `${ref.relation}\n${ref.target}`
    const repeated = seen.has(key)
    seen.add(key)
    if (repeated) return [{ pointer: `/refs/${i}`, message: `repeats ${ref.relation} ${ref.target}.` }]
    return isContentPath(ref.target) || isStoryTarget(ref.target) ? [] : [{ pointer: `/refs/${i}/target`, message: `actual "${ref.target}"; expected a content path, thread://id or scene://id.` }]
  })
  if (wrong.length > 0) {
    fail('REF_INVALID', `${wrong.length} of ${refs.length} refs cannot be kept.`, { pointer: wrong[0]?.pointer ?? '/refs', problems: wrong, fix: 'Give each relation and target once, well formed.' })
  }
  return JSON.stringify(refs.map(({ relation, target, visibility, note = null }) => ({ relation, target, visibility, note })))
}

export interface EffectiveRef { relation: string; target: string; visibility: string; note: string | null; valid: boolean }

function resolve(db: Database.Database, target: string, exists: (path: string) => boolean): { target: string; valid: boolean } {
  const [, kind, key] = scheme.exec(target) ?? []
  if (kind !== 'thread' && kind !== 'scene') return { target, valid: exists(target) }
  const by = kind === 'thread' && !/^\d+$/u.test(key ?? '') ? 'name' : 'id'
  const row = one<{ id: number }>(db, `SELECT id FROM ${tables[kind].table} WHERE ${by} = ?`, key)
  return row ? { target: `${kind}://${row.id}`, valid: true } : { target, valid: false }
}

/** Refs as readers use them: names resolved to ids, duplicates out, `valid` (02 §5). */
export function effectiveRefs(db: Database.Database, refs: Scene['refs'], exists: (path: string) => boolean): EffectiveRef[] {
  const found = new Map<string, EffectiveRef>()
  for (const ref of refs) {
    const { target, valid } = resolve(db, ref.target, exists)
    const key = `${ref.relation}\n${target}`
    if (!found.has(key)) found.set(key, { relation: ref.relation, target, visibility: ref.visibility, note: ref.note ?? null, valid })
  }
  return [...found.values()]
}
