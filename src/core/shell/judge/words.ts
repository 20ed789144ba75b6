/**
 * The words of a command line without `; & | < > ` $ ( )` and line ends: split at space and tab only, POSIX quoting, `#` a letter
 * (06 §9 step 3). Null: an open quote, a trailing backslash, or no word. What comes back is the argv that is run.
 */
export function splitWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === ' ' || char === '\t') {
      if (word !== null) words.push(word)
      word = null
      continue
    }
    if (char === "'" || char === '"') {
      const quoted = char === "'" ? singleQuoted(text, at) : doubleQuoted(text, at)
      if (quoted === null) return null
      word = (word ?? '') + quoted.text
      at = quoted.end
      continue
    }
    if (char === '\\') at++
    if (at >= text.length) return null
    word = (word ?? '') + text.charAt(at)
  }
  if (word !== null) words.push(word)
  return words.length === 0 ? null : words
}

interface Quoted { text: string; /** Index of the closing quote. */ end: number }

function singleQuoted(text: string, from: number): Quoted | null {
  const end = text.indexOf("'", from + 1)
  return end < 0 ? null : { text: text.slice(from + 1, end), end }
}

/** Inside double quotes a backslash stands for itself except before `"` and `\` (`$` and the backtick cannot occur here). */
function doubleQuoted(text: string, from: number): Quoted | null {
  let out = ''
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') return { text: out, end: at }
    if (char === '\\' && (text.charAt(at + 1) === '"' || text.charAt(at + 1) === '\\')) at++
    out += text.charAt(at)
  }
  return null
}

/**
 * Whether bash would make other words of it: an unquoted `{ * ? [` anywhere, an unquoted `~` at a word's start or right after
 * an unquoted `=` or `:` (06 §9 step 2).
 */
export function expands(text: string): boolean {
  let quote: string | null = null
  /** The character before was unquoted and lets `~` expand. */
  let opens = true
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== null) {
      if (quote === '"' && char === '\\') at++
      else if (char === quote) quote = null
      opens = false
      continue
    }
    if ('{*?['.includes(char) || (char === '~' && opens)) return true
    if (char === '\\') at++
    else if (char === "'" || char === '"') quote = char
    opens = ' \t=:'.includes(char)
  }
  return false
}
