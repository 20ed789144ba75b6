import { patchText } from '../stores/texts'
import { keepingView } from './current-editor'
import type { CodeEditor, Monaco, TextModel } from './load-monaco'
import { minimalEdits } from './minimal-edits'
import type { SaveScheduler } from './save-scheduler'
import type { VersionClock } from './version-due'

type ViewState = ReturnType<CodeEditor['saveViewState']>

/** One open text: Monaco's model with its undo, and what is known of the file. Outlives its tab (undo for ≥20 texts, 09 §5). */
export interface TextBuffer {
  readonly project: string
  path: string
  readonly model: TextModel
  /** Hash of the file this text is based on; null when the file is gone. */
  baseHash: string | null
  /** The model's version at which it equals the file. */
  savedVersion: number
  readonly scheduler: SaveScheduler
  saving: Promise<void> | null
  failures: number
  stopRetry: (() => void) | null
  /** Draft writes and drops, in order. */
  drafts: Promise<void>
  hasDraft: boolean
  versions: VersionClock | null
  /** The model's version the author last kept by hand: pressing Mod+S again makes no second copy. */
  namedVersion: number | null
  /** Outside changes, one after another. */
  outside: Promise<void>
  view: ViewState
  usedAt: number
}

export const isDirty = (buffer: TextBuffer): boolean => buffer.model.getAlternativeVersionId() !== buffer.savedVersion
export const textOf = (buffer: TextBuffer): string => buffer.model.getValue()

const normal = (text: string) => text.replace(/\r\n?/g, '\n')
export const sameText = (a: string, b: string): boolean => a === b || normal(a) === normal(b)

/** Puts another text in as one undo step, by the smallest edits, so that caret, scroll and undo stay. */
export function replaceText(buffer: TextBuffer, next: string): void {
  const { model } = buffer
  const eol = model.getEOL()
  const edits = minimalEdits(model.getValue(), normal(next).replaceAll('\n', eol))
  if (edits.length === 0) return
  const at = (offset: number) => model.getPositionAt(offset)
  const operations = edits.map(({ from, to, text }): Monaco.editor.IIdentifiedSingleEditOperation => {
    const start = at(from)
    const end = at(to)
    return { range: { startLineNumber: start.lineNumber, startColumn: start.column, endLineNumber: end.lineNumber, endColumn: end.column }, text, forceMoveMarkers: false }
  })
  keepingView(model, () => {
    model.pushStackElement()
    model.pushEditOperations([], operations, () => null)
    model.pushStackElement()
  })
}

/** The file holds this text now. */
export function markSaved(buffer: TextBuffer, hash: string | null, version = buffer.model.getAlternativeVersionId()): void {
  buffer.baseHash = hash
  buffer.savedVersion = version
  buffer.failures = 0
  buffer.stopRetry?.()
  buffer.stopRetry = null
  patchText(buffer.path, { save: isDirty(buffer) ? 'unsaved' : 'saved', saveFault: null })
}
