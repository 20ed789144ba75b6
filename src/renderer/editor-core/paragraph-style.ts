import { novelLocale } from '../stores/app'
import { isComposing, whenComposed } from './current-editor'
import type { Monaco, TextModel } from './load-monaco'
import { isIndented, lookOf, type LineLook } from './paragraph-line'

type Options = Monaco.editor.IModelDecorationOptions
const neverGrows = 1
/** Text typed or composed at the start of a paragraph comes after its indent. */
const staysBefore = 2
const noCursorStops = 3
const indent: Options = { showIfCollapsed: true, stickiness: staysBefore, before: { content: '\u3000\u3000', cursorStops: noCursorStops } }
const space: Options = { lineHeight: 0.5, stickiness: neverGrows, showIfCollapsed: true }
const heading: Options = { inlineClassName: 'prose-heading' }
const quiet: Options = { inlineClassName: 'prose-quiet' }
const looks: readonly [keyof LineLook, Options][] = [['indent', indent], ['space', space], ['heading', heading], ['quiet', quiet]]

const kindOf = (options: Options): keyof LineLook | null =>
  options.before ? 'indent' : typeof options.lineHeight === 'number' ? 'space' : options.inlineClassName === 'prose-heading' ? 'heading' : options.inlineClassName === 'prose-quiet' ? 'quiet' : null

const rangeOf = (kind: keyof LineLook, line: number, length: number) =>
  ({ startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: kind === 'heading' || kind === 'quiet' ? length + 1 : 1 })

/** Marks of one line that are there but should not be, and those that are missing; `open` is the line just begun by Enter, of full height. */
function lineChange(model: TextModel, line: number, indented: boolean, open: number | null): { drop: string[]; add: Monaco.editor.IModelDeltaDecoration[] } {
  const content = model.getLineContent(line)
  const drawn = lookOf(content, line > 1 ? model.getLineContent(line - 1) : null, indented)
  const look = line === open ? { ...drawn, space: false } : drawn
  const drop: string[] = []
  const kept = new Set<keyof LineLook>()
  for (const { id, range, options } of model.getLineDecorations(line)) {
    const kind = kindOf(options)
    if (kind === null) continue
    const starts = range.startLineNumber === line && range.startColumn === 1 && range.endLineNumber === line
    const right = look[kind] && !kept.has(kind) && starts && (kind === 'indent' || range.endColumn === rangeOf(kind, line, content.length).endColumn)
    if (right) kept.add(kind)
    else drop.push(id)
  }
  const add = looks.filter(([kind]) => look[kind] && !kept.has(kind)).map(([kind, options]) => ({ range: rangeOf(kind, line, content.length), options }))
  return { drop, add }
}

function restyle(model: TextModel, from: number, to: number, indented: boolean, open: number | null = null): void {
  const drop: string[] = []
  const add: Monaco.editor.IModelDeltaDecoration[] = []
  for (let line = Math.max(1, from); line <= Math.min(to, model.getLineCount()); line += 1) {
    const change = lineChange(model, line, indented, open)
    drop.push(...change.drop)
    for (const one of change.add) add.push(one)
  }
  if (drop.length > 0 || add.length > 0) model.deltaDecorations(drop, add)
}

const sampleOf = (model: TextModel) => model.getValueInRange({ startLineNumber: 1, startColumn: 1, endLineNumber: Math.min(40, model.getLineCount()), endColumn: 200 })

/** Whether a text is Chinese or Japanese: its paragraphs are indented and its fonts differ. */
export const isEastAsian = (model: TextModel): boolean => isIndented(sampleOf(model), novelLocale() === 'zh-CN')

/** A composition in a blank line between paragraphs needs the line's full height before it begins. */
export function openLine(model: TextModel, line: number): void {
  model.deltaDecorations(model.getLineDecorations(line).filter(({ options }) => kindOf(options) === 'space').map(({ id }) => id), [])
}

/** Keeps paragraph indent and paragraph space of a text right, line by line as it changes; the model's text is never touched. */
export function styleParagraphs(model: TextModel): void {
  let indented = isEastAsian(model)
  const all = () => restyle(model, 1, model.getLineCount(), indented)
  const lines = (from: number, to: number, open: number | null) => {
    const now = model.getLineCount() < 40 ? isEastAsian(model) : indented
    if (now === indented) return restyle(model, from, to, indented, open)
    indented = now
    all()
  }
  all()
  model.onDidChangeContent(({ changes, isFlush, isUndoing, isRedoing }) => {
    if (isFlush) return all()
    for (const { range, text } of changes) {
      const from = range.startLineNumber
      const to = from + text.split('\n').length
      const open = !isUndoing && !isRedoing && /^\r?\n$/.test(text) ? from + 1 : null
      if (isComposing()) void whenComposed().then(() => { if (!model.isDisposed()) lines(from, to, null) })
      else lines(from, to, open)
    }
  })
}

/** Monaco draws a new caret before an indent that was there from the start; taking the first line's marks off and on again moves it. */
export function settleCaret(model: TextModel): void {
  const marks = model.getLineDecorations(1).filter(({ options }) => kindOf(options) !== null)
  model.deltaDecorations(model.deltaDecorations(marks.map(({ id }) => id), []), marks.map(({ range, options }) => ({ range, options })))
}
