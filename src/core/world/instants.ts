import { fail, isFault } from '@shared/fault'
import { maxInstant, minInstant } from './rows'
import type { WorldFiles } from './types'

/** A given instant as int64 (03 §1). INSTANT_RANGE when it is outside, or the calendar cannot print it. */
export function parseInstant(text: string, files: WorldFiles, pointer: string): bigint {
  if (!/^-?\d{1,19}$/u.test(text)) fail('INSTANT_RANGE', `"${text.slice(0, 40)}" is no instant.`, { pointer, actual: text.slice(0, 40), expected: 'whole seconds as a decimal number', fix: 'Use time.parse or a whole number.' })
  const instant = BigInt(text)
  if (instant < minInstant || instant > maxInstant) fail('INSTANT_RANGE', `The instant ${text} is outside the world's time.`, { pointer, actual: text, expected: `${minInstant} to ${maxInstant}`, fix: 'Choose a nearer time.' })
  try {
    files.calendar().format(instant)
  } catch (error) {
    // Without a working calendar instants still work (03 §3).
    if (!isFault(error) || error.fault.code === 'INSTANT_RANGE') throw error
  }
  return instant
}

/** Calendar text; the instant itself when there is no working calendar. */
export function timeText(files: WorldFiles, instant: bigint): string {
  try {
    return files.calendar().format(instant)
  } catch (error) {
    if (!isFault(error)) throw error
    return String(instant)
  }
}
