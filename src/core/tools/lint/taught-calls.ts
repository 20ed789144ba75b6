import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { TaughtText, Use } from './types'

const name = (tool: string): RegExp => new RegExp(`(?<![\\w.-])${tool}(?![\\w-])`, 'g')

/** Where a text shows a call of the tool with its arguments: `name {"key": …}`, also in parentheses, quotes or on the next line. */
export function callsIn({ file, text }: TaughtText, tool: string): Use[] {
  return [...text.matchAll(new RegExp(`${name(tool).source}[\\s('"\`]{0,8}(?=\\{)`, 'g'))].flatMap((match) => {
    const from = match.index + match[0].length
    const lines = new LineCounter()
    const { contents, errors } = parseDocument(text.slice(from, endOf(text, from)), { lineCounter: lines })
    // `{name}` is a gap to be filled in, no argument.
    if (errors.length > 0 || !isMap(contents) || contents.items.some(({ value }) => value === null)) return []
    const above = text.slice(0, from).split('\n').length - 1
    return contents.items.flatMap(({ key }) => (isScalar(key) ? [{ tool, key: String(key.value), file, line: above + lines.linePos(key.range?.[0] ?? 0).line }] : []))
  })
}

/** Behind the brace that closes the one at `from`; braces inside quotes are text. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (const { 0: piece, index } of text.slice(from).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (piece === '{') depth += 1
    if (piece === '}' && --depth === 0) return from + index + 1
  }
  return text.length
}

/** Where a paragraph that names the tool has one of these keys in quotes or as code. */
export function mentionsIn({ file, text }: TaughtText, tool: string, keys: readonly string[]): Use[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => keys.filter((key) => new RegExp(`['"\`]${escaped(key)}(?=['"\`:=])`).test(line) && name(tool).test(paragraphOf(lines, at))).map((key) => ({ tool, key, file, line: at + 1 })))
}

const escaped = (key: string): string => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function paragraphOf(lines: readonly string[], at: number): string {
  const isEnd = (line: string): boolean => line.trim() === ''
  const from = lines.slice(0, at).findLastIndex(isEnd) + 1
  const rest = lines.slice(at).findIndex(isEnd)
  return lines.slice(from, rest < 0 ? undefined : at + rest).join('\n')
}
