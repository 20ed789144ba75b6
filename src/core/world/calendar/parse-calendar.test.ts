import { describe, expect, it } from 'vitest'
import type { FaultError } from '@shared/fault'
import { custom, gregorian, randomInstants, roundTrips, simple } from '../../../../test/world/calendars'
import { fromChinese, toChinese } from './numerals'
import { calendarProblems, parseCalendar } from './parse-calendar'
import { stopwatch } from '../../../../test/stopwatch'

const line = (file: string, start: string): number => file.split('\n').findIndex((text) => text.startsWith(start)) + 1
const change = (file: string, from: string | RegExp, to: string): string => {
  const changed = file.replace(from, to)
  if (changed === file) throw new Error(`"${String(from)}" is not there`)
  return changed
}
const g = (format: string, more = ''): string => `${gregorian}format: "${format}"\n${more}`
const c = (from: string | RegExp, to: string): string => change(custom, from, to)
const at = (start: string): number => line(custom, start)

const bad: readonly [name: string, text: string, line: number, key: string, message: RegExp][] = [
  ['nothing', '', 1, '', /empty/],
  ['broken YAML', 'kind: [\n', 2, '', /./],
  ['another kind', 'kind: lunar\n', 1, 'kind', /gregorian, simple or custom/],
  ['no kind', 'format: x\n', 1, 'kind', /gregorian/],
  ['an anchor', 'kind: &k gregorian\n', 1, 'kind', /anchor/],
  ['a key it does not have', `${gregorian}units: []\n`, 2, 'units', /not known/],
  ['an unknown token', g('{era}{year}年{week}'), 2, 'format', /\{week\}/],
  ['a lone brace', g('{era}{year}年{'), 2, 'format', /brace/],
  ['a width it cannot read', g('{era}{year:4}'), 2, 'format', /brace/],
  ['no era', g('{year}-{month}-{day}'), 2, 'format', /alike/],
  ['equal eras', `${gregorian}eraBefore: x\neraAfter: x\n`, 1, 'format', /alike/],
  ['no year', g('{era}{month}'), 2, 'format', /neither/],
  ['a day without a month', g('{era}{year}年{day}日'), 2, 'format', /\{day\} without \{month\}/],
  ['minutes without hours', g('{era}{year}年{month}月{day}日 {minute}'), 2, 'format', /without \{hour\}/],
  ['numbers that run together', g('{era}{year}{month}{day}'), 2, 'format', /cannot be read back/],
  ['nothing but digits', g('{era}{year}', 'eraAfter: ""\n'), 2, 'format', /cannot be read back/],
  ['no units', change(simple, /units:.*\n/, ''), 1, 'units', /missing/],
  ['a unit without ratio', change(simple, '{name: minute, ratio: 60}', '{name: minute}'), 2, 'units[0].ratio', /missing/],
  ['a ratio of 0', change(simple, 'ratio: 36', 'ratio: 0'), 2, 'units[2].ratio', /from 1/],
  ['a unit that counts from 2', change(simple, 'ratio: 36, first: 1', 'ratio: 36, first: 2'), 2, 'units[2].first', /from 0 to 1/],
  ['two units of one name', change(simple, 'name: hour', 'name: minute'), 2, 'units[1].name', /cannot name/],
  ['a cycle of nothing', change(simple, 'of: day', 'of: moon'), 3, 'cycles[0].of', /of must name/],
  ['a cycle without names', change(simple, '[月,火,水,木,金,土,日]', '[]'), 3, 'cycles[0].names', /at least one/],
  ['a cycle that starts past its end', change(simple, ', names: [月', ', at0: 7, names: [月'), 3, 'cycles[0].at0', /from 0 to 6/],
  ['no eraAfter', change(simple, /eraAfter.*\n/, ''), 1, 'eraAfter', /missing/],
  ['a day that cannot be divided', c('ratio: 12', 'ratio: 13'), at('clock'), 'clock[0].ratio', /divided evenly/],
  ['eleven names for twelve hours', c(',亥]', ']'), at('clock'), 'clock[0].names', /12 names/],
  ['one name for two hours', c(',亥]', ',子]'), at('clock'), 'clock[0].names', /12 names/],
  ['a clock unit named day', c('name: shichen', 'name: day'), at('clock'), 'clock[0].name', /cannot name/],
  ['two months of one name', c('name: 二月', 'name: 正月'), at('months'), 'months', /12 names/],
  ['a month of 0 days', c('name: 二月, days: 29', 'name: 二月, days: 0'), at('months'), 'months[1].days', /from 1/],
  ['a month put in after the 13th', c('after: 9', 'after: 13'), at('intercalary'), 'intercalary[0].after', /from 1 to 12/],
  ['a month put in with a name that is taken', c('name: 闰九月', 'name: 九月'), at('intercalary'), 'intercalary[0].name', /already/],
  ['two months put in at one place', c('intercalary: [', 'intercalary: [{year: 3, after: 9, days: 1, name: x}, '), at('intercalary'), 'intercalary[1].after', /one month/],
  ['2,001 months put in', c(/intercalary: .*/, `intercalary: [${Array.from({ length: 2_001 }, (_, i) => `{year: ${i}, after: 1, days: 29, name: 闰}`).join(', ')}]`), at('intercalary'), 'intercalary', /at most 2000/],
  ['too few day names', c(', 三十]', ']'), at('dayNames'), 'dayNames', /30 different/],
  ['a zero that is no date', c('zero: [1, 1, 1]', 'zero: [1, 2, 30]'), at('zero'), 'zero', /no such day/],
  ['a zero of two numbers', c('zero: [1, 1, 1]', 'zero: [1, 2]'), at('zero'), 'zero', /three whole numbers/],
  ['Roman numerals', c('numerals: chinese', 'numerals: roman'), at('numerals'), 'numerals', /arabic or chinese/],
  ['a later era without from', c('{name: 建元, from: [1, 1, 1]}', '{name: 建元}'), at('eras'), 'eras[1]', /first era/],
  ['eras that do not ascend', c('from: [7, 4, 1]', 'from: [1, 1, 1]'), at('eras'), 'eras[2].from', /ascend/],
  ['an era from no date', c('from: [7, 4, 1]', 'from: [7, 2, 30]'), at('eras'), 'eras[2].from', /no such day/],
  ['only an era without from', c(/eras: .*/, 'eras: [{name: 混沌}]'), at('eras'), 'eras[0]', /only era/],
  ['no eras in the list', c(/eras: .*/, 'eras: []'), at('eras'), 'eras', /only era/],
  ['two eras of one name', c('name: 元光', 'name: 建元'), at('format'), 'format', /alike/],
  ['days left in the last era', c('from: [7, 4, 1]}', 'from: [7, 4, 1], format: "x{daysLeft}"}'), at('eras'), 'eras[2].format', /no|none/],
  ['days counted in an era without a start', c('距开天{daysLeft}日', '{dayNumber}'), at('eras'), 'eras[0].format', /no from/],
  ['leap days that return without having gone', c('dayNames:', 'leap: {every: 4, unless: 400, month: 2}\ndayNames:'), at('dayNames'), 'leap.unless', /except/],
  ['dayName without names', c(/dayNames: .*\n/, ''), at('format') - 1, 'format', /\{dayName\}/],
  ['a first year that reads like another', c('firstYear: 元', 'firstYear: 五'), at('format'), 'format', /cannot be read back/],
]

