import { fail } from '@shared/fault'
import type { TextFile } from '../project/types'
import { lineAt, notFound, toCrlf } from './apply-edits'

export interface Replaced { text: string; count: number; /** Lines of the first changed place in the new text, counted from 1. */ from: number; to: number }
const AROUND = 4

/** `Edit` of 06 §4: one old text, once or everywhere; endings follow the file (06 §2). NO_CHANGE, NOT_MATCHED, AMBIGUOUS. */
export function replaceText(shown: string, file: Pick<TextFile, 'text' | 'eol'>, oldText: string, newText: string, all: boolean): Replaced {
  if (oldText === newText) fail('NO_CHANGE', `old_string and new_string are the same; ${shown} stays as it is.`)
  const crlf = { oldText: toCrlf(oldText), newText: toCrlf(newText) }
  const wanted = file.eol === 'crlf' && file.text.includes(crlf.oldText) ? crlf : { oldText, newText }
  const parts = file.text.split(wanted.oldText)
  const count = parts.length - 1
  const first = parts[0]?.length ?? 0
  if (count === 0) fail('NOT_MATCHED', `${notFound(file.text, oldText, 'old_string').replace(/\.$/, '')} (in ${shown}); nothing was written.`, { fix: 'Read the place again and copy it exactly.' })
  if (count > 1 && !all) {
    const lines = placesOf(parts, wanted.oldText, file.text)
    fail('AMBIGUOUS', `old_string occurs ${count} times in ${shown} (lines ${lines}); nothing was written.`, { fix: 'Add surrounding text until it occurs once, or set replace_all to true.', data: { count } })
  }
  const text = parts.join(wanted.newText)
  if (text === file.text) fail('NO_CHANGE', `the change leaves ${shown} as it is.`)
  const from = lineAt(text, first)
  return { text, count: all ? count : 1, from, to: wanted.newText === '' ? from : lineAt(text, first + wanted.newText.length - 1) }
}

function placesOf(parts: readonly string[], old: string, text: string): string {
  const lines: number[] = []
  let at = 0
  for (const part of parts.slice(0, -1)) {
    at += part.length
    lines.push(lineAt(text, at))
    at += old.length
    if (lines.length > 10) break
  }
  return `${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`
}

/** Numbered rows of the new text, four lines either side of the first changed place (06 §4). */
export function rowsAround({ text, from, to }: Replaced): string {
  const lines = text.split('\n')
  if (lines.at(-1) === '' && lines.length > 1) lines.pop()
  const start = Math.max(1, from - AROUND)
  return lines.slice(start - 1, to + AROUND).map((line, index) => `${String(start + index).padStart(6)}\t${clip(line.replace(/\r$/, ''))}`).join('\n')
}

const LONGEST = 2_000
const clip = (line: string): string => (line.length <= LONGEST ? line : `${[...line].slice(0, LONGEST).join('')} … [line truncated]`)
