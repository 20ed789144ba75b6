import { z } from 'zod'

/** The plan of one import, as core makes it and the Import panel edits it (09 §15). Offsets are UTF-16 indexes into the decoded text. */
export const ImportEncoding = z.enum(['utf-8', 'utf-8-bom', 'gb18030', 'big5', 'utf-16le', 'utf-16be'])
export type ImportEncoding = z.infer<typeof ImportEncoding>

export const EncodingGuess = z.strictObject({ encoding: ImportEncoding, sample: z.string() })
export type EncodingGuess = z.infer<typeof EncodingGuess>

/** How a text is cut: `auto` knows 第X章 and its kin, `numbers` lines such as `12、雪夜`, `pattern` is the author's own, `none` keeps one chapter. */
export const SplitRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('auto') }),
  z.strictObject({ kind: z.literal('numbers') }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('pattern'), pattern: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('headings') }),
])
export type SplitRule = z.infer<typeof SplitRule>

/** Why a row stands unticked or deserves a look. `sentence`: reads like prose; `counted-noun`: 第一封信, 第一部分; `contents`: a table of contents. */
export const RowReason = z.enum([
  'preface', 'volume-opening', 'no-headings', 'sentence', 'too-long', 'counted-noun', 'contents', 'duplicate', 'duplicate-title', 'sub-heading',
  'merged', 'split', 'unticked', 'ticked',
])
export type RowReason = z.infer<typeof RowReason>

const Offset = z.number().int().nonnegative()

/** Rows lie end to end over the whole text. `[start, bodyStart)` is the heading line, `[bodyStart, end)` the text. */
export const ImportRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['volume', 'chapter']),
  title: z.string().min(1).max(240),
  line: z.number().int().positive(),
  start: Offset,
  bodyStart: Offset,
  end: Offset,
  /** 字数 of the body; an unticked row counts its heading line too, since that becomes text. */
  words: Offset,
  /** An unticked row belongs to the text of the nearest ticked row above it. */
  ticked: z.boolean(),
  skipped: z.string().nullable(),
  reason: RowReason.optional(),
  /** It stands in no act, though there is one above it; so do the chapters after it, up to the next act. */
  noAct: z.boolean().optional(),
  adverts: Offset,
  /** Characters that could not be read and stand as U+FFFD. */
  replaced: Offset.default(0),
})
export type ImportRow = z.infer<typeof ImportRow>

/** Why a file of a folder, or what stands at its top, is not taken; the detail is its path. */
export const FileLeft = z.enum(['other-kind', 'no-file', 'word-lock', 'empty-file', 'broken-file', 'top-data'])
export type FileLeft = z.infer<typeof FileLeft>

export const NotTaken = z.strictObject({
  reason: z.enum(['skipped', 'footnote', 'comment', 'image', 'invalid-bytes', 'unsupported', ...FileLeft.options]),
  detail: z.string(),
  rowId: z.string().optional(),
  /** Characters of the decoded text left out; 0 for what never was part of it (footnotes, images). */
  characters: Offset,
})
export type NotTaken = z.infer<typeof NotTaken>

export const ImportVolume = z.strictObject({ rowId: z.string(), title: z.string(), chapters: Offset })
export type ImportVolume = z.infer<typeof ImportVolume>

export const ImportPlan = z.strictObject({
  format: z.enum(['txt', 'docx', 'folder']),
  /** SHA-256 of the file's bytes, hex: the identity of the source. */
  sourceHash: z.string().regex(/^[0-9a-f]{64}$/),
  encoding: ImportEncoding,
  confidence: z.number().min(0).max(1),
  alternatives: z.array(EncodingGuess),
  invalidSequences: Offset,
  /** The author knows that unreadable bytes are lost and wants the import all the same. */
  lossAccepted: z.boolean().default(false),
  rule: SplitRule,
  totalCharacters: Offset,
  /** Share of characters that land in a chapter, a title or a skip the author chose; replaced ones do not. 1, or the loss is accepted, or there is no import. */
  coverage: z.number().min(0).max(1),
  volumes: z.array(ImportVolume),
  chapters: Offset,
  words: Offset,
  rows: z.array(ImportRow).min(1),
  notTaken: z.array(NotTaken),
})
export type ImportPlan = z.infer<typeof ImportPlan>

/** Edits to lay over a fresh plan of the same bytes, keyed by where a row starts; enough to rebuild an edited plan after a crash. */
export const ImportOverrides = z.strictObject({
  splits: z.array(Offset).optional(),
  ticked: z.array(z.strictObject({ start: Offset, ticked: z.boolean() })).optional(),
  titles: z.array(z.strictObject({ start: Offset, title: z.string().min(1).max(240) })).optional(),
  skipped: z.array(z.strictObject({ start: Offset, reason: z.string().min(1) })).optional(),
})
export type ImportOverrides = z.infer<typeof ImportOverrides>

/** What to do with chapters this same file already gave the project. */
export const OnExisting = z.enum(['skip', 'replace', 'both'])
export type OnExisting = z.infer<typeof OnExisting>

export const ImportProgress = z.strictObject({ stage: z.enum(['check', 'acts', 'chapters', 'done']), done: Offset, /** Of those done, left as they were. */ kept: Offset, total: Offset })
export type ImportProgress = z.infer<typeof ImportProgress>
