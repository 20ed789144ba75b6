/** A piece of SQL as SQLite's own tokenizer cuts it; comments and white space are left out. */
export interface Token { kind: 'word' | 'quoted' | 'semicolon' | 'other'; text: string }

const space = /[ \t\n\f\r]/
const wordStart = /[A-Za-z_\u0080-\uffff]/u
const wordPart = /[A-Za-z0-9_$\u0080-\uffff]/u
const closing: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** End of a comment that starts at `i`, or -1; an unclosed block comment runs to the end. */
function commentEnd(sql: string, i: number): number {
  if (sql.startsWith('--', i)) {
    const line = sql.indexOf('\n', i)
    return line < 0 ? sql.length : line + 1
  }
  if (!sql.startsWith('/*', i)) return -1
  const end = sql.indexOf('*/', i + 2)
  return end < 0 ? sql.length : end + 2
}

/** End of a quoted piece; the quote doubled stands for itself, except in brackets. */
function quoteEnd(sql: string, start: number, close: string): number {
  for (let i = start + 1; i < sql.length; i += 1) {
    if (sql[i] !== close) continue
    if (close === ']' || sql[i + 1] !== close) return i + 1
    i += 1
  }
  return sql.length
}

function tokenAt(sql: string, i: number): Token {
  const char = sql.charAt(i)
  const close = closing[char]
  if (close !== undefined) return { kind: 'quoted', text: sql.slice(i, quoteEnd(sql, i, close)) }
  if (char === ';') return { kind: 'semicolon', text: char }
  if (!wordStart.test(char)) return { kind: 'other', text: char }
  let end = i + 1
  while (end < sql.length && wordPart.test(sql.charAt(end))) end += 1
  return { kind: 'word', text: sql.slice(i, end) }
}

/** Cuts SQL into tokens without judging it (07 §6 rule 1). */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  for (let i = 0; i < sql.length;) {
    const after = space.test(sql.charAt(i)) ? i + 1 : commentEnd(sql, i)
    if (after > 0) {
      i = after
      continue
    }
    const token = tokenAt(sql, i)
    tokens.push(token)
    i += token.text.length
  }
  return tokens
}
