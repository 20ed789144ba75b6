import { punctuate } from '@shared/punctuation'
import { countWords } from '@shared/word-count'
import { isComposing, setComposing, setCurrentEditor } from '../../editor-core/current-editor'
import { bufferOf } from '../../editor-core/buffers'
import { textOf } from '../../editor-core/buffer'
import { columnFor, lookOptions, measuredWrapLimit, proseOptions } from '../../editor-core/editor-options'
import { keepVersion } from '../../editor-core/keep-version'
import type { CodeEditor, Monaco, TextModel } from '../../editor-core/load-monaco'
import { isEastAsian, openLine } from '../../editor-core/paragraph-style'
import { followTheme } from '../../editor-core/theme'
import { watchUndoSteps } from '../../editor-core/undo-steps'
import { novelLocale, useApp } from '../../stores/app'
import { useLayout } from '../../stores/layout'

type Stop = () => void
const gutterLineDecorations = 4

/** Composition of input methods, known to everyone who might change the text. */
function watchComposition(editor: CodeEditor): void {
  let begun = 0
  editor.onDidCompositionStart(() => {
    begun += 1
    const [model, at] = [editor.getModel(), editor.getPosition()]
    if (model && at) openLine(model, at.lineNumber)
    setComposing(true)
  })
  // The composed text arrives with the event; whoever waits comes after it, and after the next composition when that has begun meanwhile.
  editor.onDidCompositionEnd(() => {
    const ended = begun
    setTimeout(() => { if (begun === ended) setComposing(false) }, 0)
  })
}

const isOn = () => useApp.getState().ui?.punctuation ?? novelLocale() === 'zh-CN'

/** Full-width punctuation as it is typed, its own undo step: one undo gives the key back (E4). */
function watchPunctuation(editor: CodeEditor): void {
  const typed = (key: string) => {
    const at = editor.getPosition()
    const model = editor.getModel()
    if (key.length !== 1 || isComposing() || !at || !model || !isOn() || !editor.getSelection()?.isEmpty()) return
    const before = model.getLineContent(at.lineNumber).slice(0, at.column - 1)
    if (!before.endsWith(key)) return
    const change = punctuate(before.slice(0, -1), key, useApp.getState().ui?.quoteStyle ?? 'curly')
    if (!change) return
    const range = { startLineNumber: at.lineNumber, startColumn: at.column - change.remove, endLineNumber: at.lineNumber, endColumn: at.column }
    editor.pushUndoStop()
    editor.executeEdits('punctuation', [{ range, text: change.insert, forceMoveMarkers: true }])
    editor.pushUndoStop()
  }
  // Monaco has this event but does not publish its type.
  const events = editor as CodeEditor & { onDidType?: (listener: (text: string) => void) => unknown }
  events.onDidType?.(typed)
}

/** A paste over more than 500 字 keeps the text as it was (09 §5 History). */
function watchPaste(editor: CodeEditor, host: HTMLElement): Stop {
  const onPaste = () => {
    const selection = editor.getSelection()
    const model = editor.getModel()
    const path = useLayout.getState().activePath
    const buffer = path === null ? undefined : bufferOf(path)
    if (!selection || !model || buffer?.model !== model || selection.isEmpty()) return
    if (countWords(model.getValueInRange(selection)).words > 500) void keepVersion(buffer, 'paste', textOf(buffer))
  }
  host.addEventListener('paste', onPaste, true)
  return () => host.removeEventListener('paste', onPaste, true)
}

/** The centred column, measured anew when pane, fonts or settings change. */
function watchSize(monaco: typeof Monaco, editor: CodeEditor, host: HTMLElement): Stop {
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = host
    if (width === 0 || height === 0) return
    const { ui } = useApp.getState()
    const model = editor.getModel()
    editor.updateOptions(lookOptions(ui, model ? isEastAsian(model) : novelLocale() === 'zh-CN'))
    const font = editor.getOption(monaco.editor.EditorOption.fontInfo)
    const { margin, columns } = columnFor(width, ui, { fontSize: font.fontSize, half: font.typicalHalfwidthCharacterWidth })
    const typewriter = (ui?.typewriter ?? false) && useLayout.getState().focus
    const middle = Math.round(height / 2)
    editor.updateOptions({
      lineDecorationsWidth: margin, wordWrapColumn: columns, cursorSurroundingLines: typewriter ? 999 : 2, cursorSurroundingLinesStyle: typewriter ? 'all' : 'default',
      padding: { top: typewriter ? middle : 24, bottom: typewriter ? middle : Math.min(200, middle) },
    })
    editor.layout({ width, height })
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  const stops = [useApp.subscribe((now, before) => { if (now.ui !== before.ui) fit() }), useLayout.subscribe((now, before) => { if (now.focus !== before.focus) fit() })]
  document.fonts.addEventListener('loadingdone', fit)
  fit()
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', fit)
    for (const stop of stops) stop()
  }
}

/** In focus mode other paragraphs may step back. */
function watchDimming(editor: CodeEditor): Stop {
  const marks = editor.createDecorationsCollection()
  const draw = () => {
    const line = editor.getPosition()?.lineNumber
    const on = useLayout.getState().focus && (useApp.getState().ui?.dimming ?? false)
    if (!on || line === undefined) return marks.clear()
    marks.set([{ range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: editor.getModel()?.getLineMaxColumn(line) ?? 1 }, options: { inlineClassName: 'prose-current', stickiness: 0 } }])
  }
  editor.onDidChangeCursorPosition(draw)
  editor.onDidChangeModel(draw)
  const stops = [useLayout.subscribe((now, before) => { if (now.focus !== before.focus) draw() }), useApp.subscribe((now, before) => { if (now.ui !== before.ui) draw() })]
  return () => { for (const stop of stops) stop() }
}

/** A click beside the text puts the caret at that line, as a page would. */
function watchMargin(editor: CodeEditor): void {
  editor.onMouseDown(({ target, event }) => {
    if (target.type !== gutterLineDecorations || !target.position || !event.leftButton) return
    editor.setPosition({ lineNumber: target.position.lineNumber, column: target.position.column })
    editor.focus()
  })
}

/** Puts a text in front. Long ones are wrapped by counted widths, decided before they come: measuring them in the page would be slow. */
export function showModel(editor: CodeEditor, model: TextModel): void {
  const strategy = model.getValueLength() > measuredWrapLimit ? 'simple' : 'advanced'
  if (editor.getRawOptions().wrappingStrategy !== strategy) {
    editor.setModel(null)
    editor.updateOptions({ wrappingStrategy: strategy })
  }
  editor.updateOptions(lookOptions(useApp.getState().ui, isEastAsian(model)))
  editor.setModel(model)
}

/** The window's one editor of prose, in `host`. Returns it with the way out. */
export function createProseEditor(monaco: typeof Monaco, host: HTMLElement, ariaLabel: string): { editor: CodeEditor; dispose: Stop } {
  const editor = monaco.editor.create(host, { ...proseOptions(), ...lookOptions(useApp.getState().ui, novelLocale() === 'zh-CN'), ariaLabel, theme: 'wenqu', model: null })
  const stops = [followTheme(monaco), watchPaste(editor, host), watchSize(monaco, editor, host), watchDimming(editor)]
  watchComposition(editor)
  watchUndoSteps(editor)
  watchPunctuation(editor)
  watchMargin(editor)
  setCurrentEditor(editor)
  return {
    editor,
    dispose() {
      for (const stop of stops) stop()
      setCurrentEditor(null)
      editor.setModel(null)
      editor.dispose()
    },
  }
}
