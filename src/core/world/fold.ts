import type { Json } from '@shared/world'
import { canonical } from './json-value'
import { isReserved, joinPath } from './path'
import type { Place, Resolver } from './resolver'
import type { PatchRow } from './rows'
import { isIndex, type Target } from './targets'
import type { Attrs } from './types'

/** Why a patch was skipped (03 §8): `E1` no base for a relative change, `E3` no such place, `E4` through a reference, `E5` a whole memory. */
export type Skip = 'E1' | 'E3' | 'E4' | 'E5'
export interface Setter { sliceId: number; instant: bigint }
/** A subject's state with the newest slice that touched each path. */
export interface Folded { attrs: Attrs; setBy: Map<string, Setter> }
export const emptyFold = (): Folded => ({ attrs: {}, setBy: new Map() })

type Container = Json[] | { [key: string]: Json }
const isContainer = (value: Json | undefined): value is Container => value !== null && typeof value === 'object'

function get(container: Container, key: string): Json | undefined {
  if (Array.isArray(container)) return isIndex(key) ? container[Number(key)] : undefined
  return Object.hasOwn(container, key) ? container[key] : undefined
}

function set(container: Container, key: string, value: Json): void {
  if (Array.isArray(container)) container[Number(key)] = value
  else container[key] = value
}

const startsEmpty = (target: Target): boolean => target.kind === 'array' || (target.kind === 'embedding' && target.attr.form === 'array')
const isRelativeRemove = (patch: PatchRow): boolean => patch.op === 'remove' && patch.value !== null

/** Is the key impossible in this container: no index, or beyond the end? Removing what is absent is no trouble (03 §2). */
function isOutside(container: Container, key: string, patch: PatchRow): boolean {
  if (isReserved(key)) return true
  if (!Array.isArray(container)) return false
  return !isIndex(key) || (patch.op !== 'remove' && Number(key) >= container.length)
}

type Found = { parent: Container; key: string; /** The path that `setBy` knows: an array is one place. */ place: string } | Skip | 'absent'

/** Walks to the parent of the last segment, making missing objects for a replace and for an append that may start a list. */
function parentOf(attrs: Attrs, patch: PatchRow, { segments, target, lists }: Place): Found {
  const makes = patch.op === 'replace' || (patch.op === 'append' && startsEmpty(target))
  let parent: Container = attrs
  let place = -1
  for (let i = 0; ; i += 1) {
    const key = segments[i] ?? ''
    if (isOutside(parent, key, patch)) return 'E3'
    if (Array.isArray(parent) && place < 0) place = i
    if (i === segments.length - 1) return { parent, key, place: place < 0 ? patch.path : joinPath(segments.slice(0, place)) }
    const inner = get(parent, key)
    if (inner === undefined) {
      if (!makes) return patch.op === 'remove' ? 'absent' : 'E1'
      if (lists.includes(i + 1)) return 'E3'
      const made: Container = {}
      set(parent, key, made)
      parent = made
    } else if (isContainer(inner)) parent = inner
    else return typeof inner === 'string' && inner.startsWith('subject://') ? 'E4' : 'E3'
  }
}

/** Removed places have no setter, and a new whole has no parts set before it. */
function forgetBelow(folded: Folded, place: string): void {
  const start = `${place}/`
  for (const path of folded.setBy.keys()) if (path.startsWith(start)) folded.setBy.delete(path)
}

function touched(folded: Folded, patch: PatchRow, place: string, old: Json | undefined): void {
  if (isContainer(old) && patch.op === 'replace') forgetBelow(folded, place)
  folded.setBy.set(place, { sliceId: patch.sliceId, instant: patch.instant })
}

function isEmptyWhole(value: Json): boolean {
  return isContainer(value) && Object.keys(value).length === 0
}

function increment(old: Json | undefined, by: Json, target: Target): number | null {
  if (typeof old !== 'number' || typeof by !== 'number') return null
  const sum = old + by
  const whole = target.kind === 'scalar' && target.attr.type === 'int'
  return (whole ? Number.isSafeInteger(sum) : Number.isFinite(sum)) ? sum : null
}

function removeAt(folded: Folded, patch: PatchRow, { parent, key, place }: Exclude<Found, string>, old: Json | undefined): null {
  if (old === undefined) return null
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 1)
    touched(folded, patch, place, undefined)
    return null
  }
  delete parent[key]
  if (isContainer(old)) forgetBelow(folded, place)
  folded.setBy.delete(place)
  return null
}

function removeValue(folded: Folded, patch: PatchRow, found: Exclude<Found, string>, old: Json | undefined): Skip | null {
  if (old === undefined) return null
  if (!Array.isArray(old)) return 'E1'
  const gone = canonical(JSON.parse(patch.value ?? 'null') as Json)
  const left = old.filter((item) => canonical(item) !== gone)
  if (left.length === old.length) return null
  set(found.parent, found.key, left)
  touched(folded, patch, found.place, undefined)
  return null
}

function append(folded: Folded, patch: PatchRow, found: Exclude<Found, string>, old: Json | undefined, target: Target): Skip | null {
  if (old === undefined ? !startsEmpty(target) : !Array.isArray(old)) return 'E1'
  const value = JSON.parse(patch.value ?? 'null') as Json
  const list = Array.isArray(old) ? old : []
  if (old === undefined) set(found.parent, found.key, list)
  if (target.kind === 'array' && target.attr.kind === 'collection') {
    const same = canonical(value)
    if (list.some((item) => canonical(item) === same)) return null
  }
  list.push(value)
  touched(folded, patch, found.place, undefined)
  return null
}

/** Applies one patch in place (03 §4, §8); gives why it was skipped, or null. */
export function applyPatch(folded: Folded, patch: PatchRow, place: Place): Skip | null {
  const found = parentOf(folded.attrs, patch, place)
  if (found === 'absent') return null
  if (typeof found === 'string') return found
  const old = get(found.parent, found.key)
  switch (patch.op) {
    case 'replace': {
      const value = JSON.parse(patch.value ?? 'null') as Json
      if (place.target.kind === 'embedding' && !isEmptyWhole(value)) return 'E5'
      set(found.parent, found.key, value)
      touched(folded, patch, found.place, old)
      return null
    }
    case 'increment': {
      const sum = increment(old, JSON.parse(patch.value ?? 'null') as Json, place.target)
      if (sum === null) return 'E1'
      set(found.parent, found.key, sum)
      touched(folded, patch, found.place, old)
      return null
    }
    case 'remove': return isRelativeRemove(patch) ? removeValue(folded, patch, found, old) : removeAt(folded, patch, found, old)
    case 'append': return append(folded, patch, found, old, place.target)
  }
}

export interface Skipped { patch: PatchRow; skip: Skip }

/** Applies patches in the order given; what could not be applied is told (03 §4). */
export function applyAll(folded: Folded, patches: Iterable<PatchRow>, type: string, resolver: Resolver): Skipped[] {
  const skipped: Skipped[] = []
  for (const patch of patches) {
    const skip = applyPatch(folded, patch, resolver.at(type, patch.path))
    if (skip !== null) skipped.push({ patch, skip })
  }
  return skipped
}