describe('CALENDAR_INVALID', () => {
  it.each(bad)('%s', (_name, text, line, key, message) => {
    const problems = calendarProblems(text)
    expect(problems[0]).toMatchObject({ line, key, message: expect.stringMatching(message) })
    expect(calendarProblems(text, 'zh')[0]).toMatchObject({ line, key, message: expect.stringMatching(/[\u4E00-\u9FFF]/), fix: expect.stringMatching(/[\u4E00-\u9FFF]/) })
    try {
      parseCalendar(text)
      expect.unreachable()
    } catch (error) {
      expect((error as FaultError).fault).toMatchObject({ code: 'CALENDAR_INVALID', fix: problems[0]?.fix, data: { line, key } })
    }
  })
})

const instants = [...randomInstants(300, true, 3n), ...randomInstants(700, false, 5n)]
const plainMonths = 'months: [{name: A, days: 10}, {name: B, days: 10}]\n'

describe('other calendars that write and read', () => {
  it.each<[name: string, text: string, shown: [bigint, string][]]>([
    ['no era word after zero', g('{era}{year}-{month:02}-{day:02}', 'eraBefore: "BC "\neraAfter: ""\n'), [[63722246400n, '2020-04-12'], [-86_401n, 'BC 1-12-30 +86399s']]],
    ['a date in one run, fixed width', g('{era}{year}{month:02}{day:02} {hour:02}{minute:02}{second:02}'), [[63722311205n, '公元20200412 180005']]],
    ['years alone', g('{era}{year}年'), [[86_400n, '公元1年 +86400s']]],
    ['a year named 年 and units in Chinese', 'kind: simple\nunits: [{name: 刻, ratio: 900}, {name: 日, ratio: 96, first: 1}, {name: 年, ratio: 360}]\neraBefore: 前\neraAfter: 后\nformat: "{era}{年}年{日}日 {刻}刻"\n', [[86_400n * 360n + 900n, '后2年1日 1刻'], [-900n, '前1年360日 95刻']]],
    ['stems and branches of the year and the day', change(custom, 'format: "{era}', 'cycles: [{name: 干支, of: year, at0: 1, names: [甲子, 乙丑, 丙寅]}, {name: 日辰, of: day, names: [甲, 乙]}]\nformat: "{era}〔{干支}〕{日辰}'), [[0n, '建元〔乙丑〕甲元年正月初一 子时'], [86_400n * 355n, '建元〔丙寅〕乙二年正月初二 子时']]],
    ['months by number beside one put in', change(custom, '{era}{year}年{monthName}{dayName}', '{era}{year}年{month}月{day}日'), [[84542400n, '建元三年闰九月五日 午时'], [0n, '建元元年一月一日 子时']]],
    ['months put in, Arabic', `kind: custom\ndaySeconds: 100\n${plainMonths}intercalary: [{year: 2, after: 1, days: 3, name: Leap}]\neras: [{name: E, from: [1, 1, 1]}]\nformat: "{era}{year}-{month}-{day}"\n`, [[3_000n, 'E2-1+-1'], [3_300n, 'E2-2-1']]],
    ['days counted from a landing', `kind: custom\ndaySeconds: 88775\nclock: [{name: hour, ratio: 25}]\n${plainMonths}eras: [{name: before, format: "{daysLeft} sols to landing {hour:02}h"}, {name: Sol, from: [3, 2, 5], format: "Sol {dayNumber} {hour:02}h"}]\nformat: "{era}{year}"\n`, [[88_775n * 54n, 'Sol 1 00h'], [88_775n * 54n - 1n, '1 sols to landing 24h +3550s']]],
    ['an era that begins in the middle of a year, years alone', change(custom, /format: "\{era\}.*/, 'format: "{era}{year}年"'), [[193795200n, '元光元年'], [193795200n + 86_400n, '元光元年 +86400s'], [193795199n, `建元七年 +${86_400 * 89 - 1}s`]]],
    ['years counted backwards before the first era', change(custom, '{name: 混沌, format: "混沌，距开天{daysLeft}日"}', '{name: 古}'), [[-1n, '古元年腊月廿九 亥时 +7199s'], [-86_400n * 354n, '古元年正月初一 子时'], [-86_400n * 354n - 1n, '古二年腊月廿九 亥时 +7199s']]],
    ['leap days', change(custom, 'zero:', 'leap: {every: 4, except: 100, unless: 400, month: 12}\nzero:'), [[86_400n * (354n * 4n + 30n), '建元四年腊月三十 子时']]],
    ['a clock that counts from 1', change(change(custom, '{name: shichen, ratio: 12, names: [子,丑,寅,卯,辰,巳,午,未,申,酉,戌,亥]}', '{name: watch, ratio: 4, first: 1}, {name: bell, ratio: 6}'), '{shichen}时', '{watch}更{bell}点'), [[0n, '建元元年正月初一 一更零点'], [86_399n, '建元元年正月初一 四更五点 +3599s']]],
  ])('%s', (_name, text, shown) => {
    const calendar = parseCalendar(text)
    for (const [instant, written] of shown) expect([calendar.format(instant), calendar.parse(written)]).toEqual([written, instant])
    expect(roundTrips(calendar, instants).same).toBeGreaterThan(400)
  })

  it('years without eras begin with year 1', () => {
    const calendar = parseCalendar(`kind: custom\ndaySeconds: 100\n${plainMonths}format: "{year}/{month}/{day}"\n`)
    expect([calendar.format(0n), calendar.parse('11/2/3')]).toEqual(['1/1/1', 21_200n])
    expect(() => calendar.format(-1n)).toThrow(/INSTANT_RANGE/)
  })

  it('a format with a great many readings costs little', () => {
    const calendar = parseCalendar(`kind: custom\ndaySeconds: 100\n${plainMonths}format: "y{year}m{month:02}d{day:02}"\n`)
    const took = stopwatch()
    expect(() => calendar.parse(`y${'1'.repeat(90)}m${'1'.repeat(90)}d${'1'.repeat(90)}`)).toThrow(/TIME_INVALID/)
    expect(took()).toBeLessThan(500)
  })
})

it.each([
  [0n, '零'], [1n, '一'], [10n, '十'], [12n, '十二'], [20n, '二十'], [105n, '一百零五'], [110n, '一百一十'], [112n, '一百一十二'], [1005n, '一千零五'], [1050n, '一千零五十'], [10000n, '一万'], [10010n, '一万零一十'], [20305n, '二万零三百零五'],
  [100000n, '十万'], [120034n, '十二万零三十四'], [100000000n, '一亿'], [100000001n, '一亿零一'], [292277026596n, '二千九百二十二亿七千七百零二万六千五百九十六'], [106751991167300n, '一百零六兆七千五百一十九亿九千一百一十六万七千三百'],
])('%s is %s', (value, text) => {
  expect([toChinese(value), fromChinese(text)]).toEqual([text, value])
})
it.each(['', '百', '一十二', '一零', '十十', '二百零', '五百万万', 'x'])('%j is no number', (text) => {
  expect(fromChinese(text)).toBeNull()
})
