import { createHash } from 'node:crypto'
import type { EncodingGuess, ImportEncoding, ImportOverrides, ImportPlan, SplitRule } from '@shared/import-plan'
import { buildPlan } from './build-plan'
import { decodeText } from './decode'
import type { Decoded } from './decode'
import { detectEncoding, sampleOf } from './detect-encoding'
import { applyOverrides } from './edit-plan'
import type { HeadingMark } from './heading-mark'
import { markdownHeadings } from './markdown-headings'
import { scanHeadings } from './scan-headings'
import { looseTitlesFor, segmentsOf, splitHeadings } from './split-headings'
import type { Segment } from './split-headings'
import { topDataOf } from './top-data'

export interface ImportOptions {
  /** Set when the author chose another reading of the bytes. */
  encoding?: ImportEncoding
  rule?: SplitRule
  overrides?: ImportOverrides
  /** A Markdown file: data at its top are no prose, and their title names the chapter where no heading does. */
  isMarkdown?: boolean
}

/** A plan and the text its offsets point into. */
export interface PlannedImport { plan: ImportPlan, text: string }

export const sourceHashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Reads a text file and proposes acts and chapters, by the headings of Markdown where it has no fewer of them than of others; writes nothing. Of a Markdown file the data at its top stay out. Faults: `IMPORT_NOT_TEXT`, `IMPORT_PATTERN`. */
export function planTxtImport(bytes: Uint8Array, options: ImportOptions = {}): PlannedImport {
  const { encoding, confidence, alternatives, decoded } = readText(bytes, options.encoding)
  const { text, title, others } = options.isMarkdown === true ? topDataOf(decoded.text) : { text: decoded.text, title: null, others: [] }
  const rule = options.rule ?? ruleFor(text)
  const source = { format: 'txt', sourceHash: sourceHashOf(bytes), encoding, confidence, alternatives, invalidSequences: decoded.invalid, rule } as const
  const segments = rule.kind === 'headings' ? segmentsOf(text, markdownHeadings(text), looseTitlesFor(text)) : splitHeadings(text, rule)
  const named = title === null ? segments : segments.map((segment) => namedBy(segment, title))
  const left = title === null || named.some((segment) => segment.title === title) ? others : ['title', ...others]
  const fresh = buildPlan(source, text, named, left.length === 0 ? [] : [{ reason: 'top-data', detail: left.join(', '), characters: 0 }])
  return { plan: options.overrides === undefined ? fresh : applyOverrides(fresh, text, options.overrides), text }
}

/** The chapter of a text without headings, with the title that stands above it. */
function namedBy(segment: Segment, title: string): Segment {
  const { reason, ...rest } = segment
  return reason === 'no-headings' ? { ...rest, title } : segment
}

const madeBy = (marks: readonly HeadingMark[]): number => marks.filter((mark) => mark.ticked && mark.skipped === undefined).length

function ruleFor(text: string): SplitRule {
  const own = madeBy(markdownHeadings(text))
  return own > 0 && own >= madeBy(scanHeadings(text, { kind: 'auto' })) ? { kind: 'headings' } : { kind: 'auto' }
}

/** How many headings each rule finds, for the author to choose by; Markdown's own only where there are any. */
export function ruleHits(text: string): { key: 'headings' | 'auto' | 'numbers' | 'none', hits: number }[] {
  const hits = (kind: 'auto' | 'numbers'): number => madeBy(scanHeadings(text, { kind }))
  const own = madeBy(markdownHeadings(text))
  return [...(own > 0 ? [{ key: 'headings' as const, hits: own }] : []), { key: 'auto', hits: hits('auto') }, { key: 'numbers', hits: hits('numbers') }, { key: 'none', hits: 0 }]
}

interface Reading { encoding: ImportEncoding, confidence: number, alternatives: EncodingGuess[], decoded: Decoded }

function readText(bytes: Uint8Array, chosen: ImportEncoding | undefined): Reading {
  const found = detectEncoding(bytes)
  if (chosen !== undefined) {
    const all = [{ encoding: found.encoding, sample: sampleOf(bytes, found.encoding) }, ...found.alternatives]
    return { encoding: chosen, confidence: 1, alternatives: all.filter((one) => one.encoding !== chosen), decoded: decodeText(bytes, chosen) }
  }
  const decoded = decodeText(bytes, found.encoding)
  return { ...found, confidence: decoded.invalid === 0 ? found.confidence : Math.min(found.confidence, 0.5), decoded }
}
