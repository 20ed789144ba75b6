import { bareOf } from './bare'
import { toChinese } from './numerals'
import { tokensOf, type Form, type Piece, type PlacedToken, type Token, type Value } from './tokens'

const tokenText = /\{([^{}:]*)(?::0([1-9]))?\}/gu
const joined = (pieces: readonly Piece[]): string => pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')

/** Reads a format; `{era}` becomes the era's name. `unknown` names the tokens it does not know, `broken` says that a brace stands alone. */
export function readForm(format: string, tokens: ReadonlyMap<string, Token>, era: string | null): { form: Form; unknown: string[]; broken: boolean } {
  const pieces: Piece[] = []
  const unknown: string[] = []
  let broken = false
  const text = (part: string): void => {
    broken ||= /[{}]/.test(part)
    push(pieces, part)
  }
  let at = 0
  for (const found of format.matchAll(tokenText)) {
    text(format.slice(at, found.index))
    at = found.index + found[0].length
    const [name, width] = [found[1] ?? '', Number(found[2] ?? '1')]
    const token = tokens.get(name)
    if (name === 'era' && era !== null) push(pieces, era)
    else if (token === undefined) unknown.push(name)
    else pieces.push({ ...token, width, said: new Map(token.words.map(([word, value]) => [value, word])) })
  }
  text(format.slice(at))
  return { form: { pieces, readAs: readingsOf(pieces, format), tokens: new Set(tokensOf(pieces).map((token) => token.name)), signature: joined(pieces) }, unknown, broken }
}

function readingsOf(pieces: readonly Piece[], format: string): (readonly Piece[])[] {
  const whole = [pieces, shortOf(pieces, format)].filter((one) => one !== null)
  return [...whole, ...whole.map(bareOf).filter((one) => one !== null)]
}

function push(pieces: Piece[], part: string): void {
  const before = pieces.at(-1)
  if (part === '') return
  if (typeof before === 'string') pieces[pieces.length - 1] = before + part
  else pieces.push(part)
}

/** The space counts only where the format itself has it, not inside an era's name. */
function shortOf(pieces: readonly Piece[], format: string): Piece[] | null {
  const tail = format.slice(format.lastIndexOf(' ') + 1)
  if (!format.includes(' ') || tail.includes('{era}')) return null
  const at = pieces.findLastIndex((piece) => typeof piece === 'string' && piece.includes(' '))
  const piece = pieces[at]
  if (typeof piece !== 'string' || tokensOf(pieces.slice(at)).some((token) => token.date)) return null
  const head = piece.slice(0, piece.lastIndexOf(' '))
  const short = [...pieces.slice(0, at), ...(head === '' ? [] : [head])]
  return tokensOf(short).length === 0 ? null : short
}

/** A value as the token prints it. */
export function printed(token: PlacedToken, value: Value): string {
  const word = token.said.get(value)
  if (word !== undefined) return word
  if (typeof value === 'string') return value
  return token.chinese ? toChinese(value) : String(value).padStart(token.width, '0')
}

export const printForm = (pieces: readonly Piece[], values: ReadonlyMap<string, Value>): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : printed(piece, values.get(piece.name) ?? ''))).join('')
