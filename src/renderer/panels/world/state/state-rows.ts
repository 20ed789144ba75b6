import type { Json } from '@shared/world'
import type { StateBy } from '@shared/procedures/world'
import type { Attr, SubjectType } from '@shared/world-schema'
import { isRecord } from '../compose/draft-value'
import { escaped } from '../compose/places'

/** One attribute of a state as the panel lists it; `depth` 1 is a part of the row above. */
export interface StateRow { readonly path: string; readonly name: string; readonly label: string; readonly desc: string | null; readonly depth: number; readonly value: Json | undefined; readonly by: StateBy | null }

const within = (path: string, other: string): boolean => path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`)

/** The newest slice that touched a path, a part of it, or what holds it. */
function newestOf(path: string, setBy: readonly StateBy[]): StateBy | null {
  let newest: StateBy | null = null
  for (const by of setBy) if (within(by.path, path) && (newest === null || BigInt(by.instant) >= BigInt(newest.instant))) newest = by
  return newest
}

/** Rows of one object: declared parts in the schema's order, then what it holds besides. */
function rowsOf(values: Readonly<Record<string, Json>>, attrs: Readonly<Record<string, Attr>>, above: { path: string; depth: number }, setBy: readonly StateBy[]): StateRow[] {
  const names = [...Object.keys(attrs).filter((name) => Object.hasOwn(values, name)), ...Object.keys(values).filter((name) => !Object.hasOwn(attrs, name))]
  return names.flatMap((name) => {
    const attr = Object.hasOwn(attrs, name) ? attrs[name] : undefined
    const path = `${above.path}/${escaped(name)}`
    const value = values[name]
    const fields = attr?.kind === 'object' ? attr.fields : undefined
    const row = { path, name, label: attr?.label ?? name, desc: attr?.desc ?? null, depth: above.depth, by: newestOf(path, setBy) }
    if (!fields || !isRecord(value) || above.depth > 1) return [{ ...row, value }]
    return [{ ...row, value: undefined }, ...rowsOf(value, fields, { path, depth: above.depth + 1 }, setBy)]
  })
}

export const stateRows = (attrs: Readonly<Record<string, Json>>, setBy: readonly StateBy[], type: SubjectType | undefined): StateRow[] => rowsOf(attrs, type?.attrs ?? {}, { path: '', depth: 0 }, setBy)
