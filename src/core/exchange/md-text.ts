import type { ProseRun } from '@shared/prose-lines'

/** Bold and italic ends that a Markdown reader takes as such, by where they stand in the text. */
interface Look { from: number; to: number; readonly mark: string }

/** Text as Markdown that shows it sign by sign, with the look of its runs. */
export function mdText(runs: readonly Pick<ProseRun, 'text' | 'bold' | 'italic'>[]): string {
  const text = runs.map((run) => run.text).join('')
  const looks = looksOf(runs, text)
  const marks = new Map<number, string>()
  for (const { from, to, mark } of looks) {
    marks.set(from, (marks.get(from) ?? '') + mark)
    marks.set(to, mark + (marks.get(to) ?? ''))
  }
  const escaped = escapesIn(text, new Set(marks.keys()))
  let made = ''
  for (let at = 0; at <= text.length; at += 1) made += (marks.get(at) ?? '') + (escaped.has(at) ? '\\' : '') + text.charAt(at)
  return made
}

/** Text without any look. */
export const plainMd = (text: string): string => mdText([{ text, bold: false, italic: false }])

const sign = /[\p{P}\p{S}]/u
const punctuation = /\p{P}/u

/** The looks, each drawn in until its marks stand where Markdown lets them open and close: not at white space, nor between a letter and punctuation. */
function looksOf(runs: readonly Pick<ProseRun, 'text' | 'bold' | 'italic'>[], text: string): Look[] {
  const parts = (from: number, to: number) => Array.from(text.slice(from, to))
  const free = (outer: string | undefined): boolean => outer === undefined || /\s/.test(outer) || punctuation.test(outer)
  let end = 0
  return runs.flatMap((run): Look[] => {
    let [from, to] = [end, (end += run.text.length)]
    const mark = (run.bold ? '**' : '') + (run.italic ? '*' : '')
    if (mark === '') return []
    for (let [first] = parts(from, to); first !== undefined && (/\s/.test(first) || (sign.test(first) && !free(parts(0, from).at(-1)))); [first] = parts(from, to)) from += first.length
    for (let last = parts(from, to).at(-1); last !== undefined && (/\s/.test(last) || (sign.test(last) && !free(parts(to, text.length)[0]))); last = parts(from, to).at(-1)) to -= last.length
    return from < to ? [{ from, to, mark }] : []
  })
}

const own = /\\(?=[!-/:-@[-`{-~]|$)|\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)|\[(?=[^\]]*\][([])|\[(?=\^)/giu
const address = /\S*(?::\/\/|www\.)\S*/gi

/** Where signs stand that Markdown would take for its own, where it really would; `marked`: the places of marks of emphasis. */
function escapesIn(text: string, marked: ReadonlySet<number>): Set<number> {
  const escaped = new Set([...text.matchAll(own)].map((found) => found.index))
  for (const paired of ['`', '~']) if (text.indexOf(paired) !== text.lastIndexOf(paired)) for (let at = text.indexOf(paired); at >= 0; at = text.indexOf(paired, at + 1)) escaped.add(at)
  // Beside a mark of emphasis these have another meaning than beside the letter behind it.
  for (const at of marked) for (const beside of [at - 1, at]) if (text[beside] === '_' || (text[beside] === '\\' && beside < at)) escaped.add(beside)
  // Inside an address that Markdown makes a link by itself, a backslash or a mark would be shown.
  for (const { 0: found, index } of text.matchAll(address)) {
    const end = index + found.length
    if (![...escaped, ...marked].some((at) => at >= index && at <= end)) continue
    for (const link of found.matchAll(/:(?=\/\/)|(?<=www)\./gi)) escaped.add(index + link.index)
  }
  return escaped
}
