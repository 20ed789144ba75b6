import type { YamlTree } from '../strict-yaml'
import { calendarTexts } from './calendar-texts'
import type { Cycle } from './cycle'
import { dateReckoning, extraMonthText, type ClockUnit, type DateRules } from './date-reckoning'
import { erasOf, regularDay } from './eras'
import { readForms } from './forms'
import { toChinese } from './numerals'
import { numberToken, type Token, type Value } from './tokens'
import type { Fields, PartReader } from './read-parts'
import { longestMonth, readEras, readYears } from './read-years'
import type { CalendarBody } from './text-calendar'
import { yearDays, type YearMonth, type YearRules } from './year-days'

const keys = ['kind', 'daySeconds', 'clock', 'months', 'leap', 'intercalary', 'dayNames', 'cycles', 'zero', 'numerals', 'firstYear', 'eras', 'format']
export const customReserved = ['era', 'year', 'month', 'monthName', 'day', 'dayName', 'daysLeft', 'dayNumber']

/** A calendar of months of named lengths, leap days, months put in and eras (03 §3). */
export function readCustom(tree: YamlTree, reader: PartReader): CalendarBody | null {
  const { problems } = reader
  const fields = problems.fields(tree, '', keys)
  const daySeconds = reader.needWhole(fields, 'daySeconds', tree, '', 1, 1_000_000_000)
  const clock = readClock(fields, daySeconds, reader)
  const years = readYears(fields, tree, reader)
  const dayNames = readDayNames(fields, years, reader)
  const cycles = reader.cycles(fields, ['day', 'month', 'year', ...clock.map((unit) => unit.name)])
  const chinese = readNumerals(fields, reader)
  const firstYear = reader.text(fields, 'firstYear', '')
  const zeroNode = fields.get('zero')?.node
  const zero = zeroNode === undefined ? { year: 1n, month: 1, day: 1n } : reader.triple(zeroNode, 'zero')
  const eras = readEras(fields, years, reader)
  const format = reader.format(fields, tree, null)
  if (problems.some || zero === null) return null
  const days = yearDays(years)
  const zeroDay = regularDay(days, zero.year, zero.month, zero.day)
  if (zeroDay === null) problems.add(zeroNode?.line ?? tree.line, 'zero', calendarTexts.noDate())
  const tokens = tokensFor({ years, clock, cycles, dayNames, chinese, firstYear })
  const formEras = eras.map((era, i) => ({ name: era.name, hasStart: era.from !== null, hasEnd: i < eras.length - 1, own: era.format === null ? null : { text: era.format, line: era.formatLine, key: `${era.key}.format` } }))
  const forms = readForms({ format, tokens, eras: formEras, levels: [['year'], ['month', 'monthName'], ['day', 'dayName'], ...clock.map((unit) => [unit.name])], dateLevels: 3 }, problems)
  if (forms === null || zeroDay === null) return null
  const rules: DateRules = { daySeconds: BigInt(daySeconds), clock, days, monthCount: years.months.length, zero: { ...zero, day: zeroDay }, eras: erasOf(eras, days), cycles }
  return { reckoning: dateReckoning(rules, forms, monthValue(chinese)), format: format.text, ...goodInstants(rules) }
}

/** What `{month}` shows: the number, or for a month put in a word made from it. */
const monthValue = (chinese: boolean) => (month: YearMonth): Value =>
  month.extra ? extraMonthText(month, chinese ? toChinese(BigInt(month.number)) : String(month.number)) : BigInt(month.number)

function readNumerals(fields: Fields, reader: PartReader): boolean {
  const numerals = reader.text(fields, 'numerals', 'arabic')
  if (numerals !== 'arabic' && numerals !== 'chinese') reader.problems.add(fields.get('numerals')?.line ?? 1, 'numerals', { zh: ['numerals 只能是 arabic 或 chinese', '写上 numerals: chinese'], en: ['numerals must be arabic or chinese', 'Write numerals: arabic'] })
  return numerals === 'chinese'
}

