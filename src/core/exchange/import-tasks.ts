import { createHash } from 'node:crypto'
import { fail } from '@shared/fault'
import type { ImportPlan } from '@shared/import-plan'
import { assertLossless, proveCoverage } from './coverage'
import { importUnits, isVolume, textOf } from './import-units'
import type { ImportUnit } from './import-units'
import { provesProse, toProse } from './to-prose'

/** One act or chapter to make; `start` (where its row begins in the source) is its identity across runs and edits. */
export interface ImportTask {
  kind: 'act' | 'chapter'
  unit: ImportUnit
  title: string
  key: (copy: number) => string
  /** Row id of the act it belongs to. */
  actRow: string | null
}

/**
 * `sha256(source hash : place : copy)`. The place is the row's start in the decoded text rather than its number, so that
 * merging or splitting other rows does not make one chapter look like another.
 */
export function importKey(sourceHash: string, place: string, copy = 0): string {
  return createHash('sha256').update(`${sourceHash}:${place}:${copy}`).digest('hex')
}

/** A volume row with text of its own makes an act and a chapter at one place. */
export const placeOf = (kind: 'act' | 'chapter', start: number): string => (kind === 'act' ? `act-${start}` : String(start))

/** What a plan makes, in order, an act before its chapters. A volume row with text of its own gives an act and a first chapter in it. */
export function importTasks(plan: ImportPlan, text: string): ImportTask[] {
  const tasks = importUnits(plan.rows).flatMap((unit): ImportTask[] => {
    const { id, title, start } = unit.row
    const task = (kind: 'act' | 'chapter', actRow: string | null): ImportTask => ({
      kind, unit, title, actRow, key: (copy) => importKey(plan.sourceHash, placeOf(kind, start), copy),
    })
    if (!isVolume(unit.row)) return [task('chapter', unit.volumeId)]
    return /\S/.test(textOf(unit, text)) ? [task('act', id), task('chapter', id)] : [task('act', id)]
  })
  const [act, first] = [tasks.find((task) => task.kind === 'act'), tasks[0]]
  return act === undefined || act === first ? tasks : [act, ...tasks.filter((task) => task !== act)]
}

/** Refuses (`IMPORT_COVERAGE`, `IMPORT_LOSSY`, `IMPORT_PROSE`) unless every character is accounted for and every prose equals its source. */
export async function checkImport(plan: ImportPlan, text: string, tasks: readonly ImportTask[], signal?: AbortSignal): Promise<void> {
  const proof = proveCoverage(plan, text)
  if (!proof.ok) fail('IMPORT_COVERAGE', `The plan does not cover the whole text: ${proof.problems.slice(0, 3).join('; ')}`, { actual: String(proof.coverage), expected: '1' })
  assertLossless(plan)
  for (const [index, { unit }] of tasks.entries()) {
    if (signal?.aborted === true) return
    const source = textOf(unit, text)
    if (!provesProse(source, toProse(source))) fail('IMPORT_PROSE', `The prose of ${unit.row.title} would differ from its source.`, { pointer: `/rows/${unit.row.id}` })
    if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve))
  }
}
