/** What a typed key becomes: the last `remove` characters (the key itself included) give way to `insert`. */
export interface PunctuationChange { remove: number; insert: string }
export type QuoteStyle = 'curly' | 'corner'

const wide: Readonly<Record<string, string>> = { ',': '，', '.': '。', '?': '？', '!': '！', ':': '：', ';': '；', '(': '（', ')': '）' }
const quotes: Readonly<Record<QuoteStyle, Readonly<Record<string, readonly [string, string]>>>> = {
  curly: { '"': ['“', '”'], "'": ['‘', '’'] },
  corner: { '"': ['「', '」'], "'": ['『', '』'] },
}
/** A Chinese sentence goes on after its own marks too: `“好”,` and `……!`. */
const chinese = /^[\p{Script_Extensions=Han}，。？！：；（）“”‘’「」『』《》〈〉【】、…—·～]$/u
const digit = /^\p{Nd}$/u
const latin = /^\p{Script=Latin}$/u

const lastOf = (text: string) => Array.from(text.slice(-2)).at(-1) ?? ''
const isChinese = (before: string) => chinese.test(lastOf(before))

function quote(before: string, typed: string, style: QuoteStyle): PunctuationChange | null {
  const pair = quotes[style][typed]
  if (!pair || digit.test(lastOf(before))) return null
  const [open, close] = pair
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close)
  // An apostrophe, or a straight quote of a passage in another script, stays what was typed.
  if (latin.test(lastOf(before)) && (typed === "'" || !isOpen)) return null
  return { remove: 1, insert: isOpen ? close : open }
}

/**
 * The punctuation switch (09 §5): `typed` has just been put after `before`, the paragraph up to it. Null leaves the key as typed.
 * Never called inside a composition; the caller makes it one undo step, so that undo gives the key back.
 */
export function punctuate(before: string, typed: string, style: QuoteStyle = 'curly'): PunctuationChange | null {
  if (typed === '"' || typed === "'") return quote(before, typed, style)
  if (typed === '-') return before.endsWith('-') && isChinese(before.slice(0, -1)) ? { remove: 2, insert: '——' } : null
  if (typed === '.') {
    if (before.endsWith('。。')) return { remove: 3, insert: '……' }
    if (before.endsWith('..') && isChinese(before.slice(0, -2))) return { remove: 3, insert: '……' }
  }
  const full = wide[typed]
  return full !== undefined && isChinese(before) ? { remove: 1, insert: full } : null
}
