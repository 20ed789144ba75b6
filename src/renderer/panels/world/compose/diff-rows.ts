import type { Json } from '@shared/world'
import type { Attr, SubjectType } from '@shared/world-schema'
import { isRecord } from './draft-value'

/** One attribute that a write would change. Lists tell what comes and goes; anything else its two values. */
export interface DiffRow { readonly path: string; readonly label: string; readonly before: Json | undefined; readonly after: Json | undefined; readonly added: readonly Json[]; readonly removed: readonly Json[] }
type State = Readonly<Record<string, Json>>

const text = (value: Json | undefined): string => JSON.stringify(value) ?? ''

/** Entries of one list that the other lacks, each as often as it lacks them. */
function lacking(list: readonly Json[], other: readonly Json[]): Json[] {
  const left = other.map(text)
  return list.filter((one) => {
    const at = left.indexOf(text(one))
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

function row(path: string, label: string, before: Json | undefined, after: Json | undefined): DiffRow {
  const lists = Array.isArray(before ?? []) && Array.isArray(after ?? []) && (Array.isArray(before) || Array.isArray(after))
  const [old, now] = lists ? [(before ?? []) as Json[], (after ?? []) as Json[]] : [[], []]
  return { path, label, before, after, added: lacking(now, old), removed: lacking(old, now) }
}

function differences(before: State, after: State, attrs: Readonly<Record<string, Attr>>, path: string, words: readonly string[]): DiffRow[] {
  const names = [...new Set([...Object.keys(attrs), ...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [old, now] = [Object.hasOwn(before, name) ? before[name] : undefined, Object.hasOwn(after, name) ? after[name] : undefined]
    if (text(old) === text(now)) return []
    const attr = Object.hasOwn(attrs, name) ? attrs[name] : undefined
    const labels = [...words, attr?.label ?? name]
    const here = `${path}/${name}`
    const deep = isRecord(old ?? {}) && isRecord(now ?? {}) && (isRecord(old) || isRecord(now))
    if (deep) return differences((old ?? {}) as State, (now ?? {}) as State, (attr?.kind === 'object' ? attr.fields : undefined) ?? {}, here, labels)
    return [row(here, labels.join(' › '), old, now)]
  })
}

/** What differs between two states of a subject, in the schema's order. */
export const diffRows = (before: State | null, after: State | null, type: SubjectType | undefined): DiffRow[] => differences(before ?? {}, after ?? {}, type?.attrs ?? {}, '', [])
