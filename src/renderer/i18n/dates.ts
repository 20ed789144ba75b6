import type { Locale } from '@shared/settings'
import { currentLocale } from './text'

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const dayTime: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', ...clock }
const made = new Map<string, Intl.DateTimeFormat>()

/** To make one takes half a millisecond, and every row of a list needs it. */
function format(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options === clock ? 'clock' : 'day'}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, options)
  made.set(key, known)
  return known
}

/** A time of day with its date, by locale. */
export const timeText = (iso: string): string => format(currentLocale(), dayTime).format(new Date(iso))

/** A time of today without its date. */
export function whenText(iso: string): string {
  const at = new Date(iso)
  return format(currentLocale(), at.toDateString() === new Date().toDateString() ? clock : dayTime).format(at)
}
