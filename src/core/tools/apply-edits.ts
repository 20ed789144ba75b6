import { fail } from '@shared/fault'
import type { TextFile } from '../project/types'

export interface TextEdit { oldText: string; newText: string }
interface Place { from: number; to: number; newText: string }
type Found = { place: Place } | { problem: string }

/** The new text, or EDIT_FAILED reporting every edit (06 §4). Endings follow the file (06 §2); untouched text stays byte-identical. */
export function applyEdits(shown: string, file: Pick<TextFile, 'text' | 'eol'>, edits: readonly TextEdit[]): string {
  const found = edits.map((edit) => find(file, edit))
  const lines = report(file.text, found)
  const bad = lines.filter((line) => !line.ok).length
  if (bad > 0) {
    fail('EDIT_FAILED', `${bad} of ${edits.length} edits cannot be applied to ${shown}; nothing was written.`, { problems: lines.map(({ text }, index) => ({ pointer: `edits[${index}]`, message: text })) })
  }
  const places = found.flatMap((each) => ('place' in each ? [each.place] : [])).sort((a, b) => a.from - b.from)
  let text = ''
  let at = 0
  for (const place of places) {
    text += file.text.slice(at, place.from) + place.newText
    at = place.to
  }
  return text + file.text.slice(at)
}

/** In a CRLF file both texts are taken with CRLF; if that old text does not occur, the literal ones are tried. */
function find(file: Pick<TextFile, 'text' | 'eol'>, edit: TextEdit): Found {
  const crlf = { oldText: toCrlf(edit.oldText), newText: toCrlf(edit.newText) }
  const wanted = file.eol === 'crlf' && file.text.includes(crlf.oldText) ? crlf : edit
  const at = occurrences(file.text, wanted.oldText)
  const first = at[0]
  if (first === undefined) return { problem: notFound(file.text, edit.oldText) }
  if (at.length > 1) return { problem: `oldText occurs ${at.length} times (lines ${at.slice(0, 10).map((index) => lineAt(file.text, index)).join(', ')}${at.length > 10 ? ', …' : ''}); add surrounding text.` }
  return { place: { from: first, to: first + wanted.oldText.length, newText: wanted.newText } }
}

export const toCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n')

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(wanted); at >= 0 && found.length < 1_000; at = text.indexOf(wanted, at + 1)) found.push(at)
  return found
}

/** A place that differs only in white space is the most common mistake; it is named. */
export function notFound(text: string, wanted: string, name = 'oldText'): string {
  const lines = text.split('\n').map(squeeze)
  const old = wanted.split('\n').map(squeeze)
  while (old.length > 1 && old.at(-1) === '') old.pop()
  while (old.length > 1 && old[0] === '') old.shift()
  const at = old.join('') === '' ? -1 : lines.findIndex((_, index) => old.every((line, offset) => lines[index + offset] === line))
  return at < 0 ? `${name} not found.` : `${name} not found; line ${at + 1} differs only in white space.`
}

const squeeze = (line: string): string => line.replace(/\s+/g, '')

function report(text: string, found: readonly Found[]): { ok: boolean; text: string }[] {
  return found.map((each, index) => {
    if ('problem' in each) return { ok: false, text: each.problem }
    const other = found.findIndex((before, at) => at < index && 'place' in before && overlaps(before.place, each.place))
    const hit = found[other]
    if (hit !== undefined && 'place' in hit) return { ok: false, text: `overlaps edits[${other}] (${span(text, hit.place)}).` }
    return { ok: true, text: `ok, ${span(text, each.place)}.` }
  })
}

const overlaps = (a: Place, b: Place): boolean => a.from < b.to && b.from < a.to

function span(text: string, place: Place): string {
  const from = lineAt(text, place.from)
  const to = lineAt(text, Math.max(place.from, place.to - 1))
  return from === to ? `line ${from}` : `lines ${from}-${to}`
}

export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}
