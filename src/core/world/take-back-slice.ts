import { diff3Merge } from 'node-diff3'
import { planHide, planRestore } from './edit-slice'
import { timeText } from './instants'
import { sliceExists } from './slice-fields'
import { imageOf, type SliceImage, type SlicePayload } from './slice-images'
import type { SliceHow } from './types'
import { rowsOf, type Plan, type WriteContext } from './write-slice'

export type SliceOutcome = { plan: Plan | null; merged: boolean } | { clash: { before: SliceImage | null; after: SliceImage; now: SliceImage } }

const headOf = ({ instant, title, summary, kind }: SliceImage): string => JSON.stringify({ instant, title, summary, kind })
const patchLines = (image: SliceImage): string[] => image.patches.map((patch) => JSON.stringify(patch))
const same = (a: SliceImage, b: SliceImage): boolean => a.hidden === b.hidden && headOf(a) === headOf(b) && JSON.stringify(a.patches) === JSON.stringify(b.patches)

/** Fields and patches that others changed since stay; null where the same ones were changed. */
function merged(before: SliceImage, after: SliceImage, now: SliceImage): SliceImage | null {
  const pick = <K extends 'instant' | 'title' | 'summary' | 'kind'>(key: K): SliceImage[K] | null => (before[key] === after[key] ? now[key] : now[key] === after[key] ? before[key] : null)
  const [instant, title, summary, kind] = [pick('instant'), pick('title'), pick('summary'), pick('kind')]
  if (instant === null || title === null || summary === null || kind === null) return null
  const parts = diff3Merge(patchLines(now), patchLines(after), patchLines(before), { excludeFalseConflicts: true })
  if (parts.some((part) => part.conflict !== undefined)) return null
  return { ...now, instant, title, summary, kind, patches: parts.flatMap((part) => part.ok ?? []).map((line) => JSON.parse(line) as SliceImage['patches'][number]) }
}

/** A plan that makes a slice what an image says. SLICE_EXISTS when its time is taken. */
function planImage({ view, files }: WriteContext, image: SliceImage): Plan {
  const row = view.slice(image.id)
  if (!row) throw new Error('the slice is not there')
  const instant = BigInt(image.instant)
  const there = view.sliceAt(instant)
  if (there && there.id !== image.id) sliceExists(there, timeText(files, instant), '/time')
  const next = { ...row, instant, title: image.title, summary: image.summary, kind: image.kind, hidden: false }
  const rows = rowsOf(view, next, image.patches.map((patch) => ({ ...patch, pointer: null })))
  return { slice: next, rows, fresh: [], changed: [...view.patchesOf(image.id), ...rows] }
}

/** How one journalled change of a slice is taken back (06 §7): made → hidden, hidden → back in time, changed → as it was. Subjects stay registered. */
export function planTakeBack(context: WriteContext, { from, to }: SlicePayload, how: SliceHow): SliceOutcome {
  const { view } = context
  const row = view.slice(to.id)
  const nothing: SliceOutcome = { plan: null, merged: false }
  if (!row) return nothing
  const now = imageOf(row, view.patchesOf(to.id))
  const wasThere = from !== null && !from.hidden
  if (to.hidden) return now.hidden ? { plan: planRestore(context, String(to.id), null), merged: false } : nothing
  if (now.hidden) return wasThere && how === 'ask' ? { clash: { before: from, after: to, now } } : nothing
  if (!wasThere) return same(now, to) || how === 'all' ? { plan: planHide(context, String(to.id)), merged: false } : { clash: { before: null, after: to, now } }
  if (same(now, to) || how === 'all') return { plan: planImage(context, from), merged: false }
  const both = merged(from, to, now)
  return both === null ? { clash: { before: from, after: to, now } } : { plan: planImage(context, both), merged: true }
}
