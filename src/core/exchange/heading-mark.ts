import type { RowReason } from '@shared/import-plan'

/** A heading, or a line that may be one, at its place in the text. */
export interface HeadingMark {
  kind: 'volume' | 'chapter'
  unit: string
  title: string
  /** 1-based. */
  line: number
  start: number
  /** First offset after the heading's line break. */
  bodyStart: number
  ticked: boolean
  reason?: RowReason
  /** As in `ImportRow`. */
  noAct?: boolean
  bare: boolean
  /** Why it is left out unless the author says otherwise. */
  skipped?: string
}

const INK = /\S/

/** Whether anything but white space stands in `[start, end)`. */
export function hasInk(text: string, start: number, end: number): boolean {
  for (let from = start; from < end; from += 512) if (INK.test(text.slice(from, Math.min(end, from + 512)))) return true
  return false
}
