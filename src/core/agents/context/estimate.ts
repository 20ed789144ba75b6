import type { ModelMessage, ModelRequest } from '../../models/types'

/** A picture costs about this much with every provider, whatever its size. */
const PICTURE_TOKENS = 1_200
const OTHER_CHARACTER = 0.7

const known = new WeakMap<object, number>()

/** Tokens of a text before any model has counted it: ASCII / 4 + 0.7 per other character (04 §6). */
export function estimateText(text: string): number {
  let ascii = 0
  let other = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) ascii++
    // The second half of a pair belongs to the character already counted.
    else if (code < 0xdc00 || code > 0xdfff) other++
  }
  return ascii / 4 + other * OTHER_CHARACTER
}

/** Of one message; remembered with it, since a conversation is estimated before every call. */
export function estimateMessage(message: ModelMessage): number {
  const before = known.get(message)
  if (before !== undefined) return before
  const tokens = estimateText(message.text) + besides(message)
  known.set(message, tokens)
  return tokens
}

function besides(message: ModelMessage): number {
  if (message.role === 'tool') return message.image === undefined ? 0 : PICTURE_TOKENS
  if (message.role === 'user') return (message.pictures?.length ?? 0) * PICTURE_TOKENS
  if (message.role !== 'assistant') return 0
  const calls = message.calls.reduce((sum, call) => sum + estimateText(call.tool) + estimateText(JSON.stringify(call.args)), 0)
  return calls + (message.reasoning === undefined ? 0 : estimateText(message.reasoning))
}

/** Of one tool as a model is shown it. */
export function estimateTool(tool: ModelRequest['tools'][number]): number {
  const key = typeof tool.inputSchema === 'object' && tool.inputSchema !== null ? tool.inputSchema : tool
  const before = known.get(key)
  const schema = before ?? estimateText(JSON.stringify(tool.inputSchema))
  if (before === undefined) known.set(key, schema)
  return estimateText(tool.name) + estimateText(tool.description) + schema
}

/** Of all tools; the same list is estimated once. */
export function estimateTools(tools: readonly ModelRequest['tools'][number][]): number {
  const before = known.get(tools)
  if (before !== undefined) return before
  const tokens = tools.reduce((sum, tool) => sum + estimateTool(tool), 0)
  known.set(tools, tokens)
  return tokens
}

/** A provider that counts under half or over three times of what we estimate is not believed. */
const BELIEVED = { least: 0.5, most: 3 }

/** What real counts say about our estimates: the last counted request ÷ its estimate (04 §6). */
export function scaleOf(last: { counted: number; estimated: number } | null): number {
  if (last === null || last.counted <= 0 || last.estimated <= 0) return 1
  const scale = last.counted / last.estimated
  return scale >= BELIEVED.least && scale <= BELIEVED.most ? scale : 1
}
