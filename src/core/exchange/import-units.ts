import type { ImportPlan, ImportRow } from '@shared/import-plan'

/** A ticked row with the unticked rows below it: one act or one chapter as it will be made. */
export interface ImportUnit {
  row: ImportRow
  rows: ImportRow[]
  /** Stretches of the text that become its prose, in order. */
  pieces: { start: number, end: number }[]
  words: number
  /** Row id of the act it belongs to. */
  volumeId: string | null
}

/** What the plan makes, in reading order; skipped rows are left out (`skippedRows` has them). What stands before the first act joins it: outside every act it would be shown last. */
export function importUnits(rows: readonly ImportRow[]): ImportUnit[] {
  const all = groups(rows)
  let volumeId = all.find(([head]) => head !== undefined && isVolume(head) && head.skipped === null)?.[0]?.id ?? null
  return all.flatMap(([head, ...followers]) => {
    if (head?.noAct === true) volumeId = null
    if (head === undefined || head.skipped !== null) return []
    const kept = followers.filter((row) => row.skipped === null)
    if (isVolume(head)) volumeId = head.id
    const pieces = [{ start: head.ticked ? head.bodyStart : head.start, end: head.end }, ...kept.map(({ start, end }) => ({ start, end }))]
    const taken = [head, ...kept]
    return [{ row: head, rows: taken, pieces, words: taken.reduce((sum, row) => sum + row.words, 0), volumeId: isVolume(head) ? null : volumeId }]
  })
}

/** Stretches the author chose to leave out: the row that carries the reason and all rows that go with it. */
export function skippedRows(rows: readonly ImportRow[]): { row: ImportRow, rows: ImportRow[] }[] {
  return groups(rows).flatMap((group) => {
    const [head] = group
    if (head !== undefined && head.skipped !== null) return [{ row: head, rows: group }]
    return group.filter((row) => row.skipped !== null).map((row) => ({ row, rows: [row] }))
  })
}

/** The row an unticked row belongs to; the first row has none above it and stands for itself. */
export function headOf(plan: ImportPlan, rowId: string): ImportRow | undefined {
  return groups(plan.rows).find((group) => group.some((row) => row.id === rowId))?.[0]
}

export const isVolume = (row: ImportRow): boolean => row.kind === 'volume' && row.ticked

export function textOf(unit: ImportUnit, text: string): string {
  return unit.pieces.map(({ start, end }) => text.slice(start, end)).join('')
}

function groups(rows: readonly ImportRow[]): ImportRow[][] {
  const all: ImportRow[][] = []
  for (const row of rows) {
    const open = all.at(-1)
    if (row.ticked || open === undefined) all.push([row])
    else open.push(row)
  }
  return all
}
