import { fail } from '@shared/fault'

const MAX_DEPTH = 100

/**
 * Stage 0: the JSON of a call, parsed strictly and never repaired (08 §4, LM-01). A key given twice, nesting beyond 100
 * and anything JSON does not know are ARGS_JSON with the place; the model sees 500 raw characters around it.
 */
export function parseArgumentText(text: string): unknown {
  let depth: number | null = null
  try {
    depth = tooDeepAt(text)
    if (depth === null) {
      const value: unknown = JSON.parse(text)
      refuseRepeatedKeys(text)
      return value
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    refuse(text, positionOf(error, text), plainReason(error))
  }
  refuse(text, depth ?? 0, `nested more than ${MAX_DEPTH} levels deep`)
}

function refuse(text: string, position: number, why: string): never {
  const from = Math.max(0, Math.min(position - 250, text.length - 500))
  fail('ARGS_JSON', `the arguments are not JSON at position ${position}: ${why}. Nothing was run.`, {
    actual: text.slice(from, from + 500),
    expected: 'one JSON object',
    fix: 'Send the arguments again as valid JSON.',
    data: { position },
  })
}

/** V8 names the place of some mistakes only; the others are where the shortest prefix stops being the start of any JSON. */
function positionOf(error: SyntaxError, text: string): number {
  const found = placeIn(error)
  if (found !== null) return found
  if (endsTooSoon(error, text)) return text.length
  let [low, high] = [0, text.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isStart(text.slice(0, middle))) low = middle
    else high = middle
  }
  return low
}

const placeIn = (error: SyntaxError): number | null => {
  const found = /position (\d+)/.exec(error.message)?.[1]
  return found === undefined ? null : Number(found)
}
const endsTooSoon = (error: SyntaxError, text: string): boolean => /end of JSON input|Unterminated string/.test(error.message) || (placeIn(error) ?? -1) >= text.length

function isStart(prefix: string): boolean {
  try {
    JSON.parse(prefix)
    return true
  } catch (error) {
    return error instanceof SyntaxError && endsTooSoon(error, prefix)
  }
}

function plainReason(error: SyntaxError): string {
  return error.message.replace(/ in JSON at position \d+.*$/s, '').replace(/^(Unexpected token '.{1,2}'),.*$/s, '$1').slice(0, 120)
}

/** Index of the bracket that opens level 101, or null. Runs before JSON.parse so that no depth can exhaust the stack. */
function tooDeepAt(text: string): number | null {
  let depth = 0
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token[0] === '{' || token[0] === '[') depth++
    else if (token[0] === '}' || token[0] === ']') depth--
    if (depth > MAX_DEPTH) return token.index
  }
  return null
}

/** JSON.parse keeps the last of two equal keys without a word; which one the model meant is unknown. */
function refuseRepeatedKeys(text: string): void {
  const objects: (Set<string> | null)[] = []
  let lastString: { value: string; at: number } | null = null
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:]/gs)) {
    const mark = token[0]
    if (mark === '{') objects.push(new Set())
    else if (mark === '[') objects.push(null)
    else if (mark === '}' || mark === ']') objects.pop()
    else if (mark === ':') noteKey(text, objects.at(-1), lastString)
    lastString = mark.startsWith('"') ? { value: mark, at: token.index } : null
  }
}

function noteKey(text: string, keys: Set<string> | null | undefined, key: { value: string; at: number } | null): void {
  if (!keys || key === null) return
  const name = String(JSON.parse(key.value))
  if (keys.has(name)) refuse(text, key.at, `key ${key.value.slice(0, 80)} is given twice`)
  keys.add(name)
}
