import { describe, expect, it } from 'vitest'
import { custom, gregorian, randomInstants, roundTrips, simple } from '../../../../test/world/calendars'
import { defaultWorld } from '../../project/world-default'
import { parseCalendar } from './parse-calendar'

const timeInvalid = (format: string) => expect.objectContaining({ fault: expect.objectContaining({ code: 'TIME_INVALID', expected: format }) })
const english = defaultWorld('en')['calendar.yaml'] ?? ''

describe('the table of 03 §3, both ways', () => {
  it.each([
    [0n, '公元1年1月1日 00:00'], [63722311200n, '公元2020年4月12日 18:00'], [63722311205n, '公元2020年4月12日 18:00 +5s'], [-60n, '公元前1年12月31日 23:59'],
    [-26524800n, '公元前1年2月29日 00:00'], [-6974121600n, '公元前221年1月1日 00:00'],
  ])('gregorian %s', (instant, text) => {
    const calendar = parseCalendar(gregorian)
    expect([calendar.format(instant), calendar.parse(text)]).toEqual([text, instant])
  })

  it.each([[4842482700n, '新历312年2月15日(土) 30:05'], [-1n, '旧历1年4月30日(日) 35:59 +59s'], [0n, '新历1年1月1日(月) 00:00']])('simple %s', (instant, text) => {
    const calendar = parseCalendar(simple)
    expect([calendar.format(instant), calendar.parse(text)]).toEqual([text, instant])
  })

  it.each([
    [0n, '建元元年正月初一 子时'], [-1n, '混沌，距开天一日 +86399s'], [84542400n, '建元三年闰九月初五 午时'], [193795199n, '建元七年三月三十 亥时 +7199s'], [193795200n, '元光元年四月初一 子时'],
  ])('custom %s', (instant, text) => {
    const calendar = parseCalendar(custom)
    expect([calendar.format(instant), calendar.parse(text)]).toEqual([text, instant])
  })

  it.each([
    [gregorian, ['公元2023年2月29日', '公元2023年2月29日 00:00', '公元0年1月1日', '公元1900年2月29日', '公元2020年13月1日', '公元2020年0月1日', '公元2020年1月1日 24:00', '公元2020年1月1日 00:60', '2020年1月1日', '公元']],
    [simple, ['新历0年1月1日', '新历1年5月1日', '新历1年1月31日(月)', '新历1年1月0日', '新历1年1月1日(月) 36:00', '公元1年1月1日']],
    [custom, ['建元七年四月初一', '元光元年三月初一', '元光元年三月三十 亥时', '建元元年闰九月初五', '建元三年二月三十', '混沌，距开天零日', '建元零年正月初一', '建元元年正月初一 鼠时']],
  ])('TIME_INVALID names the format and two examples', (file, texts) => {
    const calendar = parseCalendar(file)
    for (const text of texts) {
      expect(() => calendar.parse(text), text).toThrow(timeInvalid(calendar.sample.format))
      expect(() => calendar.parse(text)).toThrow(expect.objectContaining({ fault: expect.objectContaining({ message: expect.stringContaining(calendar.sample.examples[0]), fix: expect.stringContaining(calendar.sample.examples[1]) }) }))
    }
  })
})

