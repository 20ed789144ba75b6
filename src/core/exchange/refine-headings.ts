import type { RowReason } from '@shared/import-plan'
import { endedBy } from './heading-line'
import { hasInk } from './heading-mark'
import type { HeadingMark } from './heading-mark'

/** Looks at headings together: tables of contents, doubled headings, and units that hold other units (篇 over 章, 章 over 节). */
export function refineHeadings(text: string, marks: HeadingMark[]): HeadingMark[] {
  untickDoubled(text, marks)
  untickEnds(text, marks)
  untickContents(text, marks)
  promote(text, marks, ['篇', '集'], ['章', '回', '节', '節'])
  promote(text, marks, ['章', '回'], ['节', '節'])
  flagRepeats(marks)
  return marks
}

const ticked = (marks: HeadingMark[]): HeadingMark[] => marks.filter((mark) => mark.ticked)

function untick(mark: HeadingMark, reason: RowReason): void {
  mark.ticked = false
  mark.reason = reason
}

/** The same heading twice in a row with nothing between: the second becomes text. */
function untickDoubled(text: string, marks: HeadingMark[]): void {
  let last: HeadingMark | undefined
  for (const mark of ticked(marks)) {
    if (last !== undefined && last.title === mark.title && !hasInk(text, last.bodyStart, mark.start)) untick(mark, 'duplicate')
    else last = mark
  }
}

/** 第三章 完 below the text of the third chapter ends it. */
function untickEnds(text: string, marks: HeadingMark[]): void {
  const last = new Map<string, HeadingMark>()
  for (const mark of ticked(marks)) {
    const open = last.get(mark.unit)
    const ended = mark.unit === 'pattern' ? null : endedBy(mark.title)
    if (ended !== null && open?.title.startsWith(ended) === true && hasInk(text, open.bodyStart, mark.start)) untick(mark, 'sentence')
    else last.set(mark.unit, mark)
  }
}

/** Headings that follow one another without text and come again elsewhere are a table of contents. */
function untickContents(text: string, marks: HeadingMark[]): void {
  const list = ticked(marks)
  const keys = contextKeys(list)
  const lastOf = new Map(keys.map((key, index) => [key, index]))
  const taken = new Map<string, number>()
  for (let from = 0; from < list.length;) {
    let to = from
    while (to + 1 < list.length && !hasInk(text, list[to]?.bodyStart ?? 0, list[to + 1]?.start ?? 0)) to++
    for (let index = from; index <= to; index++) {
      const mark = list[index]
      const key = keys[index] ?? ''
      if (mark === undefined) continue
      const again = (lastOf.get(key) ?? index) > index
      if (to - from >= 2 && (again || (taken.has(key) && (index < to || isEmptyTail(text, mark))))) untick(mark, 'contents')
      else taken.set(key, index)
    }
    from = to + 1
  }
}

const isEmptyTail = (text: string, mark: HeadingMark): boolean => !hasInk(text, mark.bodyStart, Math.min(text.length, mark.bodyStart + 2_000))

/** Bare numbers repeat in every volume, so they are compared with their volume; page numbers at the end of a contents line are dropped. */
function contextKeys(marks: HeadingMark[]): string[] {
  let volume = ''
  return marks.map((mark) => {
    const own = mark.title.replace(/[\s.…·\-—_]+\d+$/, '').replace(/\s/g, '')
    if (mark.kind === 'volume') volume = own
    return mark.kind === 'chapter' && mark.bare ? `${volume}/${own}` : own
  })
}

/** Where most headings of an upper unit are followed at once by a lower one, they are volumes. */
function promote(text: string, marks: HeadingMark[], upper: string[], lower: string[]): void {
  const list = ticked(marks)
  const uppers = list.filter((mark) => upper.includes(mark.unit) && mark.kind === 'chapter')
  const holding = list.filter((mark, index) => {
    const next = list[index + 1]
    return uppers.includes(mark) && next !== undefined && lower.includes(next.unit) && !hasInk(text, mark.bodyStart, next.start)
  })
  if (holding.length * 2 > uppers.length && uppers.length > 0) for (const mark of uppers) mark.kind = 'volume'
}

/** The same full title twice, each with its own text: both stay, the second asks for a look. */
function flagRepeats(marks: HeadingMark[]): void {
  const seen = new Set<string>()
  for (const mark of ticked(marks)) {
    if (mark.bare || mark.kind === 'volume') continue
    if (seen.has(mark.title)) mark.reason = 'duplicate-title'
    seen.add(mark.title)
  }
}
