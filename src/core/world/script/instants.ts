import { fail } from '@shared/fault'

const earliest = -(2n ** 63n)
const latest = 2n ** 63n - 1n

/** An instant as scripts give it: big integer (already decimal text), safe integer or decimal text (03 §7). INSTANT_RANGE, ARGS_INVALID. */
export function readInstant(value: unknown, pointer: string): bigint {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : typeof value === 'string' && /^-?\d{1,40}$/.test(value) ? value : null
  if (text === null) {
    fail('ARGS_INVALID', `${pointer} is no instant.`, { pointer, actual: String(JSON.stringify(value)).slice(0, 80), expected: 'whole seconds: a bigint, a safe integer or decimal text', fix: 'Calendar text becomes an instant by world.time.parse(text).' })
  }
  const instant = BigInt(text)
  if (instant < earliest || instant > latest) fail('INSTANT_RANGE', `${text} is outside the world's time.`, { pointer, expected: `${earliest} to ${latest}` })
  return instant
}
