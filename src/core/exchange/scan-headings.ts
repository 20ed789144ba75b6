import { fail } from '@shared/fault'
import type { SplitRule } from '@shared/import-plan'
import { cleanTitle, readHeading } from './heading-line'
import type { HeadingLine } from './heading-line'
import type { HeadingMark } from './heading-mark'

/** Longer lines are paragraphs; reading their beginning is enough to tell. */
const READ_AT_MOST = 240
const LONGEST_TITLE_LINE = 120
const MARKS_BEFORE = new Set('\\#＃【[［〔〖（(「『《<'.split('').map((sign) => sign.charCodeAt(0)))
const STARTERS = '第卷上中下正序楔引前自代开開尾终終后後番外完新作附间間幕末大结結特cCpPeEiIfFaAbBvV'
const DIGITS = '0123456789０１２３４５６７８９一二三四五六七八九十百零〇'

/** Every line that is a heading or looks like one, in order. One pass; only promising lines are read closely. */
export function scanHeadings(text: string, rule: SplitRule): HeadingMark[] {
  if (rule.kind === 'none' || rule.kind === 'headings') return []
  const promising = starters(rule)
  const read = reader(rule)
  const newline = text.includes('\n') ? '\n' : '\r'
  const marks: HeadingMark[] = []
  let volume = ''
  let line = 1
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf(newline, start)
    const next = found < 0 ? text.length : found + 1
    if (promising === null || promising[firstSign(text, start, next)] === 1) {
      // 第一章 typed with a number sign before it is a heading, whether the sign is literal or not.
      const heading = read(text.slice(start, Math.min(next, start + READ_AT_MOST)).replace(/^(\s*)\\(?=#)/, '$1 '))
      if (heading !== null) volume = pushMarks(marks, heading, { start, next, line, volume })
    }
    start = next
  }
  return marks
}

function pushMarks(marks: HeadingMark[], heading: HeadingLine, at: { start: number, next: number, line: number, volume: string }): string {
  const { within, ...mark } = heading
  // A line too long for a title stays in the text, whole.
  const bodyStart = at.next - at.start > LONGEST_TITLE_LINE ? at.start : at.next
  const place = { line: at.line, bodyStart }
  if (within === undefined || within.volume === at.volume) {
    marks.push({ ...mark, ...place, start: at.start })
    return mark.kind === 'volume' && mark.ticked ? mark.title : at.volume
  }
  const middle = at.start + within.at
  place.bodyStart = at.next - middle > LONGEST_TITLE_LINE ? middle : at.next
  marks.push({ kind: 'volume', unit: '卷', title: within.volume, bare: false, ticked: true, line: at.line, start: at.start, bodyStart: middle })
  marks.push({ ...mark, ...place, start: middle })
  return within.volume
}

function firstSign(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x20 && code !== 0x3000 && code !== 0xa0 && code !== 0xfeff && !MARKS_BEFORE.has(code)) return code
  }
  return 0
}

function starters(rule: SplitRule): Uint8Array | null {
  if (rule.kind === 'pattern') return null
  const flags = new Uint8Array(0x10000)
  for (const sign of rule.kind === 'numbers' ? STARTERS + DIGITS : STARTERS) flags[sign.charCodeAt(0)] = 1
  return flags
}

function reader(rule: SplitRule): (line: string) => HeadingLine | null {
  if (rule.kind !== 'pattern') return (line) => readHeading(line, rule)
  const pattern = compile(rule.pattern)
  return (line) => {
    const text = line.trim()
    if (text === '' || text.length > 120 || !pattern.test(text)) return null
    return { kind: 'chapter', unit: 'pattern', title: cleanTitle(line) || text, ticked: true, bare: false }
  }
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    return fail('IMPORT_PATTERN', `The split pattern is not a regular expression: ${error instanceof Error ? error.message : pattern}`, { actual: pattern })
  }
}
