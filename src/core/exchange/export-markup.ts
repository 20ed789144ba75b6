import type { ProseLine } from '@shared/prose-lines'
import type { BookPart } from './export-book'
import { xmlText } from './xml-text'

/** The look of a book on a page or in a reader. The indent is a style, never a character (09 §5). */
export function bookStyle(indent: boolean, isChinese: boolean): string {
  const paragraph = indent ? `margin: 0; text-indent: ${isChinese ? '2em' : '1.5em'}` : 'margin: 0 0 1em'
  return [
    `body { line-height: ${isChinese ? '1.8' : '1.6'} }`, `p { ${paragraph}; white-space: pre-wrap; overflow-wrap: break-word }`,
    'p.break { margin: 1em 0; text-indent: 0; text-align: center }', 'p.by { margin: 1em 0; text-indent: 0; text-align: center }',
    'h1, h2, h3, h4 { text-align: center; line-height: 1.4 }', '',
  ].join('\n')
}

/** A part as XHTML; `top` is the level of the highest heading in it. */
export function markupOf(part: BookPart, top: number): string {
  if (part.kind === 'act') return `<h${top}>${xmlText(part.title)}</h${top}>\n`
  const level = part.inAct ? top + 1 : top
  const heading = part.title === null ? '' : `<h${level}>${xmlText(part.title)}</h${level}>\n`
  return heading + part.lines.map((line) => lineMarkup(line, level + 1)).join('')
}

function lineMarkup({ kind, text, runs }: ProseLine, level: number): string {
  if (kind === 'break') return `<p class="break">${text === '' ? '&#160;' : xmlText(text)}</p>\n`
  const tag = kind === 'heading' ? `h${level}` : 'p'
  const inline = runs.map((run) => {
    const italic = run.italic ? `<em>${xmlText(run.text)}</em>` : xmlText(run.text)
    return run.bold ? `<strong>${italic}</strong>` : italic
  }).join('')
  return `<${tag}>${inline}</${tag}>\n`
}
