import type { ToolResult } from '@shared/tool-result'

export const MODEL_CHARS = 30_000
export const FAILURE_CHARS = 8_000
export const REPLY_CHARS = 200_000
const CUT_TO = 2_048
export const STORE_BYTES = 8 * 1_048_576

export interface Cut { shown: string; note: string; shownChars: number; total: number }

/**
 * Ends a text at a line end within `cap` characters and says how much is left and where it is (08 §5). Null: it fits.
 * `canRead`: the session has a tool that opens `result://`; else it is told to narrow the call.
 */
export function cutText(text: string, cap: number, callId: string, canRead: boolean): Cut | null {
  if (text.length <= cap) return null
  const points = countPoints(text)
  if (points <= cap) return null
  const limit = indexOfPoint(text, cap)
  const lineEnd = text.lastIndexOf('\n', limit)
  const end = lineEnd > 0 ? lineEnd : limit
  const shown = text.slice(0, end)
  const rest = text.slice(lineEnd > 0 ? end + 1 : end)
  const lines = countLines(rest)
  const shownLines = lineEnd > 0 ? countLines(shown) : 0
  const where = canRead ? `Full text: result://${callId}, offset ${shownLines + 1}.` : 'Narrow the call to see the rest.'
  const shownChars = countPoints(shown)
  return { shown, note: `… ${lines} more line${lines === 1 ? '' : 's'} (${points - shownChars} characters). ${where}`, shownChars, total: points }
}

/** What of a text is kept as a blob; beyond 8 MiB the note says how much was dropped (08 §5). */
export function storable(text: string): { bytes: Buffer; dropped: number } {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= STORE_BYTES) return { bytes, dropped: 0 }
  return { bytes: Buffer.from(bytes.subarray(0, STORE_BYTES).toString('utf8').replace(/\uFFFD+$/, ''), 'utf8'), dropped: bytes.length - STORE_BYTES }
}

/** Which results of one reply must shrink, largest first, so that all fit in 200,000 characters (08 §5). */
export function overReply(results: readonly ToolResult[], cap: number = REPLY_CHARS): ReadonlySet<number> {
  const sizes = results.map((result, index) => ({ index, size: countPoints(result.content) }))
  let total = sizes.reduce((sum, each) => sum + each.size, 0)
  const cut = new Set<number>()
  for (const { index, size } of sizes.sort((a, b) => b.size - a.size)) {
    if (total <= cap || size <= CUT_TO) break
    cut.add(index)
    total -= size - CUT_TO - 120
  }
  return cut
}

/** The results of one reply as its next request shows them: the largest cut to 2,048 until all fit (08 §5). */
export function cutReply(results: readonly ToolResult[], canRead: () => boolean): ToolResult[] {
  if (results.reduce((sum, result) => sum + result.content.length, 0) <= REPLY_CHARS) return [...results]
  const cut = overReply(results)
  return results.map((result, index) => {
    const small = cut.has(index) ? cutText(result.content, CUT_TO, result.id, canRead()) : null
    if (small === null) return result
    return { ...result, content: `${small.shown}\n${small.note}`, truncated: { shown: small.shownChars, total: result.truncated?.total ?? small.total, ref: `result://${result.id}` } }
  })
}

function countPoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) { count--; at++ }
  return count
}

function indexOfPoint(text: string, points: number): number {
  let at = 0
  for (let seen = 0; seen < points && at < text.length; seen++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

/** Lines as `read` counts them: a final newline adds none. */
function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
