import { createHash } from 'node:crypto'
import type { EncodingGuess, ImportEncoding, ImportOverrides, ImportPlan, SplitRule } from '@shared/import-plan'
import { buildPlan } from './build-plan'
import { decodeText } from './decode'
import type { Decoded } from './decode'
import { detectEncoding, sampleOf } from './detect-encoding'
import { applyOverrides } from './edit-plan'
import { scanHeadings } from './scan-headings'
import { splitHeadings } from './split-headings'

export interface ImportOptions {
  /** Set when the author chose another reading of the bytes. */
  encoding?: ImportEncoding
  rule?: SplitRule
  overrides?: ImportOverrides
}

/** A plan and the text its offsets point into. */
export interface PlannedImport { plan: ImportPlan, text: string }

export const sourceHashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Reads a text file and proposes acts and chapters; writes nothing. Faults: `IMPORT_NOT_TEXT`, `IMPORT_PATTERN`. */
export function planTxtImport(bytes: Uint8Array, options: ImportOptions = {}): PlannedImport {
  const { encoding, confidence, alternatives, decoded } = readText(bytes, options.encoding)
  const rule = options.rule ?? { kind: 'auto' }
  const { text, invalid } = decoded
  const source = { format: 'txt', sourceHash: sourceHashOf(bytes), encoding, confidence, alternatives, invalidSequences: invalid, rule } as const
  const fresh = buildPlan(source, text, splitHeadings(text, rule), [])
  return { plan: options.overrides === undefined ? fresh : applyOverrides(fresh, text, options.overrides), text }
}

/** How many headings each rule finds, for the author to choose by. */
export function ruleHits(text: string): { key: 'auto' | 'numbers' | 'none', hits: number }[] {
  const hits = (kind: 'auto' | 'numbers'): number => scanHeadings(text, { kind }).filter((mark) => mark.ticked).length
  return [{ key: 'auto', hits: hits('auto') }, { key: 'numbers', hits: hits('numbers') }, { key: 'none', hits: 0 }]
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
