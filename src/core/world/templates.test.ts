import { describe, expect, it } from 'vitest'
import { randomInstants, roundTrips } from '../../../test/world/calendars'
import { calendarProblems, parseCalendar } from './calendar/parse-calendar'
import { parseSchema, schemaProblems } from './schema/parse-schema'
import { worldTemplates } from './templates'

const templates = worldTemplates()
const calendarOf = (id: string) => parseCalendar(templates.find((template) => template.id === id)?.calendar ?? '')

it('the five worlds, in Chinese and in English where both make sense', () => {
  expect(templates.map(({ id, language }) => [id, language])).toEqual([
    ['xuanhuan', 'zh-CN'], ['modern-zh', 'zh-CN'], ['dynasty', 'zh-CN'], ['western-fantasy-en', 'en'], ['western-fantasy-zh', 'zh-CN'], ['modern-en', 'en'], ['science-fiction-en', 'en'], ['science-fiction-zh', 'zh-CN'],
  ])
  expect(new Set(templates.map(({ name }) => name.zh)).size).toBe(8)
  expect(new Set(templates.map(({ name }) => name.en)).size).toBe(8)
})

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_id, { language, schema, calendar }) => {
  it('has a good schema with labels in its language', () => {
    expect(schemaProblems(schema)).toEqual([])
    const types = Object.values(parseSchema(schema).types)
    expect(types.length).toBeGreaterThanOrEqual(5)
    for (const { label, attrs } of types) {
      expect(Object.keys(attrs).length).toBeGreaterThanOrEqual(3)
      const labels = [label, ...Object.values(attrs).map((attr) => attr.label)]
      if (language === 'zh-CN') for (const text of labels) expect(text).toMatch(/[\u4E00-\u9FFF]/)
      else for (const text of labels) expect(text ?? '').not.toMatch(/[\u4E00-\u9FFF]/)
    }
    expect(schema.includes('\t')).toBe(false)
    if (language === 'en') expect(`${schema}${calendar}`).not.toMatch(/[\u4E00-\u9FFF]/)
  })

  it('has a calendar that reads back what it writes', () => {
    expect(calendarProblems(calendar)).toEqual([])
    expect(roundTrips(parseCalendar(calendar), [...randomInstants(300, true, 17n), ...randomInstants(700, false, 19n)])).toEqual({ same: 1_000, outside: 0 })
  })
})

describe('the calendars, as authors write them', () => {
  it.each([
    ['xuanhuan', '玄历三千年七月十五', '玄历三千年七月十五 子时初刻'],
    ['modern-zh', '2024年3月9日 18:30', '2024年3月9日 18:30'],
    ['modern-en', '2024-3-9', '2024-03-09 00:00'],
    ['western-fantasy-en', '3 Seedmoon 812 AC 14:00', '3 Seedmoon 812 AC, Starday 14:00'],
    ['western-fantasy-zh', '王冠历812年播种月3日 14:00', '王冠历812年播种月3日（星曜） 14:00'],
    ['science-fiction-en', 'T-3d 12:00:00', 'T-3d 12:00:00'],
    ['science-fiction-zh', '航历12年3月4日', '航历12年3月4日 00:00:00'],
    ['dynasty', '光绪二十六年闰八月初五 午正二刻', '光绪二十六年庚子闰八月初五 午正二刻'],
    ['dynasty', '顺治元年正月初一', '顺治元年甲申正月初一 子初初刻'],
    ['dynasty', '宣统三年八月十九', '宣统三年辛亥八月十九 子初初刻'],
    ['dynasty', '乾隆六十年闰二月初一', '乾隆六十年乙卯闰二月初一 子初初刻'],
  ])('%s: %s', (id, typed, written) => {
    const calendar = calendarOf(id)
    expect(calendar.format(calendar.parse(typed))).toBe(written)
  })

  it('the Qing months lie within two days of the real ones', () => {
    const calendar = calendarOf('dynasty')
    // Lunar new years of the civil calendar.
    for (const [year, date] of [['康熙元年', '1662-02-18'], ['乾隆元年', '1736-02-12'], ['嘉庆元年', '1796-02-09'], ['道光二十年', '1840-02-03'], ['光绪二十六年', '1900-01-31'], ['宣统三年', '1911-01-30']] as const) {
      const days = Number(calendar.parse(`${year}正月初一`)) / 86_400
      const real = (Date.parse(date) - Date.parse('1644-02-08')) / 86_400_000
      expect(Math.abs(days - real), year).toBeLessThanOrEqual(2)
    }
  })
})
