import type { CodeEditor, TextModel } from './load-monaco'

let current: CodeEditor | null = null
let composingNow = false
let waiting: (() => void)[] = []

/** The one editor of the window; texts are its models. */
export const currentEditor = (): CodeEditor | null => current
export const setCurrentEditor = (editor: CodeEditor | null): void => { current = editor }

export const isComposing = (): boolean => composingNow

/** From compositionstart to compositionend nothing else touches the text (09 §5 IME). */
export function setComposing(on: boolean): void {
  composingNow = on
  if (on) return
  const ready = waiting
  waiting = []
  for (const go of ready) go()
}

/** Resolves when no composition is under way, after its text has arrived. */
export const whenComposed = (): Promise<void> => (composingNow ? new Promise((done) => waiting.push(done)) : Promise.resolve())

/** Runs a change made by others so that what the author sees stays where it is. */
export function keepingView(model: TextModel, change: () => void): void {
  const editor = current?.getModel() === model ? current : null
  const top = editor?.getVisibleRanges()[0]?.startLineNumber
  if (!editor || top === undefined) return change()
  const offset = editor.getScrollTop() - editor.getTopForLineNumber(top)
  const [mark] = model.deltaDecorations([], [{ range: { startLineNumber: top, startColumn: 1, endLineNumber: top, endColumn: 1 }, options: { stickiness: 1 } }])
  change()
  const moved = mark === undefined ? null : model.getDecorationRange(mark)
  if (mark !== undefined) model.deltaDecorations([mark], [])
  if (moved && moved.startLineNumber !== top) editor.setScrollTop(editor.getTopForLineNumber(moved.startLineNumber) + offset, 1)
}
