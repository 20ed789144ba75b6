import type { SplitRule } from '@shared/import-plan'
import { hasInk } from './heading-mark'
import type { HeadingMark } from './heading-mark'
import { refineHeadings } from './refine-headings'
import { scanHeadings } from './scan-headings'

/** A stretch of the text. Segments lie end to end from 0 to the text's length, ticked or not. */
export interface Segment extends HeadingMark {
  end: number
}

/** Titles for stretches that have no heading of their own. */
export interface LooseTitles { preface: string, opening: string, whole: string }

export function looseTitlesFor(text: string): LooseTitles {
  const start = text.slice(0, 2_000)
  return start.trim() === '' || /\p{scx=Han}/u.test(start)
    ? { preface: '前言', opening: '卷首', whole: '正文' }
    : { preface: 'Preface', opening: 'Opening', whole: 'Text' }
}

/** Cuts a text at its headings (09 §15). No heading: one chapter. Text before the first: a preface. Nothing is ever left out. */
export function splitHeadings(text: string, rule: SplitRule, titles: LooseTitles = looseTitlesFor(text)): Segment[] {
  return segmentsOf(text, refineHeadings(text, scanHeadings(text, rule)), titles)
}

/** Lays marks (in order) end to end over the whole text. */
export function segmentsOf(text: string, marks: HeadingMark[], titles: LooseTitles): Segment[] {
  const heads = withOpenings(text, withStart(text, marks, titles), titles)
  return heads.map((mark, index) => ({ ...mark, end: heads[index + 1]?.start ?? text.length }))
}

const loose = (title: string, at: number, line: number, reason: 'preface' | 'volume-opening' | 'no-headings'): HeadingMark =>
  ({ kind: 'chapter', unit: 'none', title, line, start: at, bodyStart: at, ticked: true, reason, bare: false })

function withStart(text: string, marks: HeadingMark[], titles: LooseTitles): HeadingMark[] {
  const [first, ...others] = marks
  if (first === undefined || !marks.some((mark) => mark.ticked)) {
    const rest = first?.start === 0 ? marks.slice(1) : marks
    return [loose(titles.whole, 0, 1, 'no-headings'), ...rest]
  }
  if (hasInk(text, 0, first.start)) return [loose(titles.preface, 0, 1, 'preface'), ...marks]
  // Blank lines above the first heading go with it; an unticked first line (a table of contents) opens a preface.
  return first.ticked ? [{ ...first, start: 0 }, ...others] : [loose(titles.preface, 0, 1, 'preface'), ...(first.start === 0 ? others : marks)]
}

/** Text between a volume's heading and its first chapter becomes a chapter of its own, where the author can see it. */
function withOpenings(text: string, marks: HeadingMark[], titles: LooseTitles): HeadingMark[] {
  return marks.flatMap((mark, index) => {
    const next = marks[index + 1]?.start ?? text.length
    const opens = mark.kind === 'volume' && mark.ticked && next > mark.bodyStart && hasInk(text, mark.bodyStart, next)
    return opens ? [mark, loose(titles.opening, mark.bodyStart, mark.line + 1, 'volume-opening')] : [mark]
  })
}
