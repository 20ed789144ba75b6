import type { Entry } from '@shared/session'
import { grown } from './grown'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const two = (n: number): string => String(n).padStart(2, '0')

/** `2026-11-30` on the author's own calendar. */
const localDay = (now: Date): string => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

const lastTold = grown<{ day: unknown }>(() => ({ day: null }), (told, entry) => {
  if (entry.type === 'custom_message' && entry.payload['kind'] === 'date') told.day = entry.payload['day']
})

/** The date, when the model was not told it or another day has begun: it changes, so it is a message and not part of the head (04 §6). */
export function dueDayNote(entries: readonly Entry[], now: Date): { text: string; day: string } | null {
  const day = localDay(now)
  return lastTold(entries).day === day ? null : { text: `Today is ${day}, ${WEEKDAYS[now.getDay()] ?? ''}.`, day }
}
