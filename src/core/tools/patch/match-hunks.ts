import type { TextFile } from '../../project/types'
import { replaceLines, splitLines, type FileLine, type Place } from './file-lines'
import { nearestLine } from './nearest-line'
import type { Hunk, PatchProblem } from './patch-types'

/**
 * Places every hunk in the original and gives the new text (06 §5): the cursor only moves down, a header moves it behind its line, old
 * lines match exactly or else without trailing white space. Problems: PATCH_HEADER, PATCH_CONTEXT, PATCH_AMBIGUOUS.
 */
export function applyHunks(file: Pick<TextFile, 'text' | 'eol'>, hunks: readonly Hunk[]): { text: string; problems: PatchProblem[] } {
  const usual = applyUsual(file.text, hunks)
  if (usual !== null) return { text: usual, problems: [] }
  const original = splitLines(file.text)
  const eol = file.eol === 'crlf' ? '\r\n' : '\n'
  const places: Place[] = []
  const problems: PatchProblem[] = []
  let cursor = 0
  for (const hunk of hunks) {
    const found = placeHunk(original, hunk, cursor, eol)
    if ('problem' in found) problems.push(found.problem)
    else {
      places.push(found.place)
      cursor = found.cursor
    }
  }
  return { text: problems.length > 0 ? file.text : replaceLines(file.text, original, places.toSorted((a, b) => a.from - b.from), eol), problems }
}

/** What most patches are: each hunk's old lines stand at one place, exactly, in a file where `\n` ends every line; found without splitting it. Null: not such a patch. */
function applyUsual(text: string, hunks: readonly Hunk[]): string | null {
  if (text.includes('\r') || !text.endsWith('\n')) return null
  let out = ''
  let cursor = 0
  for (const { header, atEnd, lines } of hunks) {
    const old = wholeLines(lines, '+')
    if (header !== null || atEnd || old === '') return null
    const at = lineIndex(text, old, cursor)
    if (at < 0 || lineIndex(text, old, at + 1) >= 0) return null
    out += text.slice(cursor, at) + wholeLines(lines, '-')
    cursor = at + old.length
  }
  return out + text.slice(cursor)
}

const wholeLines = (lines: Hunk['lines'], without: '+' | '-'): string => lines.map((line) => (line.mark === without ? '' : `${line.text}\n`)).join('')

/** Where whole lines begin at or behind a place. */
function lineIndex(text: string, wanted: string, from: number): number {
  let at = text.indexOf(wanted, from)
  while (at > 0 && text.charAt(at - 1) !== '\n') at = text.indexOf(wanted, at + 1)
  return at
}

type Found = { place: Place; cursor: number } | { problem: PatchProblem }

function placeHunk(original: readonly FileLine[], hunk: Hunk, cursor: number, eol: string): Found {
  const start = hunk.header === null ? cursor : afterHeader(original, hunk.header, cursor)
  if (start === null) return problem(hunk, 'PATCH_HEADER', `no line at or below line ${cursor + 1} reads "${hunk.header ?? ''}".${nearest(original, hunk.header ?? '', cursor)}`)
  const old = hunk.lines.filter((line) => line.mark !== '+').map((line) => line.text)
  if (old.length === 0) {
    const at = hunk.header === null || hunk.atEnd ? original.length : start
    return { place: { from: at, to: at, lines: newLines(original, hunk, at, eol) }, cursor: Math.max(start, hunk.header === null ? start : at) }
  }
  const places = findOld(original, old, start, hunk.atEnd)
  const first = places[0]
  if (first === undefined) return problem(hunk, 'PATCH_CONTEXT', notFound(original, old, start, hunk.atEnd))
  if (places.length > 1 && hunk.header === null) return problem(hunk, 'PATCH_AMBIGUOUS', `its old lines stand at ${places.length} places (lines ${places.slice(0, 10).map((at) => at + 1).join(', ')}${places.length > 10 ? ', …' : ''}); add context or a header.`)
  return { place: { from: first, to: first + old.length, lines: newLines(original, hunk, first, eol) }, cursor: first + old.length }
}

const problem = (hunk: Hunk, code: string, message: string): Found => ({ problem: { line: hunk.at, code, message } })

/** The line behind the first one at or below the cursor that equals the header, both trimmed. */
function afterHeader(original: readonly FileLine[], header: string, cursor: number): number | null {
  for (let at = cursor; at < original.length; at += 1) if (original[at]?.text.trim() === header) return at + 1
  return null
}

/** All places where the old lines stand whole and in a row: exactly, or else ignoring trailing white space. */
function findOld(original: readonly FileLine[], old: readonly string[], start: number, atEnd: boolean): number[] {
  const exact = placesOf(original, old, start, atEnd)
  if (exact.length > 0) return exact
  return placesOf(original.map((line) => ({ text: line.text.trimEnd() })), old.map((line) => line.trimEnd()), start, atEnd)
}

function placesOf(lines: readonly Pick<FileLine, 'text'>[], old: readonly string[], start: number, atEnd: boolean): number[] {
  const places: number[] = []
  const last = lines.length - old.length
  const [first] = old
  for (let at = atEnd ? Math.max(start, last) : start; at <= last; at += 1) if (lines[at]?.text === first && old.every((line, n) => lines[at + n]?.text === line)) places.push(at)
  return places
}

/** Context keeps the file's own bytes; added lines take the file's ending. */
function newLines(original: readonly FileLine[], hunk: Hunk, from: number, eol: string): FileLine[] {
  let at = from
  return hunk.lines.flatMap(({ mark, text }): FileLine[] => {
    if (mark === '+') return [{ text, end: eol }]
    const kept = original[at++]
    return mark === ' ' && kept !== undefined ? [kept] : []
  })
}

const nearest = (original: readonly FileLine[], wanted: string, start: number): string => {
  const found = nearestLine(original.map((line) => line.text), wanted, start)
  return found === null ? '' : ` Nearest: line ${found.line}, "${found.text}".`
}

/** Where most of the old lines stand, and the first of them that differs there; else the line most like the first. */
function notFound(original: readonly FileLine[], old: readonly string[], start: number, atEnd: boolean): string {
  const where = atEnd ? 'at the end of the file' : `at or below line ${start + 1}`
  let best = { at: -1, same: 0 }
  for (let at = start; at < original.length; at += 1) {
    const same = old.filter((line, n) => line.trim() !== '' && original[at + n]?.text.trimEnd() === line.trimEnd()).length
    if (same > best.same) best = { at, same }
  }
  const wrong = best.at < 0 ? -1 : old.findIndex((line, n) => original[best.at + n]?.text.trimEnd() !== line.trimEnd())
  if (wrong < 0) return `its old lines do not stand ${where}.${nearest(original, old.find((line) => line.trim() !== '') ?? '', start)}`
  const actual = original[best.at + wrong]
  return `its old lines do not stand ${where}. Nearest: line ${best.at + wrong + 1}, ${actual === undefined ? 'past the end' : `"${clip(actual.text)}"`}; the patch has "${clip(old[wrong] ?? '')}".`
}

const clip = (line: string): string => (line.length <= 120 ? line : `${line.slice(0, 120)}…`)
