import { diffBounds } from './bounds'
import { diffBranches, diffRest } from './branches'
import { diffObject, noRenames, type Renames } from './objects'
import type { Change, Report, Schema } from './types'
import { at } from './types'
import { diffDefault, diffEnum, diffText, diffType } from './values'

const notes = ['description', 'title', '$comment', 'examples', 'deprecated', 'readOnly', 'writeOnly']

function diffNotes(before: Schema, after: Schema, pointer: string, report: Report): void {
  const changed = notes.find((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed !== undefined) report({ pointer: at(pointer, changed), case: 'text-only', verdict: 'compatible', why: `${changed} is worded anew`, warning: 'Run the tool-choice tests again.' })
}

/** Compares two schemas without `$ref`: is every value that was valid still valid, and does it mean the same (08 §10)? */
export function diffSchema(before: Schema, after: Schema, pointer: string, report: Report, renames: Renames = noRenames): void {
  const nested = (from: Schema, to: Schema, place: string) => diffSchema(from, to, place, report)
  diffType(before, after, pointer, report)
  diffEnum(before, after, pointer, report)
  diffText(before, after, pointer, report)
  diffBounds(before, after, pointer, report)
  diffDefault(before, after, pointer, report)
  diffObject(before, after, pointer, renames, nested, report)
  diffBranches(before, after, pointer, changesOf, report)
  diffRest(before, after, pointer, nested, report)
  diffNotes(before, after, pointer, report)
}

function changesOf(before: Schema, after: Schema, pointer: string): Change[] {
  const changes: Change[] = []
  diffSchema(before, after, pointer, (change) => changes.push(change))
  return changes
}
