import { isSceneBreak } from '@shared/prose-lines'

/** How one line of the file is drawn; none of it is in the file (09 §5 Indent). */
export interface LineLook { indent: boolean; /** A blank line between paragraphs: drawn as paragraph space. */ space: boolean; heading: boolean; quiet: boolean }

const heading = /^#{1,6}(?:[ \t]|$)/
const ownStart = /^(?:[\s\u3000>|]|[-*+][ \t]|\d+[.)][ \t]|<!--|```)/

/** `indented` is whether this text's paragraphs are indented at all; `previous` is the line before, or null for the first. */
export function lookOf(line: string, previous: string | null, indented: boolean): LineLook {
  const blank = line.trim() === ''
  const marked = heading.test(line)
  const rule = isSceneBreak(line)
  return {
    indent: indented && !marked && !rule && (line === '' || !ownStart.test(line)),
    space: blank && previous !== null && previous.trim() !== '',
    heading: marked, quiet: rule || line.startsWith('<!--'),
  }
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const latin = /\p{Script=Latin}+/gu

/** Paragraphs of Chinese and Japanese are indented, others are not; an empty text follows the language of the window. */
export function isIndented(sample: string, byDefault: boolean): boolean {
  const asian = sample.match(eastAsian)?.length ?? 0
  const words = sample.match(latin)?.length ?? 0
  return asian === 0 && words === 0 ? byDefault : asian >= words
}
