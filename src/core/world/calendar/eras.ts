import type { YearDays, YearMonth } from './year-days'

/** A stretch of days with a name: from `start` (null: all before `end`) up to, not including, `end` (null: without end). */
export interface Era {
  readonly name: string
  readonly start: bigint | null
  readonly end: bigint | null
  /** Year 1 of the era; of one that has no start, the year whose distance counts backwards. */
  readonly yearOne: bigint
}

/** An era as its file tells it: `format` null is that of the calendar. */
export interface EraRule { readonly name: string; readonly from: { readonly year: bigint; readonly month: number; readonly day: bigint } | null; readonly format: string | null }

/** The number of a day of a year, in the first month that `isIt` accepts; null when there is no such date. */
export function dayOfDate(days: YearDays, year: bigint, isIt: (month: YearMonth) => boolean, day: bigint): bigint | null {
  let start = days.startOf(year)
  for (const month of days.monthsOf(year)) {
    if (isIt(month)) return day >= 1n && day <= BigInt(month.days) ? start + day - 1n : null
    start += BigInt(month.days)
  }
  return null
}

/** The regular month of that number, never one that was put in. */
export const regularDay = (days: YearDays, year: bigint, month: number, day: bigint): bigint | null => dayOfDate(days, year, (one) => one.number === month && !one.extra, day)

/** Which era a day is in; -1 before the first. */
export function eraAt(eras: readonly Era[], day: bigint): number {
  let [low, high] = [0, eras.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const start = eras[middle]?.start ?? null
    if (start === null || start <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Years count from 1; in the era without a start backwards from its end, as 公元前 does: there is no year 0. */
export const eraYear = (era: Era, year: bigint): bigint => (era.start === null ? era.yearOne - year + 1n : year - era.yearOne + 1n)
export const yearOfEra = (era: Era, shown: bigint): bigint => (era.start === null ? era.yearOne - shown + 1n : era.yearOne + shown - 1n)

/** Eras with their days, from rules whose dates exist and ascend. */
export function erasOf(rules: readonly EraRule[], days: YearDays): Era[] {
  const starts = rules.map(({ from }) => (from === null ? null : regularDay(days, from.year, from.month, from.day)))
  return rules.map(({ name, from }, i) => {
    const end = starts[i + 1] ?? null
    return { name, start: starts[i] ?? null, end, yearOne: from?.year ?? (end === null ? 0n : days.yearOf(end - 1n)) }
  })
}
