import { cycleName, type Cycle } from './cycle'
import { dayOfDate, eraAt, eraYear, yearOfEra, type Era } from './eras'
import { floorDiv, floorMod } from './integers'
import type { Form, Value } from './tokens'
import type { Reading, Reckoning } from './text-calendar'
import type { YearDays, YearMonth } from './year-days'

export interface ClockUnit { readonly name: string; readonly ratio: number; readonly first: number; readonly names: readonly string[] | null; readonly seconds: bigint }
export interface DateRules {
  readonly daySeconds: bigint
  /** Large to small. */
  readonly clock: readonly ClockUnit[]
  readonly days: YearDays
  readonly monthCount: number
  readonly zero: { readonly year: bigint; readonly month: number; readonly day: bigint }
  /** One for each form, ascending. */
  readonly eras: readonly Era[]
  readonly cycles: readonly Cycle[]
}

/** What `{month}` prints for a month that was put in: 闰九, 9+. */
export const extraMonthText = (month: YearMonth, numberText: string): string => (/^[闰閏]/u.test(month.name) ? `${month.name.charAt(0)}${numberText}` : `${numberText}+`)

/** Reckons by years, months and days with a clock: the gregorian and the custom calendars (03 §3). */
export function dateReckoning(rules: DateRules, forms: readonly Form[], monthText: (month: YearMonth) => Value): Reckoning {
  const read = (instant: bigint): Reading | null => {
    const day = floorDiv(instant, rules.daySeconds) + rules.zero.day
    const form = eraAt(rules.eras, day)
    const era = rules.eras[form]
    if (era === undefined) return null
    const values = new Map<string, Value>()
    const date = dateOf(rules.days, day)
    values.set('year', eraYear(era, date.year)).set('month', monthText(date.month)).set('monthName', date.month.name).set('day', date.day).set('dayName', date.day)
    if (era.start !== null) values.set('dayNumber', day - era.start + 1n)
    if (era.end !== null) values.set('daysLeft', era.end - day)
    let rest = floorMod(instant, rules.daySeconds)
    for (const { name, first, seconds } of rules.clock) {
      values.set(name, rest / seconds + BigInt(first))
      rest %= seconds
    }
    for (const cycle of rules.cycles) values.set(cycle.name, cycleName(cycle, cycleCount(rules, cycle.of, instant, day, date)))
    return { form, values }
  }
  return { forms, read, instantOf: (form, values) => instantOf(rules, form, values, monthText) }
}

interface Date { year: bigint; month: YearMonth; day: bigint }
const nowhere: YearMonth = { number: 0, extra: false, name: '', days: 0 }

function dateOf(days: YearDays, day: bigint): Date {
  const year = days.yearOf(day)
  let left = Number(day - days.startOf(year))
  for (const month of days.monthsOf(year)) {
    if (left < month.days) return { year, month, day: BigInt(left + 1) }
    left -= month.days
  }
  return { year, month: nowhere, day: 0n }
}

function cycleCount({ zero, monthCount, clock }: DateRules, of: string, instant: bigint, day: bigint, date: Date): bigint {
  if (of === 'day') return day - zero.day
  if (of === 'year') return date.year - zero.year
  if (of === 'month') return (date.year - zero.year) * BigInt(monthCount) + BigInt(date.month.number - zero.month)
  return floorDiv(instant, clock.find((unit) => unit.name === of)?.seconds ?? 1n)
}

function instantOf(rules: DateRules, form: number, values: ReadonlyMap<string, Value>, monthText: (month: YearMonth) => Value): bigint | null {
  const era = rules.eras[form]
  const day = era === undefined ? null : dayOf(rules.days, era, values, monthText)
  if (day === null) return null
  let instant = (day - rules.zero.day) * rules.daySeconds
  for (const { name, ratio, first, seconds } of rules.clock) {
    const value = values.get(name)
    if (typeof value !== 'bigint') continue
    const count = value - BigInt(first)
    if (count < 0n || count >= BigInt(ratio)) return null
    instant += count * seconds
  }
  return instant
}

/** The first day of the era that these values name. */
function dayOf(days: YearDays, era: Era, values: ReadonlyMap<string, Value>, monthText: (month: YearMonth) => Value): bigint | null {
  const [number, left, year] = [values.get('dayNumber'), values.get('daysLeft'), values.get('year')]
  if (typeof number === 'bigint' && era.start !== null) return era.start + number - 1n
  if (typeof left === 'bigint' && era.end !== null) return era.end - left
  if (typeof year !== 'bigint' || year < 1n) return null
  const wholeYear = yearOfEra(era, year)
  const [month, name, day] = [values.get('month'), values.get('monthName'), values.get('day') ?? values.get('dayName')]
  const isIt = (one: YearMonth): boolean => (month === undefined || monthText(one) === month) && (name === undefined || one.name === name)
  if (month === undefined && name === undefined) return later(days.startOf(wholeYear), era.start)
  const found = dayOfDate(days, wholeYear, isIt, typeof day === 'bigint' ? day : 1n)
  return found === null || day !== undefined ? found : later(found, era.start)
}

const later = (day: bigint, start: bigint | null): bigint => (start !== null && start > day ? start : day)
