/**
 * 字数: the one counter used by the window, tools, goals and export (09 §5). Pure, no imports.
 * Works on the raw Markdown of a chapter file; a title or any plain text may be given too.
 */
export interface WordCount {
  /** 字 of Han, kana, hangul, bopomofo, plus runs of other letters and digits. */
  words: number
  /** `words` plus one per punctuation code point (category P) that is not part of a run or a Markdown mark. */
  withPunctuation: number
}

export function countWords(markdown: string): WordCount {
  let text = markdown.normalize('NFC')
  if (text.startsWith('\uFEFF')) text = text.slice(1)
  if (text.startsWith('---')) text = dropFrontMatter(text)
  if (mayHaveMarks(text)) text = stripMarkdown(text)
  return countPlain(text)
}

// ---- Markdown ----

/** Anything that could be a mark with a letter or a category P code point in it; without one the text is plain. */
const MARKUP = /[#*_[\\`~]|<!--|^[ \t>]*[-+|:](?=[ \t|:-])/m

/** Whether a text may hold Markdown marks that change its count; without one it is counted as it is. */
export const mayHaveMarks = (text: string): boolean => MARKUP.test(text)

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const YAML_LINE = /^(?:[ \t]*$|[ \t]*#|[ \t]*-(?:[ \t]|$)|[^\s:：#-][^:\n]*:(?:[ \t]|$)|[ \t]+\S|[\]}])/

function dropFrontMatter(text: string): string {
  const found = FRONT_MATTER.exec(text)
  if (found === null || found.index !== 0) return text
  // A scene break at the top and another further down is prose between two rules, not YAML.
  const isYaml = (found[1] ?? '').split(/\r?\n/).every((line) => YAML_LINE.test(line))
  return isYaml ? text.slice(found[0].length) : text
}

function stripMarkdown(markdown: string): string {
  const text = dropComments(markdown.replace(/\r\n?/g, '\n'))
  return text.split(/\n[ \t]*\n/).map(stripBlock).join('\n\n')
}

function dropComments(text: string): string {
  let out = ''
  let from = 0
  for (let seen = 0; ;) {
    const open = text.indexOf('<!--', seen)
    if (open >= 0 && isEscaped(text, open)) {
      seen = open + 1
      continue
    }
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4)
    if (close < 0) return out + text.slice(from)
    out += text.slice(from, open)
    seen = from = close + 3
  }
}

/** Whether an odd number of backslashes stands before a sign. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charAt(from - 1) === '\\') from -= 1
  return (at - from) % 2 === 1
}

const RULE = /^[ \t>]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){2,}|(?:_[ \t]*){3,}|[-:| \t]*\|[-:| \t]*|(?:`{3,}|~{3,})[^`]*)$/
const LINK_TARGET_LINE = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*\S/
const LINE_MARKS = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:#{1,6}(?=[ \t]|$)|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\[\^[^\]]+\]:)?/
const CLOSING_HASHES = /[ \t]#+[ \t]*$/

function stripBlock(block: string): string {
  if (!MARKUP.test(block)) return block
  const lines = block.split('\n').map((line) => {
    if (RULE.test(line) || LINK_TARGET_LINE.test(line)) return ''
    const marks = LINE_MARKS.exec(line)?.[0] ?? ''
    const rest = line.slice(marks.length)
    return marks.includes('#') ? rest.replace(CLOSING_HASHES, '') : rest
  })
  return stripInline(lines.join('\n'))
}

const INLINE = /\\[!-/:-@[-`{-~]|!?\[|\*+|_+/g
const LABEL = String.raw`!?\[((?:[^\[\]\\]|\\.|!\[[^\[\]]*\]\([^()\s]*\))*)\]`
const TARGET = String.raw`\([ \t]*(?:<[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)`
const LINK = new RegExp(`${LABEL}(?:${TARGET}|\\[[^\\[\\]\\n]*\\])`, 'y')
const FOOTNOTE = /\[\^[^\]\s]+\]/y

interface Opener { at: number, mark: string, left: number }

/** Removes escapes, link targets, brackets of links and emphasis that closes; a lone `*` stays as punctuation. */
function stripInline(text: string): string {
  const out: string[] = []
  const openers: Opener[] = []
  let from = 0
  INLINE.lastIndex = 0
  for (let found = INLINE.exec(text); found !== null; found = INLINE.exec(text)) {
    const token = found[0]
    let end = found.index + token.length
    out.push(text.slice(from, found.index))
    if (token.startsWith('\\')) out.push(token.slice(1))
    else if (token.endsWith('[')) end = takeLink(text, found.index, end, out)
    else takeEmphasis(text, found.index, token, out, openers)
    from = end
    INLINE.lastIndex = end
  }
  for (const opener of openers) out[opener.at] = opener.mark.repeat(opener.left)
  out.push(text.slice(from))
  return out.join('')
}

function takeLink(text: string, at: number, end: number, out: string[]): number {
  FOOTNOTE.lastIndex = at
  if (FOOTNOTE.test(text)) return FOOTNOTE.lastIndex
  LINK.lastIndex = at
  const link = LINK.exec(text)
  if (link === null) {
    out.push(text.slice(at, end))
    return end
  }
  out.push(stripInline(link[1] ?? ''))
  return at + link[0].length
}

const BLANK = /^\s?$/u
const WORD = /[\p{L}\p{N}]/u

function takeEmphasis(text: string, at: number, run: string, out: string[], openers: Opener[]): void {
  const mark = run.charAt(0)
  const before = text.charAt(at - 1)
  const after = text.charAt(at + run.length)
  const inWord = mark === '_' && WORD.test(before) && WORD.test(after)
  let left = run.length
  for (let last = openers.at(-1); !inWord && !BLANK.test(before) && left > 0; last = openers.at(-1)) {
    // Only the innermost opener of the same mark closes; others in between were never emphasis.
    if (last === undefined || last.mark !== mark) break
    const taken = Math.min(left, last.left)
    left -= taken
    last.left -= taken
    if (last.left > 0) break
    openers.pop()
  }
  if (left > 0 && !inWord && !BLANK.test(after)) openers.push({ at: out.length, mark, left })
  out.push(mark.repeat(left > 0 && (inWord || BLANK.test(after)) ? left : 0))
}

// ---- counting ----

const OTHER = 0
const IDEOGRAPH = 1
const LETTER = 2
const DIGIT = 3
const MARK = 4
const PUNCTUATION = 5
/** Han since Unicode 11, without a gap. */
const FIRST_HAN = 0x4e00
const LAST_HAN = 0x9fef
const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u
const pages: (Uint8Array | undefined)[] = []

function classify(code: number): number {
  const char = String.fromCodePoint(code)
  if (/[\p{L}\p{N}]/u.test(char)) return CJK.test(char) ? IDEOGRAPH : /\p{Nd}/u.test(char) ? DIGIT : LETTER
  if (/\p{M}/u.test(char)) return MARK
  return /\p{P}/u.test(char) ? PUNCTUATION : OTHER
}

/** Classes are worked out one page of 256 code points at a time, on first meeting. */
function classOf(code: number): number {
  const page = pages[code >> 8] ?? fillPage(code >> 8)
  return page[code & 0xff] ?? OTHER
}

function fillPage(number: number): Uint8Array {
  const page = new Uint8Array(256)
  for (let low = 0; low < 256; low++) page[low] = classify((number << 8) | low)
  pages[number] = page
  return page
}

function countPlain(text: string): WordCount {
  let words = 0
  let punctuation = 0
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if ((code & 0xfc00) === 0xd800) {
      code = text.codePointAt(at) ?? code
      if (code > 0xffff) at++
    }
    // Most of a Chinese text, without a look at the tables.
    const kind = code >= FIRST_HAN && code <= LAST_HAN ? IDEOGRAPH : classOf(code)
    if (kind === IDEOGRAPH) words++
    else if (kind === PUNCTUATION) punctuation++
    else if (kind === LETTER || kind === DIGIT) {
      words++
      at = endOfRun(text, at + 1, kind) - 1
    }
  }
  return { words, withPunctuation: words + punctuation }
}

/** Index after the run of letters and digits whose first code point, of class `kind`, ends at `at`. */
function endOfRun(text: string, from: number, kind: number): number {
  let last = kind
  let at = from
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0
    const here = classOf(code)
    if (here === LETTER || here === DIGIT || here === MARK) last = here
    else if (!joins(code, last, classOf(text.codePointAt(at + 1) ?? 0))) return at
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** `'` `’` `-` `_` inside a run, and `.` `,` between digits, belong to it. */
function joins(code: number, last: number, next: number): boolean {
  if (code === 0x27 || code === 0x2019 || code === 0x2d || code === 0x5f) return next === LETTER || next === DIGIT
  return (code === 0x2e || code === 0x2c) && last === DIGIT && next === DIGIT
}
