import { fail } from '@shared/fault'

/** The calendars of 03 §3, for tests. */
export const gregorian = 'kind: gregorian\n'

export const simple = `kind: simple
units: [{name: minute, ratio: 60}, {name: hour, ratio: 60}, {name: day, ratio: 36, first: 1}, {name: month, ratio: 30, first: 1}, {name: year, ratio: 4, first: 1}]
cycles: [{name: week, of: day, names: [月,火,水,木,金,土,日]}]
eraBefore: 旧历
eraAfter: 新历
format: "{era}{year}年{month}月{day}日({week}) {hour:02}:{minute:02}"
`
const dayNames = ['初一', '初二', '初三', '初四', '初五', '初六', '初七', '初八', '初九', '初十', ...['一', '二', '三', '四', '五', '六', '七', '八', '九'].map((n) => `十${n}`), '二十', ...['一', '二', '三', '四', '五', '六', '七', '八', '九'].map((n) => `廿${n}`), '三十']
const monthNames = ['正月', '二月', '三月', '四月', '五月', '六月', '七月', '八月', '九月', '十月', '冬月', '腊月']

export const custom = `kind: custom
daySeconds: 86400
clock: [{name: shichen, ratio: 12, names: [子,丑,寅,卯,辰,巳,午,未,申,酉,戌,亥]}]
months: [${monthNames.map((name, i) => `{name: ${name}, days: ${i % 2 === 0 ? 30 : 29}}`).join(', ')}]
intercalary: [{year: 3, after: 9, days: 30, name: 闰九月}]
dayNames: [${dayNames.join(', ')}]
zero: [1, 1, 1]
numerals: chinese
firstYear: 元
eras: [{name: 混沌, format: "混沌，距开天{daysLeft}日"}, {name: 建元, from: [1, 1, 1]}, {name: 元光, from: [7, 4, 1]}]
format: "{era}{year}年{monthName}{dayName} {shichen}时"
`

/** Random instants that are always the same: `wide` over all of int64, else within some 30,000 years of zero. */
export function randomInstants(count: number, wide: boolean, seed = 7n): bigint[] {
  let state = seed
  const mask = 2n ** 64n - 1n
  return Array.from({ length: count }, () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & mask
    const value = BigInt.asIntN(64, state ^ (state >> 29n))
    return wide ? value : value >> 23n
  })
}

/** Throws at the first instant that does not come back; says how many were written and how many lie before the first era. */
export function roundTrips(calendar: { format(instant: bigint): string; parse(text: string): bigint }, instants: readonly bigint[]): { same: number; outside: number } {
  let outside = 0
  for (const instant of instants) {
    const text = writtenOrNull(calendar, instant)
    if (text === null) outside += 1
    else if (calendar.parse(text) !== instant) fail('TEST', `${instant} → "${text}" → ${calendar.parse(text)}`)
  }
  return { same: instants.length - outside, outside }
}

function writtenOrNull(calendar: { format(instant: bigint): string }, instant: bigint): string | null {
  try {
    return calendar.format(instant)
  } catch (error) {
    if (String(error).includes('INSTANT_RANGE')) return null
    throw error
  }
}
