import { showPath } from '../../project/paths/syntax'
import type { FileHits, Row } from './grep-events'
import type { GrepRequest } from './grep-request'

const MOST_BYTES = 32_768
/** A row of the output: of one file's line, a separator, or a file. */
export interface OutRow { file: FileHits; row: Row | null; separator: boolean }
export interface Page { rows: OutRow[]; /** All rows there are. */ total: number; /** Hits or files in all. */ of: number; start: number }

/** Rows in the order of output; between groups of lines with context stands `--` (06 §3). */
export function outRows(files: readonly FileHits[], { mode, before, after, only }: GrepRequest): OutRow[] {
  if (mode !== 'content') return files.map((file) => ({ file, row: null, separator: false }))
  const grouped = !only && before + after > 0
  const out: OutRow[] = []
  for (const file of files) {
    for (const [n, row] of file.rows.entries()) {
      const previous = file.rows[n - 1]
      if (grouped && out.length > 0 && (previous === undefined || row.line > previous.line + 1)) out.push({ file, row: null, separator: true })
      out.push({ file, row, separator: false })
    }
  }
  return out
}

export function pageOf(rows: readonly OutRow[], { mode, limit, offset }: GrepRequest): Page {
  const shown = limit === 0 ? rows.slice(offset) : rows.slice(offset, offset + limit)
  return { rows: shown, total: rows.length, of: mode === 'content' ? rows.filter((one) => one.row?.hit === true).length : rows.length, start: offset }
}

/** The page as text, halved until it fits in 32 KB, then the note of what is left out. `name` gives a file's address. */
export function showPage(page: Page, request: GrepRequest, name: (path: string) => string): { text: string; note: string | null } {
  let rows = page.rows
  let lines = rows.map((row) => lineOf(row, request, name))
  while (rows.length > 1 && Buffer.byteLength(lines.join('\n'), 'utf8') > MOST_BYTES) {
    rows = rows.slice(0, Math.ceil(rows.length / 2))
    lines = lines.slice(0, rows.length)
  }
  return { text: clip(lines.join('\n')), note: noteOf(page, rows, request) }
}

function lineOf({ file, row, separator }: OutRow, { mode, numbers }: GrepRequest, name: (path: string) => string): string {
  if (separator) return '--'
  const path = showPath(name(file.path))
  if (row === null) return mode === 'count' ? `${path}:${file.count}` : path
  const mark = row.hit ? ':' : '-'
  return `${path}${mark}${numbers ? `${row.line}${mark}` : ''}${row.text}`
}

const MARK = ' … [line truncated]'
/** One line alone may be longer than all that is shown. */
function clip(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.length <= MOST_BYTES ? text : `${bytes.subarray(0, MOST_BYTES - 32).toString('utf8').replace(/\uFFFD+$/, '')}${MARK}`
}

function noteOf(page: Page, rows: readonly OutRow[], { mode }: GrepRequest): string | null {
  const next = page.start + rows.length
  if (page.start === 0 && next >= page.total) return null
  const more = next < page.total ? ` Use offset=${next} to continue, or narrow the search.` : ''
  if (mode === 'content') return `(Showing ${rows.filter((one) => one.row?.hit === true).length} of ${page.of} matches.${more})`
  return `(Results truncated: ${rows.length} of ${page.of} files.${more})`
}
