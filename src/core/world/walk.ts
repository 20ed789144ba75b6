import { isWithin, overlap } from './path'
import type { PatchRow } from './rows'
import { maxInstant } from './rows'
import type { View } from './view'

/** An advisory of 03 §8: a later patch that a change makes count from another base (A1), or that hides the change (A2). */
export interface Advice { label: 'A1' | 'A2'; /** The changed patch. */ from: PatchRow; /** The later one it meets. */ met: PatchRow }

const isWhole = ({ op, value }: PatchRow): boolean => op === 'replace' || (op === 'remove' && value === null)

function walk(from: PatchRow, later: readonly PatchRow[]): Advice[] {
  const told = new Set<string>()
  const found: Advice[] = []
  for (const met of later) {
    if (!overlap(met.path, from.path)) continue
    const label = isWhole(met) ? 'A2' : isWhole(from) ? 'A1' : null
    if (label !== null && !told.has(met.path)) {
      told.add(met.path)
      found.push({ label, from, met })
    }
    if (isWhole(met) && isWithin(from.path, met.path)) break
  }
  return found
}

/** What changed patches mean for later ones of their subjects: the walk of 03 §8. `view` holds the change already; each finding once. */
export function advise(view: View, changed: readonly PatchRow[]): Advice[] {
  const found = new Map<string, Advice>()
  for (const [subjectId, patches] of Map.groupBy(changed, (patch) => patch.subjectId)) {
    const earliest = patches.reduce((least, { instant }) => (instant < least ? instant : least), maxInstant)
    const history = earliest === maxInstant ? [] : view.history(subjectId, earliest + 1n, maxInstant)
    const alike = new Map(patches.map((patch) => [`${patch.instant} ${isWhole(patch)} ${patch.path}`, patch]))
    for (const patch of alike.values()) {
      const later = history.filter(({ instant, sliceId }) => instant > patch.instant && sliceId !== patch.sliceId)
      for (const advice of walk(patch, later)) {
        const key = `${advice.label} ${advice.met.id}`
        if (!found.has(key)) found.set(key, advice)
      }
    }
  }
  return [...found.values()]
}
