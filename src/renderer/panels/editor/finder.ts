import { currentEditor, isComposing } from '../../editor-core/current-editor'
import type { CodeEditor, Monaco } from '../../editor-core/load-monaco'

export interface Finder { search(query: string, matchCase: boolean): void; step(by: 1 | -1): void; dispose(): void }
type Range = Monaco.Range

const limit = 10_000
const before = (a: { lineNumber: number; column: number }, b: Range) => a.lineNumber < b.startLineNumber || (a.lineNumber === b.startLineNumber && a.column <= b.startColumn)

/** What is selected, if within one line: what Mod+F looks for first. */
export function selectedText(): string {
  const editor = currentEditor()
  const selection = editor?.getSelection()
  return selection && selection.startLineNumber === selection.endLineNumber ? (editor?.getModel()?.getValueInRange(selection) ?? '') : ''
}

/** Marks every place of a string in the text and steps through them from the caret; the text's own changes refresh it. */
export function createFinder(editor: CodeEditor, tell: (found: { count: number; at: number | null }) => void): Finder {
  const marks = editor.createDecorationsCollection()
  let ranges: Range[] = []
  let current: number | null = null
  let last = { query: '', matchCase: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    marks.set(ranges.map((range, index) => ({ range, options: { className: index === current ? 'find-mark find-current' : 'find-mark', stickiness: 1 } })))
    tell({ count: ranges.length, at: current })
  }
  const search = (query: string, matchCase: boolean) => {
    last = { query, matchCase }
    const found = query === '' ? [] : (editor.getModel()?.findMatches(query, false, false, matchCase, null, false, limit) ?? [])
    ranges = found.map((match) => match.range)
    current = null
    draw()
    const caret = editor.getPosition()
    const near = caret ? (ranges.find((range) => before(caret, range)) ?? ranges[0]) : ranges[0]
    if (near) editor.revealRangeInCenterIfOutsideViewport(near, 1)
  }
  const step = (by: 1 | -1) => {
    const caret = editor.getPosition()
    if (ranges.length === 0 || !caret) return
    const next = ranges.findIndex((range) => before(caret, range))
    const start = next < 0 ? (by === 1 ? 0 : ranges.length - 1) : by === 1 ? next : next - 1
    const at = current === null ? start : current + by
    current = (at + ranges.length) % ranges.length
    const range = ranges[current]
    if (range) { editor.setSelection(range); editor.revealRangeInCenterIfOutsideViewport(range, 1) }
    draw()
  }
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => { if (isComposing()) again(); else if (last.query !== '') search(last.query, last.matchCase) }, 250)
  }
  const listeners = [editor.onDidChangeModelContent(again), editor.onDidChangeModel(again)]
  return {
    search, step,
    dispose() {
      clearTimeout(timer)
      marks.clear()
      for (const listener of listeners) listener.dispose()
    },
  }
}