describe('what a time may look like', () => {
  const g = parseCalendar(gregorian)
  const c = parseCalendar(custom)

  it.each(['', ' ', ' 公元1年1月1日 00:00', '公元1年1月1日 00:00 ', '公元1年1月1日\n', '0', '63722311200', '-5', '公元1年1月1日 00:00 +60s', '公元1年1月1日 00:00 +5', '公元1年1月1日 00:00 5s', '公元1年1月1日 00:00  +5s', '公元-1年1月1日', 'x'.repeat(5_000), `公元${'9'.repeat(200)}年1月1日`])('%j is refused', (text) => {
    expect(() => g.parse(text)).toThrow(timeInvalid(g.sample.format))
  })

  it('the clock may be missing when it is zero, and any digit count goes', () => {
    expect(g.parse('公元2020年4月12日')).toBe(63722246400n)
    expect(g.parse('公元2020年4月12日 +5s')).toBe(63722246405n)
    expect(g.parse('公元2020年4月12日 6:5')).toBe(g.parse('公元2020年04月12日 06:05'))
    expect(parseCalendar(simple).parse('新历312年2月15日(土)')).toBe(parseCalendar(simple).parse('新历312年2月15日(土) 0:0'))
    expect(c.parse('建元三年闰九月初五')).toBe(84542400n - 43200n)
  })

  it('a weekday is skipped, right, wrong or missing', () => {
    const s = parseCalendar(simple)
    expect(['(土)', '(月)', '()', ''].map((week) => s.parse(`新历312年2月15日${week} 30:05`))).toEqual(Array.from({ length: 4 }, () => 4842482700n))
    expect(s.parse('新历312年2月15日')).toBe(s.parse('新历312年2月15日(土) 00:00'))
  })

  it('Arabic digits go where Chinese ones are printed', () => {
    expect(c.parse('建元3年闰九月初五 午时')).toBe(84542400n)
    expect(c.parse('建元1年正月初一')).toBe(0n)
    expect(c.parse('建元一年正月初一')).toBe(0n)
    expect(c.parse('混沌，距开天100日')).toBe(c.parse('混沌，距开天一百日'))
  })

  it('every year is leap or not by its own number, in front of zero too', () => {
    for (const [year, leap] of [['公元2000', true], ['公元1900', false], ['公元2024', true], ['公元2023', false], ['公元前1', true], ['公元前2', false], ['公元前5', true], ['公元前101', false], ['公元前401', true]] as const) {
      if (leap) expect(g.format(g.parse(`${year}年2月29日`))).toBe(`${year}年2月29日 00:00`)
      else expect(() => g.parse(`${year}年2月29日`)).toThrow(timeInvalid(g.sample.format))
    }
  })

  it('agrees with the civil calendar of the machine over 600,000 years', () => {
    for (let day = -100_000_000n; day < 100_000_000n; day += 33_331n) {
      const date = new Date(Number(day) * 86_400_000)
      const year = date.getUTCFullYear()
      const text = `${year > 0 ? `公元${year}` : `公元前${1 - year}`}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日 00:00`
      expect(g.format(62_135_596_800n + day * 86_400n)).toBe(text)
    }
  })

  it('the calendar of a new English novel', () => {
    const e = parseCalendar(english)
    expect([e.format(63722311200n), e.parse('CE 2020-4-12'), e.parse('BCE 44-3-15 12:00')]).toEqual(['CE 2020-4-12 18:00', 63722246400n, parseCalendar(gregorian).parse('公元前44年3月15日 12:00')])
  })
})

describe('instants', () => {
  it.each([[gregorian], [simple], [custom], [english]])('int64 is written to its very ends, past them INSTANT_RANGE', (file) => {
    const calendar = parseCalendar(file)
    for (const end of [2n ** 63n - 1n, -(2n ** 63n)]) expect(calendar.parse(calendar.format(end))).toBe(end)
    for (const past of [2n ** 63n, -(2n ** 63n) - 1n]) expect(() => calendar.format(past)).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'INSTANT_RANGE' }) }))
  })

  it('a date past int64 is INSTANT_RANGE too', () => {
    expect(() => parseCalendar(gregorian).parse('公元900000000000年1月1日')).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'INSTANT_RANGE' }) }))
  })

  it('before the first era of a calendar whose first era has a beginning: INSTANT_RANGE', () => {
    const late = parseCalendar(custom.replace('{name: 混沌, format: "混沌，距开天{daysLeft}日"}, ', ''))
    expect(late.format(0n)).toBe('建元元年正月初一 子时')
    expect(() => late.format(-1n)).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'INSTANT_RANGE' }) }))
  })

  it.each([['gregorian', gregorian], ['simple', simple], ['custom', custom], ['English', english]])('parse(format(t)) = t, %s', (_kind, file) => {
    const calendar = parseCalendar(file)
    expect(roundTrips(calendar, [...randomInstants(1_000, true), ...randomInstants(1_000, false)])).toEqual({ same: 2_000, outside: 0 })
  })

  it('costs the same in every year', () => {
    const calendar = parseCalendar(custom)
    const took = (instant: bigint): number => {
      const start = performance.now()
      for (let i = 0n; i < 500n; i += 1n) calendar.format(instant + i * 86_400n)
      return performance.now() - start
    }
    took(0n)
    const near = Math.min(took(10_000_000n), took(10_000_000n), took(10_000_000n))
    const far = Math.min(took(2n ** 62n), took(2n ** 62n), took(2n ** 62n))
    expect(far / near).toBeLessThan(30)
  })
})
