import { isSceneBreak, proseLines } from '@shared/prose-lines'
import { countWords, mayHaveMarks } from '@shared/word-count'

/** A stretch of a line as its author typed it, with the mark of emphasis that stands around it. */
export interface Span { text: string; mark: string }

const ascii = /[!-/:-@[-`{-~]/g
const letter = /[A-Za-z0-9]/
const own = /[*[]|<(?=!--)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\\(?=[!-/:-@[-`{-~])/g

/**
 * A line of a text that knows no marks, as Markdown: export (`proseLines`) and 字数 (`countWords`) find in it what was typed, sign by sign.
 * A backslash stands only in a line that one of them would otherwise read differently; a line that is a scene break stays one.
 */
export function literalLine(spans: readonly Span[]): string {
  const typed = spans.map((span) => span.text).join('')
  const bare = typed.trim()
  if (isSceneBreak(bare)) return typed
  const looks = looksOf(spans, typed)
  if (looks.size === 0 && !mayHaveMarks(bare)) return typed
  const counted = countWords(bare.replace(ascii, '\\$&'))
  const reads = (made: string): boolean => {
    const [line, second] = proseLines(made)
    const { words, withPunctuation } = countWords(made)
    return second === undefined && line?.text === bare && words === counted.words && withPunctuation === counted.withPunctuation
  }
  const ways = escapesOf(spans, typed)
  for (const marks of looks.size === 0 ? [looks] : [looks, noLooks]) {
    const found = ways.map((escaped) => written(typed, escaped, marks)).find(reads)
    if (found !== undefined) return found
  }
  return written(typed, ways.at(-1) ?? new Set(), noLooks)
}

const noLooks: ReadonlyMap<number, string> = new Map()

function written(typed: string, escaped: ReadonlySet<number>, marks: ReadonlyMap<number, string>): string {
  let made = ''
  for (let at = 0; at <= typed.length; at += 1) made += (marks.get(at) ?? '') + (escaped.has(at) ? '\\' : '') + typed.charAt(at)
  return made
}

/** Where backslashes stand, the fewest first: none; at the sign the line begins with; at all that may be marks; at both. */
function escapesOf(spans: readonly Span[], typed: string): ReadonlySet<number>[] {
  const begin = typed.length - typed.trimStart().length
  const first = new Set(typed.slice(begin).search(ascii) === 0 ? [begin] : [])
  const signs = new Set([...typed.matchAll(own)].map((found) => found.index))
  // Before a mark of emphasis a backslash would keep the mark.
  let end = 0
  for (const { text } of spans) if (typed.charAt((end += text.length) - 1) === '\\') signs.add(end - 1)
  const full = [signs, new Set([...signs, ...first])]
  // What opens a comment may find its end in another line.
  return typed.includes('<!--') ? full : [new Set<number>(), first, ...full]
}

/** Marks by their place. None stands at white space, around no letter, or between two ASCII letters, where it would be no mark. */
function looksOf(spans: readonly Span[], typed: string): ReadonlyMap<number, string> {
  const marks = new Map<number, string>()
  const inWord = (at: number): boolean => letter.test(typed.charAt(at - 1)) && letter.test(typed.charAt(at))
  let end = 0
  for (const { text, mark } of spans) {
    const from = end + text.length - text.trimStart().length
    const to = end + text.trimEnd().length
    end += text.length
    if (mark === '' || !/[\p{L}\p{N}]/u.test(text) || inWord(from) || inWord(to)) continue
    marks.set(from, (marks.get(from) ?? '') + mark)
    marks.set(to, mark)
  }
  return marks
}
