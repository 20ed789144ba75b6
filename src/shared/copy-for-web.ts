import { proseLines, type ProseLine } from './prose-lines'

const indent = '\u3000\u3000'
const asian = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}]/u

/**
 * The text as web-novel sites want it pasted (09 §5): one line per paragraph, each with U+3000 twice, no Markdown marks or comments.
 * Doing it twice changes nothing but what a backslash kept literal. A text without any East Asian letter keeps a blank line between paragraphs instead of the indent.
 */
export const copyForWeb = (text: string): string => layOut(proseLines(text), true).map((line) => line.text).join('\n')

/** A line of plain text as it stands in the file. */
export interface LaidLine { readonly kind: ProseLine['kind'] | 'blank'; readonly text: string }

/** Those lines as plain text; `indented` false: a blank line between paragraphs whatever the script. */
export function layOut(lines: readonly ProseLine[], indented: boolean): LaidLine[] {
  if (isIndented(lines, indented)) return lines.map(({ kind, text }) => ({ kind, text: kind === 'break' ? text : indent + text }))
  return lines.flatMap(({ kind, text }, at): LaidLine[] => (at === 0 ? [{ kind, text }] : [{ kind: 'blank', text: '' }, { kind, text }]))
}

/** Whether paragraphs of this text are indented: where that is wanted and it has any East Asian letter. */
export const isIndented = (lines: readonly ProseLine[], wanted: boolean): boolean => wanted && lines.some((line) => asian.test(line.text))
