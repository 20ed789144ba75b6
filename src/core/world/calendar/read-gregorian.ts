import type { YamlTree } from '../strict-yaml'
import { dateReckoning } from './date-reckoning'
import { erasOf, type EraRule } from './eras'
import { readForms } from './forms'
import { numberToken } from './tokens'
import type { PartReader } from './read-parts'
import type { CalendarBody } from './text-calendar'
import { yearDays } from './year-days'

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const days = yearDays({ months: monthDays.map((length, i) => ({ name: String(i + 1), days: length })), leap: { every: 4, except: 100, unless: 400, month: 2 }, extra: [] })
const one = { year: 1n, month: 1, day: 1n }
const clock = [{ name: 'hour', ratio: 24, seconds: 3_600n }, { name: 'minute', ratio: 60, seconds: 60n }, { name: 'second', ratio: 60, seconds: 1n }].map((unit) => ({ ...unit, first: 0, names: null }))
const tokens = new Map([
  numberToken('year'), numberToken('month', { most: 12n }), numberToken('day', { most: 31n }),
  ...clock.map(({ name, ratio }) => numberToken(name, { most: BigInt(ratio - 1), date: false })),
].map((token) => [token.name, token]))
/** 12 April 2020, 18:00 and 1 January 221 before. */
const examples = [63_722_311_200n, -6_974_121_600n]

/** The civil calendar, reckoned back before its invention; instant 0 is January 1 of year 1 (03 §3). */
export function readGregorian(tree: YamlTree, reader: PartReader): CalendarBody | null {
  const fields = reader.problems.fields(tree, '', ['kind', 'eraBefore', 'eraAfter', 'format'])
  const rules: EraRule[] = [
    { name: reader.text(fields, 'eraBefore', '公元前'), from: null, format: null },
    { name: reader.text(fields, 'eraAfter', '公元'), from: one, format: null },
  ]
  const format = reader.format(fields, tree, '{era}{year}年{month}月{day}日 {hour:02}:{minute:02}')
  const eras = rules.map(({ name, from }) => ({ name, hasStart: from !== null, hasEnd: from === null, own: null }))
  const forms = readForms({ format, tokens, eras, levels: [...tokens.keys()].map((name) => [name]), dateLevels: 3 }, reader.problems)
  if (forms === null) return null
  const zero = { year: 1n, month: 1, day: days.startOf(1n) }
  const reckoning = dateReckoning({ daySeconds: 86_400n, clock, days, monthCount: 12, zero, eras: erasOf(rules, days), cycles: [] }, forms, (month) => BigInt(month.number))
  return { reckoning, format: format.text, examples, near: examples }
}
