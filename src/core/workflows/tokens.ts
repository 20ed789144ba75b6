import { fail } from '@shared/fault'

export type TokenKind = 'word' | 'punct' | 'string' | 'template' | 'number' | 'regex'
/** `text`: what is written; of a string its content. `at`: where it begins. */
export interface Token { readonly kind: TokenKind; readonly text: string; readonly line: number; readonly at: number }

const WORD = /[\p{ID_Start}$_#\\][\p{ID_Continue}$\p{Join_Control}\\{}]*/uy
const PLAIN_WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\p{Join_Control}]*/uy
const NUMBER = /(?:0[xob][\da-f_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[+-]?\d+)?|\.\d[\d_]*(?:e[+-]?\d+)?)n?/iy
/** After these a slash begins a regular expression. */
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'else', 'do', 'instanceof', 'await', 'yield'])

/**
 * The tokens of a JavaScript or TypeScript text, enough to find names outside strings and comments. WORKFLOW_SYNTAX where a string or
 * comment does not end. Where it is not sure it reads text as code: a name too many is found rather than one too few.
 */
export function tokensOf(code: string): Token[] {
  const reader = new Reader(code)
  reader.readUntilEnd()
  return reader.tokens
}

class Reader {
  readonly tokens: Token[] = []
  private at = 0
  private line = 1
  /** Open braces since the `${` of each template around. */
  private readonly braces: number[] = []

  constructor(private readonly code: string) {}

  readUntilEnd(): void {
    while (this.at < this.code.length) this.next()
    if (this.braces.length > 0) this.broken('a template is not closed')
  }

  private next(): void {
    const char = this.code[this.at] ?? ''
    const two = this.code.slice(this.at, this.at + 2)
    if (/\s/.test(char)) return this.skip(1)
    if (two === '//' || (two === '#!' && this.at === 0)) return this.skip(until(this.code, this.at, /[\n\r\u2028\u2029]/g))
    if (two === '/*') return this.comment()
    if (this.code.startsWith('<!--', this.at) || (this.code.startsWith('-->', this.at) && this.tokens.at(-1)?.line !== this.line)) this.broken('a comment of HTML is not allowed')
    if (char === '"' || char === "'") return this.string(char)
    if (char === '`') return this.template('')
    if (char === '}' && this.braces.at(-1) === 0) {
      this.braces.pop()
      return this.template('}')
    }
    if (char === '/' && this.regexMayBegin()) return this.regex()
    if (this.match(NUMBER, 'number') || this.match(PLAIN_WORD, 'word') || this.match(WORD, 'word')) return
    this.punct(char)
  }

  private punct(char: string): void {
    const open = this.braces.length - 1
    if (open >= 0 && char === '{') this.braces[open] = (this.braces[open] ?? 0) + 1
    if (open >= 0 && char === '}') this.braces[open] = (this.braces[open] ?? 1) - 1
    this.add('punct', char === '?' && this.code[this.at + 1] === '.' ? '?.' : char)
  }

  private comment(): void {
    const end = this.code.indexOf('*/', this.at + 2)
    if (end < 0) this.broken('a comment is not closed')
    this.skip(end + 2 - this.at)
  }

  private string(quote: string): void {
    let end = this.at + 1
    while (end < this.code.length && this.code[end] !== quote) {
      if (this.code[end] === '\n') this.broken('a string is not closed')
      end += this.code[end] === '\\' ? 2 : 1
    }
    if (end >= this.code.length) this.broken('a string is not closed')
    this.tokens.push({ kind: 'string', text: unescaped(this.code.slice(this.at + 1, end)), line: this.line, at: this.at })
    this.skip(end + 1 - this.at)
  }

  /** From a backtick, or the brace that closes a part, to the next `${` or the closing backtick. */
  private template(opened: '' | '}'): void {
    let end = this.at + 1
    while (end < this.code.length && this.code[end] !== '`' && !this.code.startsWith('${', end)) end += this.code[end] === '\\' ? 2 : 1
    if (end >= this.code.length) this.broken('a template is not closed')
    const closes = this.code[end] === '`'
    if (opened === '') this.tokens.push({ kind: 'template', text: closes ? unescaped(this.code.slice(this.at + 1, end)) : '', line: this.line, at: this.at })
    if (!closes) this.braces.push(0)
    this.skip(end + (closes ? 1 : 2) - this.at)
  }

  private regexMayBegin(): boolean {
    const last = this.tokens.at(-1)
    if (last === undefined) return true
    if (last.kind === 'word') return BEFORE_REGEX.has(last.text)
    return last.kind === 'punct' && ![')', ']', '}'].includes(last.text)
  }

  private regex(): void {
    let end = this.at + 1
    let inClass = false
    while (end < this.code.length && (inClass || this.code[end] !== '/')) {
      if (this.code[end] === '\n') return this.add('punct', '/')
      if (this.code[end] === '[') inClass = true
      if (this.code[end] === ']') inClass = false
      end += this.code[end] === '\\' ? 2 : 1
    }
    this.add('regex', this.code.slice(this.at, end + 1))
  }

  private match(pattern: RegExp, kind: TokenKind): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.code)?.[0]
    if (found === undefined) return false
    this.add(kind, found)
    return true
  }

  private add(kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, line: this.line, at: this.at })
    this.skip(text.length)
  }

  private skip(length: number): void {
    for (const end = Math.min(this.at + length, this.code.length); this.at < end; this.at += 1) if (this.code[this.at] === '\n') this.line += 1
  }

  private broken(why: string): never { return fail('WORKFLOW_SYNTAX', `line ${this.line}: ${why}.`, { data: { line: this.line } }) }
}

function until(code: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return (pattern.exec(code)?.index ?? code.length) - at
}

/** Good enough to read a name that is written with escapes. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi, (_whole, wide?: string, four?: string, two?: string, plain?: string) => {
    const hex = wide ?? four ?? two
    return hex === undefined ? (plain ?? '') : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff))
  })
}
