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