/** Units of the day, large to small; each must divide the one before. */
function readClock(fields: Fields, daySeconds: number, reader: PartReader): ClockUnit[] {
  const tree = fields.get('clock')?.node
  const items = tree === undefined ? [] : reader.problems.items(tree, 'clock', 10, '[{name: hour, ratio: 24}]')
  let seconds = daySeconds
  return items.map((item, i): ClockUnit => {
    const key = `clock[${i}]`
    const unit = reader.problems.fields(item, key, ['name', 'ratio', 'names', 'first'])
    const name = reader.tokenName(unit, item, key)
    const ratio = reader.needWhole(unit, 'ratio', item, key, 1, 1_000_000)
    if (!reader.problems.some && seconds % ratio !== 0) reader.problems.add(item.line, `${key}.ratio`, calendarTexts.clock(`${seconds} / ${ratio}`, daySeconds))
    seconds /= ratio
    const names = unit.get('names')?.node
    return { name, ratio, first: reader.whole(unit, 'first', key, 0, 1, 0), names: names === undefined ? null : reader.names(names, `${key}.names`, true, ratio), seconds: BigInt(Math.max(1, Math.floor(seconds))) }
  })
}

function readDayNames(fields: Fields, years: YearRules, reader: PartReader): string[] | null {
  const tree = fields.get('dayNames')?.node
  if (tree === undefined) return null
  const names = reader.names(tree, 'dayNames', true, null)
  const most = longestMonth(years)
  if (!reader.problems.some && names.length < most) reader.problems.add(tree.line, 'dayNames', calendarTexts.dayNames(most))
  return names
}

interface Words { years: YearRules; clock: readonly ClockUnit[]; cycles: readonly Cycle[]; dayNames: readonly string[] | null; chinese: boolean; firstYear: string }

function tokensFor({ years, clock, cycles, dayNames, chinese, firstYear }: Words): Map<string, Token> {
  const tokens = new Map<string, Token>()
  const names = (name: string, words: Token['words'], more: Partial<Token> = {}): void => void tokens.set(name, { name, numbers: false, chinese, most: null, words, ignored: false, date: true, ...more })
  const numbered = (names: readonly string[], first: number): [string, bigint][] => names.map((text, i) => [text, BigInt(i + first)])
  tokens.set('year', numberToken('year', { chinese, words: firstYear === '' ? [] : [[firstYear, 1n]] }))
  tokens.set('month', numberToken('month', { chinese, most: BigInt(years.months.length), words: extraWords(years, chinese) }))
  names('monthName', [...new Set([...years.months, ...years.extra].map((month) => month.name))].map((name) => [name, name]))
  tokens.set('day', numberToken('day', { chinese, most: BigInt(longestMonth(years)) }))
  if (dayNames !== null) names('dayName', numbered(dayNames, 1))
  for (const name of ['daysLeft', 'dayNumber']) tokens.set(name, numberToken(name, { chinese }))
  for (const unit of clock) {
    if (unit.names === null) tokens.set(unit.name, numberToken(unit.name, { chinese, most: BigInt(unit.ratio), date: false }))
    else names(unit.name, numbered(unit.names, unit.first), { date: false })
  }
  for (const cycle of cycles) names(cycle.name, cycle.names.map((text) => [text, text]), { ignored: true, date: false })
  return tokens
}

/** 闰九 and 闰9 both name the month put in after the ninth; it prints as the numerals say. */
function extraWords({ extra }: YearRules, chinese: boolean): [string, Value][] {
  const words = new Map<string, Value>()
  for (const { name, days, after } of extra) {
    const month: YearMonth = { number: after, extra: true, name, days }
    const value = monthValue(chinese)(month)
    if (chinese) words.set(extraMonthText(month, String(after)), value)
    words.set(String(value), value)
  }
  return [...words]
}

/** For examples: some months into the last era, and its first moment. For trying: where some of the eras begin. */
function goodInstants({ eras, zero, daySeconds }: DateRules): Pick<CalendarBody, 'examples' | 'near'> {
  const starts = eras.flatMap(({ start }) => (start === null ? [] : [(start - zero.day) * daySeconds]))
  const start = starts.at(-1) ?? 0n
  const step = Math.ceil(starts.length / 8)
  return { examples: [start + 74n * daySeconds + daySeconds / 2n, start], near: starts.filter((_, i) => i % step === 0) }
}
