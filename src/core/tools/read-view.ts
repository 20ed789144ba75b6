import type { Scanned } from './scan-lines'

export interface Shown { scanned: Scanned; from: number; numbered: boolean; cutAt: number }

/** Rows bare or as `N | text`, then the notes after a blank line (06 §3). */
export function showRows({ scanned, from, numbered, cutAt }: Shown): string {
  const rows = scanned.rows.map((row, index) => (numbered ? `${from + index} | ${row}` : row))
  const notes = notesFor(scanned, from, cutAt)
  return [rows.join('\n'), ...(notes.length === 0 ? [] : [`${rows.length === 0 ? '' : '\n'}${notes.join('\n')}`])].filter((part) => part !== '' || rows.length > 0).join('\n')
}

function notesFor(scanned: Scanned, from: number, cutAt: number): string[] {
  const notes: string[] = []
  const to = from + scanned.rows.length - 1
  if (scanned.invalid.shown > 0) notes.push(`(${scanned.invalid.shown} invalid bytes shown as U+FFFD; the file cannot be edited until it is imported.)`)
  if (scanned.firstCut) notes.push(`(Line ${from} is longer than ${cutAt.toLocaleString('en')} bytes; only its start is shown.)`)
  if (scanned.total === 0) notes.push('(The file exists but is empty.)')
  else if (from > 1 || to < scanned.total) notes.push(`(Showing lines ${from}-${to} of ${scanned.total} total lines.${to < scanned.total ? ` Use offset=${to + 1} to continue.` : ''})`)
  return notes
}

/** `Read`'s rows: the number right-aligned to 6, a tab, the text; then its notes (06 §3). `from` past the end is a success that says so. */
export function showNumberedRows(scanned: Scanned, from: number): string {
  const rows = scanned.rows.map((row, index) => `${String(from + index).padStart(6)}\t${row}`)
  const notes = numberedNotes(scanned, from)
  return [...rows, ...(rows.length > 0 && notes.length > 0 ? [''] : []), ...notes].join('\n')
}

function numberedNotes(scanned: Scanned, from: number): string[] {
  const { rows, total, invalid, stoppedByBytes } = scanned
  const to = from + rows.length - 1
  const shown = `Showing lines ${from}-${to} of ${total} total lines.`
  const notes: string[] = []
  if (invalid.shown > 0) notes.push(`(${invalid.shown} invalid bytes shown as U+FFFD; the file cannot be edited until it is imported.)`)
  if (total === 0) notes.push('(The file exists but is empty.)')
  else if (rows.length === 0) notes.push(`(The file has only ${total} lines; offset ${from} is past its end.)`)
  else if (stoppedByBytes && to < total) notes.push(`(Stopped at 100 KB. ${shown} Use offset=${to + 1} to continue, or Grep to find a place.)`)
  else if (from > 1 || to < total) notes.push(`(${shown}${to < total ? ` Use offset=${to + 1} to continue.` : ''})`)
  return notes
}
