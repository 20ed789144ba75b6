import { fail } from '@shared/fault'
import type { ImportOverrides, ImportPlan, ImportRow } from '@shared/import-plan'
import { recount, replacedIn, rowId, withAdverts, withWords } from './build-plan'
import { cleanTitle, readHeading } from './heading-line'
import { headOf } from './import-units'

/** Editing functions: each gives a new plan; coverage cannot change, because rows only move their borders. Faults: `IMPORT_ROW`, `IMPORT_EDIT`. */

export function renameRow(plan: ImportPlan, id: string, title: string): ImportPlan {
  const clean = [...title.trim()].slice(0, 120).join('')
  if (clean === '') fail('IMPORT_EDIT', 'A title cannot be empty.', { pointer: '/title' })
  return change(plan, id, (row) => ({ ...row, title: clean }))
}

/** Unticked, a row is text of the chapter above it, its heading line included; ticked, a chapter or act of its own. */
export function setTicked(plan: ImportPlan, text: string, id: string, ticked: boolean): ImportPlan {
  return tick(plan, text, id, ticked, ticked ? 'ticked' : 'unticked')
}

/** The row's text continues the chapter above. Tick the row to undo. */
export function mergeUp(plan: ImportPlan, text: string, id: string): ImportPlan {
  if (plan.rows[0]?.id === id) fail('IMPORT_EDIT', 'There is no chapter above the first one.')
  return tick(plan, text, id, false, 'merged')
}

/** Leaves a row out, with the author's reason, or takes it back (`null`). Rows merged into it go with it. */
export function skipRow(plan: ImportPlan, id: string, reason: string | null): ImportPlan {
  return change(plan, id, (row) => ({ ...row, skipped: reason === null ? null : reason.trim() || '—' }))
}

/** The author accepts, or no longer accepts, that unreadable characters come out as U+FFFD. */
export const acceptLoss = (plan: ImportPlan, accepted: boolean): ImportPlan => ({ ...plan, lossAccepted: accepted })

/** A new chapter begins at `offset` of the text. A short line there becomes its title, otherwise the old title goes on. */
export function splitAt(plan: ImportPlan, text: string, id: string, offset: number): ImportPlan {
  const row = find(plan, id)
  const at = onCharacter(text, offset)
  if (!Number.isInteger(offset) || at <= row.start || at >= row.end) {
    fail('IMPORT_EDIT', 'A chapter is split inside its text.', { actual: String(offset), expected: `${row.start + 1}-${row.end - 1}` })
  }
  const upper = { ...row, end: at, bodyStart: Math.min(row.bodyStart, at) }
  const lower: ImportRow = { ...row, id: rowId(at), start: at, kind: 'chapter', ticked: true, skipped: null, reason: 'split', line: lineOf(text, row, at), ...titleAt(text, row, at) }
  const parts = [upper, lower].map((part) => ({ ...withAdverts(withWords(part, text), text), replaced: replacedIn(plan, text, part.start, part.end) }))
  return recount(plan, plan.rows.flatMap((one) => (one.id === id ? parts : [one])))
}

/** Lays the author's edits over a fresh plan of the same file. Edits whose place no longer exists are dropped. */
export function applyOverrides(plan: ImportPlan, text: string, overrides: ImportOverrides): ImportPlan {
  let edited = plan
  const at = (start: number): string | undefined => edited.rows.find((row) => row.start === start)?.id
  for (const offset of overrides.splits ?? []) {
    const row = edited.rows.find((one) => one.start < offset && offset < one.end)
    if (row !== undefined) edited = splitAt(edited, text, row.id, offset)
  }
  for (const { start, ticked } of overrides.ticked ?? []) edited = on(at(start), edited, (id) => setTicked(edited, text, id, ticked))
  for (const { start, title } of overrides.titles ?? []) edited = on(at(start), edited, (id) => renameRow(edited, id, title))
  for (const { start, reason } of overrides.skipped ?? []) edited = on(at(start), edited, (id) => skipRow(edited, id, reason))
  return edited
}

const on = (id: string | undefined, plan: ImportPlan, edit: (id: string) => ImportPlan): ImportPlan => (id === undefined ? plan : edit(id))

function tick(plan: ImportPlan, text: string, id: string, ticked: boolean, reason: 'ticked' | 'unticked' | 'merged'): ImportPlan {
  const index = plan.rows.findIndex((row) => row.id === id)
  const above = plan.rows[index - 1]
  // Text must not vanish as a side effect: what is merged into a skipped chapter would be skipped too.
  if (!ticked && above !== undefined && headOf(plan, above.id)?.skipped !== null && find(plan, id).skipped === null) {
    fail('IMPORT_EDIT', 'The chapter above is skipped; take it back before merging into it.', { pointer: `/rows/${index - 1}` })
  }
  return change(plan, id, (row) => withWords({ ...row, ticked, reason }, text))
}

function change(plan: ImportPlan, id: string, edit: (row: ImportRow) => ImportRow): ImportPlan {
  const edited = edit(find(plan, id))
  return recount(plan, plan.rows.map((row) => (row.id === id ? edited : row)))
}

function find(plan: ImportPlan, id: string): ImportRow {
  return plan.rows.find((row) => row.id === id) ?? fail('IMPORT_ROW', `There is no row ${id} in this import.`, { actual: id })
}

/** Never between the halves of a surrogate pair or of CRLF. */
function onCharacter(text: string, offset: number): number {
  const low = text.charCodeAt(offset)
  const high = text.charCodeAt(offset - 1)
  const cuts = (low >= 0xdc00 && low < 0xe000 && high >= 0xd800 && high < 0xdc00) || (low === 0x0a && high === 0x0d)
  return cuts ? offset - 1 : offset
}

function lineOf(text: string, row: ImportRow, at: number): number {
  let line = row.line
  for (let next = text.indexOf('\n', row.start); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++
  return line
}

function titleAt(text: string, row: ImportRow, at: number): { title: string, bodyStart: number } {
  const newline = text.indexOf('\n', at)
  const lineEnd = newline < 0 || newline >= row.end ? row.end : newline + 1
  const line = text.slice(at, lineEnd)
  const short = line.trim() !== '' && line.trim().length <= 30 && !/[。！？!?…；;，,”"]$/.test(line.trim())
  if (short || readHeading(line, { kind: 'auto' })?.ticked === true) return { title: cleanTitle(line) || line.trim(), bodyStart: lineEnd }
  return { title: [...row.title].slice(0, 100).join('') + (/\p{scx=Han}/u.test(row.title) ? '（续）' : ' (continued)'), bodyStart: at }
}
