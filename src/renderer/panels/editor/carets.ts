import { bufferOf } from '../../editor-core/buffers'
import type { CodeEditor } from '../../editor-core/load-monaco'
import { flushLayout, useLayout } from '../../stores/layout'

const remembered = 300

/** Keeps caret and scroll of the text in the layout, so that a restart comes back to them (W2). */
export function keepCaret(editor: CodeEditor, path: string): void {
  const at = editor.getPosition()
  const buffer = bufferOf(path)
  if (!at || !buffer || editor.getModel() !== buffer.model) return
  const { carets, set } = useLayout.getState()
  const caret = { line: at.lineNumber, column: at.column, scrollTop: Math.round(editor.getScrollTop()) }
  const old = carets[path]
  if (old && old.line === caret.line && old.column === caret.column && old.scrollTop === caret.scrollTop) return
  const others = Object.entries(carets).filter(([key]) => key !== path).slice(-remembered)
  set({ carets: { ...Object.fromEntries(others), [path]: caret } })
}

/** Writes it down a moment after the caret or the page moved. Returns the way out, which writes at once. */
export function watchCaret(editor: CodeEditor, path: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => { clearTimeout(timer); timer = setTimeout(() => keepCaret(editor, path), 500) }
  const now = () => { clearTimeout(timer); keepCaret(editor, path) }
  const listeners = [editor.onDidChangeCursorPosition(soon), editor.onDidScrollChange(soon)]
  const stopClose = window.wenqu.onBeforeClose(async () => {
    now()
    await flushLayout()
  })
  return () => {
    now()
    stopClose()
    for (const listener of listeners) listener.dispose()
  }
}

/** Back to where the author was: within this run exactly, else to the kept caret. */
export function restoreCaret(editor: CodeEditor, path: string): void {
  const view = bufferOf(path)?.view ?? null
  const kept = useLayout.getState().carets[path]
  if (view) editor.restoreViewState(view)
  else if (kept) {
    editor.setPosition({ lineNumber: kept.line, column: kept.column })
    editor.setScrollTop(kept.scrollTop, 1)
  } else {
    editor.setPosition({ lineNumber: 1, column: 1 })
    editor.setScrollTop(0, 1)
  }
}
