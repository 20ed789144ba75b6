import { floorDiv, floorMod, lcm } from './integers'

export interface MonthRule { readonly name: string; readonly days: number }
/** Every `every`th year has one day more in `month`, but not every `except`th, but again every `unless`th. */
export interface LeapRule { readonly every: number; readonly except?: number; readonly unless?: number; readonly month: number }
export interface ExtraMonth { readonly year: bigint; readonly after: number; readonly days: number; readonly name: string }
export interface YearRules { readonly months: readonly MonthRule[]; readonly leap: LeapRule | null; readonly extra: readonly ExtraMonth[] }

/** A month of one year; `extra`: put in after the month of that number. */
export interface YearMonth { readonly number: number; readonly extra: boolean; readonly name: string; readonly days: number }

/** Days counted through the years at a cost that does not depend on the year. */
export interface YearDays {
  /** The number of a year's first day, from an arbitrary day on. */
  startOf(year: bigint): bigint
  yearOf(day: bigint): bigint
  monthsOf(year: bigint): readonly YearMonth[]
}

export function yearDays(rules: YearRules): YearDays {
  const plain = plainYears(rules)
  const extras = extraYears(rules.extra)
  const startOf = (year: bigint): bigint => plain.startOf(year) + extras.daysBefore(year)
  const ends = extras.years.map((year) => startOf(year + 1n))
  return {
    startOf,
    yearOf: (day) => {
      const passed = countUpTo(ends, day)
      const next = extras.years[passed]
      if (next !== undefined && startOf(next) <= day) return next
      return plain.yearOf(day - (extras.sums[passed] ?? 0n))
    },
    monthsOf: monthsFinder(rules, plain.isLeap),
  }
}

/** How many of the ascending numbers do not pass `limit`. */
function countUpTo(sorted: readonly bigint[], limit: bigint): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The years that have months put in, ascending; `sums[i]`: days put in during the first i of them. */
function extraYears(extra: readonly ExtraMonth[]): { years: readonly bigint[]; sums: readonly bigint[]; daysBefore(year: bigint): bigint } {
  const perYear = new Map<bigint, bigint>()
  for (const { year, days } of extra) perYear.set(year, (perYear.get(year) ?? 0n) + BigInt(days))
  const years = [...perYear.keys()].sort((a, b) => (a < b ? -1 : 1))
  const sums = [0n]
  for (const year of years) sums.push((sums.at(-1) ?? 0n) + (perYear.get(year) ?? 0n))
  return { years, sums, daysBefore: (year) => sums[countUpTo(years, year - 1n)] ?? 0n }
}

/** The years as if no month was ever put in. */
function plainYears({ months, leap }: YearRules): { startOf(year: bigint): bigint; yearOf(day: bigint): bigint; isLeap(year: bigint): boolean } {
  const days = BigInt(months.reduce((sum, month) => sum + month.days, 0))
  const every = leap === null ? null : BigInt(leap.every)
  const except = every === null || leap?.except === undefined ? null : lcm(every, BigInt(leap.except))
  const unless = except === null || leap?.unless === undefined ? null : lcm(except, BigInt(leap.unless))
  const times = (year: bigint, step: bigint | null): bigint => (step === null ? 0n : floorDiv(year, step))
  const leaps = (year: bigint): bigint => times(year, every) - times(year, except) + times(year, unless)
  const startOf = (year: bigint): bigint => (year - 1n) * days + leaps(year - 1n)
  const period = unless ?? except ?? every ?? 1n
  const periodDays = period * days + leaps(period)
  return {
    startOf,
    isLeap: (year) => leaps(year) !== leaps(year - 1n),
    yearOf: (day) => {
      // The average year is off by less than the leap days of one period, so a step or two mends it.
      let year = floorDiv(day, periodDays) * period
      year += floorDiv(floorMod(day, periodDays) * period, periodDays) + 1n
      while (startOf(year) > day) year -= 1n
      while (startOf(year + 1n) <= day) year += 1n
      return year
    },
  }
}

function monthsFinder({ months, leap, extra }: YearRules, isLeap: (year: bigint) => boolean): (year: bigint) => readonly YearMonth[] {
  const regular = (long: boolean): YearMonth[] => months.map(({ name, days }, i) => ({ number: i + 1, extra: false, name, days: days + (long && leap?.month === i + 1 ? 1 : 0) }))
  const [short, long] = [regular(false), regular(true)]
  const byYear = Map.groupBy(extra, (month) => month.year)
  return (year) => {
    const found = isLeap(year) ? long : short
    const put = byYear.get(year)
    if (put === undefined) return found
    return found.flatMap((month) => [month, ...put.filter(({ after }) => after === month.number).map(({ name, days }) => ({ number: month.number, extra: true, name, days }))])
  }
}
