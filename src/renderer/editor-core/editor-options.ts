import type { UiSettings } from '@shared/settings'
import { novelLocale } from '../stores/app'
import type { Monaco } from './load-monaco'

type Options = Monaco.editor.IStandaloneEditorConstructionOptions

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Everything of a code editor that prose does not want is off (09 §5). */
export const proseOptions = (): Options => ({
  lineNumbers: 'off', minimap: { enabled: false }, folding: false, glyphMargin: false, lineNumbersMinChars: 0, renderLineHighlight: 'none', overviewRulerLanes: 0, overviewRulerBorder: false,
  hideCursorInOverviewRuler: true, guides: { indentation: false, bracketPairs: false }, matchBrackets: 'never', bracketPairColorization: { enabled: false },
  quickSuggestions: false, suggestOnTriggerCharacters: false, wordBasedSuggestions: 'off', parameterHints: { enabled: false }, acceptSuggestionOnEnter: 'off', inlineSuggest: { enabled: false },
  links: false, colorDecorators: false, codeLens: false, hover: { enabled: 'off' }, lightbulb: { enabled: 'off' as Monaco.editor.ShowLightbulbIconMode }, stickyScroll: { enabled: false }, contextmenu: false,
  occurrencesHighlight: 'off', selectionHighlight: false, renderWhitespace: 'none', renderControlCharacters: false, renderValidationDecorations: 'off',
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false }, unusualLineTerminators: 'off',
  autoClosingBrackets: 'never', autoClosingQuotes: 'never', autoSurround: 'never', autoIndent: 'none', formatOnType: false, formatOnPaste: false, trimAutoWhitespace: false, detectIndentation: false,
  wordWrap: 'wordWrapColumn', wrappingIndent: 'none', wrappingStrategy: 'advanced', wordBreak: 'normal', stopRenderingLineAfter: -1, scrollBeyondLastLine: false, scrollBeyondLastColumn: 0,
  wordSegmenterLocales: ['zh', 'en'], selectOnLineNumbers: false, emptySelectionClipboard: false, copyWithSyntaxHighlighting: false, dragAndDrop: true, mouseWheelZoom: false, multiCursorLimit: 1,
  tabFocusMode: true, editContext: false, accessibilitySupport: 'auto', fixedOverflowWidgets: true, automaticLayout: false, padding: { top: 24, bottom: 160 },
  scrollbar: { vertical: 'auto', horizontal: 'hidden', verticalScrollbarSize: 10, useShadows: false, alwaysConsumeMouseWheel: false },
  smoothScrolling: false, cursorSmoothCaretAnimation: 'off', cursorBlinking: reducedMotion() ? 'solid' : 'blink', cursorWidth: 2, roundedSelection: true,
})

/** Chinese fonts draw Latin quotes and apostrophes as wide as a 字; a Latin text wants a Latin font, or at least its marks (editor.css), first. */
const latinSerif = "Georgia, 'Source Serif 4', 'Noto Serif', 'Latin marks'"

/** Fonts and sizes as the page has them; Monaco measures, so it must be told. The author's own choice of font goes first. */
export function lookOptions(ui: UiSettings | null, eastAsian: boolean): Options {
  const fontSize = ui?.fontSize ?? 18
  const prose = getComputedStyle(document.documentElement).getPropertyValue('--font-prose').trim()
  const fontFamily = eastAsian || ui?.fontFamily ? prose : `${latinSerif}, ${prose}`
  return { fontFamily, fontSize, lineHeight: Math.round(fontSize * (ui?.lineHeight ?? 1.9)), fontLigatures: false }
}

export interface Column { /** Left margin in px that centres the column. */ margin: number; /** Width in half-width characters, Monaco's unit. */ columns: number }

/** A column of 38 字 or 70 characters in the middle of the pane, narrower when the pane is (09 §5). */
export function columnFor(pane: number, ui: UiSettings | null, font: { fontSize: number; half: number }): Column {
  const chinese = novelLocale() === 'zh-CN'
  const wanted = chinese ? (ui?.textWidth ?? 38) * font.fontSize : (ui?.textWidth ?? 70) * font.half
  const width = Math.max(8 * font.fontSize, Math.min(wanted, pane - 2 * 28))
  return { margin: Math.min(1_000, Math.max(28, Math.floor((pane - width) / 2))), columns: Math.max(8, Math.ceil(width / font.half)) }
}

/** Beyond this many characters wrapping by measuring every paragraph in the page is too slow; Monaco then counts widths. */
export const measuredWrapLimit = 300_000
