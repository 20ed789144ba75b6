import { cleanTitle } from './heading-line'
import { hasInk, type HeadingMark } from './heading-mark'

interface Head { level: number; title: string; line: number; start: number; bodyStart: number }

const HEADING = /^ {0,3}(#{1,6})[ \t]+\S/
const FENCE = /^ {0,3}(?:```|~~~)/
const LONGEST = 120

/**
 * The headings of a Markdown text as acts and chapters. One heading above all others, at the top, is the book's own title: it is
 * left out. Where headings of the highest level are followed at once by lower ones, they are acts and those are chapters; deeper ones stay text.
 */
export function markdownHeadings(text: string): HeadingMark[] {
  const heads = headsOf(text)
  const title = bookTitle(text, heads)
  const rest = title === null ? heads : heads.slice(1)
  const levels = [...new Set(rest.map(({ level }) => level))].toSorted((a, b) => a - b)
  const [top = 0, second = 7] = levels
  const opensAct = (head: Head, next: Head | undefined): boolean => head.level === top && next?.level === second && !hasInk(text, head.bodyStart, next.start)
  const acts = new Set(rest.filter((head, index) => opensAct(head, rest[index + 1])))
  const marks = rest.map((head): HeadingMark => {
    if (acts.has(head)) return { ...markOf(head), kind: 'volume', ticked: true }
    if (head.level === top) return { ...markOf(head), kind: 'chapter', ticked: true, ...(acts.size > 0 ? { noAct: true } : {}) }
    return acts.size > 0 && head.level === second ? { ...markOf(head), kind: 'chapter', ticked: true } : { ...markOf(head), kind: 'chapter', ticked: false, reason: 'sub-heading' }
  })
  return title === null ? marks : [{ ...markOf(title), kind: 'chapter', ticked: true, skipped: title.title }, ...marks]
}

const markOf = ({ title, line, start, bodyStart }: Head) => ({ unit: 'style', title, line, start, bodyStart, bare: false })

function bookTitle(text: string, heads: readonly Head[]): Head | null {
  const [first, second] = heads
  if (first === undefined || second === undefined || hasInk(text, 0, first.start) || hasInk(text, first.bodyStart, second.start)) return null
  return heads.slice(1).every(({ level }) => level > first.level) ? first : null
}

function headsOf(text: string): Head[] {
  if (!/^ {0,3}#{1,6}[ \t]/m.test(text)) return []
  const heads: Head[] = []
  const newline = text.includes('\n') ? '\n' : '\r'
  let fenced = false
  let line = 1
  for (let start = 0; start < text.length; line += 1) {
    const found = text.indexOf(newline, start)
    const next = found < 0 ? text.length : found + 1
    const read = text.slice(start, Math.min(next, start + LONGEST))
    const marks = fenced ? null : HEADING.exec(read)
    if (FENCE.test(read)) fenced = !fenced
    // A line too long for a title stays in the text, whole.
    if (marks !== null) heads.push({ level: marks[1]?.length ?? 1, title: titleOf(read), line, start, bodyStart: next - start > LONGEST ? start : next })
    start = next
  }
  return heads
}

const titleOf = (line: string): string => cleanTitle(line) || line.trim()
