import type { ImportPlan, ImportRow, NotTaken } from '@shared/import-plan'
import { countWords } from '@shared/word-count'
import { findAdverts } from './adverts'
import { proveRows } from './coverage'
import { importUnits, isVolume, skippedRows } from './import-units'
import type { Segment } from './split-headings'

/** What a plan knows about its source, apart from the rows. */
export type PlanSource = Pick<ImportPlan, 'format' | 'sourceHash' | 'encoding' | 'confidence' | 'alternatives' | 'invalidSequences' | 'rule'>

export function buildPlan(source: PlanSource, text: string, segments: readonly Segment[], notTaken: NotTaken[]): ImportPlan {
  const adverts = findAdverts(text)
  let next = 0
  const rows = segments.map((segment): ImportRow => {
    const before = next
    while (next < adverts.length && (adverts[next] ?? 0) < segment.end) next++
    const { kind, title, line, start, bodyStart, end, ticked, reason, noAct, skipped = null } = segment
    const replaced = replacedIn(source, text, start, end)
    const row = { id: rowId(start), kind, title, line, start, bodyStart, end, ticked, skipped, adverts: next - before, replaced, words: 0 }
    return withWords({ ...row, ...(reason === undefined ? {} : { reason }), ...(noAct === true ? { noAct } : {}) }, text)
  })
  return recount({ ...source, lossAccepted: false, totalCharacters: text.length, coverage: 0, volumes: [], chapters: 0, words: 0, rows, notTaken }, rows)
}

/** A row is named by where it starts, so its id outlives edits of other rows. */
export const rowId = (start: number): string => `r${start}`

export function withWords(row: ImportRow, text: string): ImportRow {
  return { ...row, words: countWords(text.slice(row.ticked ? row.bodyStart : row.start, row.end)).words }
}

/** Replaced characters of a stretch; a U+FFFD in a text that decodes cleanly is the author's own. */
export function replacedIn({ invalidSequences }: Pick<ImportPlan, 'invalidSequences'>, text: string, start: number, end: number): number {
  return invalidSequences === 0 ? 0 : text.slice(start, end).split('\uFFFD').length - 1
}

export function withAdverts(row: ImportRow, text: string): ImportRow {
  return { ...row, adverts: findAdverts(text, row.start, row.end).length }
}

/** The plan with these rows: totals, acts, coverage and skips worked out anew. */
export function recount(plan: ImportPlan, rows: ImportRow[]): ImportPlan {
  const units = importUnits(rows)
  const chapters = units.filter((unit) => !isVolume(unit.row))
  const volumes = units.filter((unit) => isVolume(unit.row)).map(({ row }) => ({
    rowId: row.id, title: row.title, chapters: chapters.filter((unit) => unit.volumeId === row.id).length,
  }))
  const skipped = skippedRows(rows).map(({ row, rows: all }): NotTaken => ({
    reason: 'skipped', detail: `${row.title}: ${row.skipped ?? ''}`, rowId: row.id, characters: all.reduce((sum, one) => sum + one.end - one.start, 0),
  }))
  const lost = units.map(({ row, rows: all }): NotTaken => ({
    reason: 'invalid-bytes', detail: row.title, rowId: row.id, characters: all.reduce((sum, one) => sum + one.replaced, 0),
  })).filter((one) => one.characters > 0)
  const placed = proveRows(rows, plan.totalCharacters).coverage * plan.totalCharacters - lost.reduce((sum, one) => sum + one.characters, 0)
  const fixed = plan.notTaken.filter((one) => one.reason !== 'skipped' && one.reason !== 'invalid-bytes')
  return {
    ...plan, rows, volumes, chapters: chapters.length, words: units.reduce((sum, unit) => sum + unit.words, 0),
    coverage: plan.totalCharacters === 0 ? 1 : placed / plan.totalCharacters, notTaken: [...fixed, ...lost, ...skipped],
  }
}
