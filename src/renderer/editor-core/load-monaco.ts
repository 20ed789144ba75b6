import type * as Monaco from 'monaco-editor/editor/editor.api'

export type { Monaco }
export type CodeEditor = Monaco.editor.IStandaloneCodeEditor
export type TextModel = Monaco.editor.ITextModel

let loading: Promise<typeof Monaco> | null = null
const afterPaint = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)))

/** Monaco, loaded once and never before the first paint. */
export function loadMonaco(): Promise<typeof Monaco> {
  loading ??= afterPaint().then(async () => (await import('./monaco')).monaco)
  return loading
}
