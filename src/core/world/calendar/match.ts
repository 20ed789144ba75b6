import { chineseRun, fromChinese } from './numerals'
import type { Piece, PlacedToken, Value } from './tokens'

const digitRun = /[0-9]+/y
const maxDigits = 20
const maxSteps = 20_000

/** What a token can be at one place of a text: each reading with how many characters it takes, the longest first. */
function readings(token: PlacedToken, text: string, at: number): [length: number, value: Value][] {
  const found: [number, Value][] = token.words.filter(([word]) => text.startsWith(word, at)).map(([word, value]) => [word.length, value])
  if (token.ignored) found.push([0, ''])
  if (token.numbers) {
    const digits = run(digitRun, text, at)
    for (let length = Math.min(digits.length, maxDigits); length > 0; length -= 1) {
      const value = BigInt(digits.slice(0, length))
      if (token.most === null || value <= token.most) found.push([length, value])
    }
    const chinese = token.chinese ? run(chineseRun, text, at) : ''
    for (let length = chinese.length; length > 0; length -= 1) {
      const value = fromChinese(chinese.slice(0, length))
      if (value !== null) found.push([length, value])
    }
  }
  return found.toSorted((a, b) => b[0] - a[0])
}

function run(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Every way to read a text by a format. Numbers without a separator between them have several; a text can cost only so many steps. */
export function matches(pieces: readonly Piece[], text: string): ReadonlyMap<string, Value>[] {
  const out: ReadonlyMap<string, Value>[] = []
  let steps = 0
  const go = (index: number, at: number, values: ReadonlyMap<string, Value>): void => {
    steps += 1
    const piece = pieces[index]
    if (steps > maxSteps) return
    if (piece === undefined) {
      if (at === text.length) out.push(values)
      return
    }
    if (typeof piece === 'string') {
      if (text.startsWith(piece, at)) go(index + 1, at + piece.length, values)
      return
    }
    for (const [length, value] of readings(piece, text, at)) {
      const other = values.get(piece.name)
      if (piece.ignored || other === value) go(index + 1, at + length, values)
      else if (other === undefined) go(index + 1, at + length, new Map([...values, [piece.name, value]]))
    }
  }
  go(0, 0, new Map())
  return out
}
