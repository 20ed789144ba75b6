import { inside, type YamlTree } from '../strict-yaml'
import { calendarTexts } from './calendar-texts'
import { regularDay, type EraRule } from './eras'
import type { Fields, PartReader } from './read-parts'
import { yearDays, type ExtraMonth, type LeapRule, type MonthRule, type YearDays, type YearRules } from './year-days'

const maxMonths = 400
const maxDays = 10_000
const maxExtra = 2_000
const maxEras = 1_000

/** Months, leap days and months put in (03 §3, custom). */
export function readYears(fields: Fields, above: YamlTree, reader: PartReader): YearRules {
  const list = reader.problems.need(fields, 'months', above, '', 'months: [{name: 正月, days: 30}, …]')
  const items = list === null ? [] : reader.problems.items(list, 'months', maxMonths, '[{name: 正月, days: 30}]')
  if (list?.kind === 'list' && list.items.length === 0) reader.problems.add(list.line, 'months', calendarTexts.someNames())
  const months = items.map((item, i): MonthRule => {
    const key = `months[${i}]`
    const month = reader.problems.fields(item, key, ['name', 'days'])
    return { name: nameOf(month, item, key, reader), days: reader.needWhole(month, 'days', item, key, 1, maxDays) }
  })
  if (list !== null && new Set(months.map((month) => month.name)).size !== months.length) reader.problems.add(list.line, 'months', calendarTexts.names(months.length))
  return { months, leap: leapOf(fields, months.length, reader), extra: extraOf(fields, months, reader) }
}

function nameOf(fields: Fields, above: YamlTree, key: string, reader: PartReader, emptyOk = false): string {
  const node = reader.problems.need(fields, 'name', above, key, 'name: …')
  const name = node === null ? null : reader.problems.text(node, inside(key, 'name'), '…')
  if (name === '' && node !== null && !emptyOk) reader.problems.add(node.line, inside(key, 'name'), calendarTexts.someNames())
  return name ?? ''
}

function leapOf(fields: Fields, monthCount: number, reader: PartReader): LeapRule | null {
  const tree = fields.get('leap')?.node
  if (tree === undefined) return null
  const leap = reader.problems.fields(tree, 'leap', ['every', 'except', 'unless', 'month'])
  const some = (name: string): Partial<Record<string, number>> => (leap.has(name) ? { [name]: reader.needWhole(leap, name, tree, 'leap', 1, 1_000_000) } : {})
  if (leap.has('unless') && !leap.has('except')) reader.problems.add(leap.get('unless')?.line ?? tree.line, 'leap.unless', calendarTexts.unless())
  const [every, month] = [reader.needWhole(leap, 'every', tree, 'leap', 1, 1_000_000), reader.needWhole(leap, 'month', tree, 'leap', 1, Math.max(1, monthCount))]
  return { every, month, ...some('except'), ...some('unless') }
}

function extraOf(fields: Fields, months: readonly MonthRule[], reader: PartReader): ExtraMonth[] {
  const tree = fields.get('intercalary')?.node
  const items = tree === undefined ? [] : reader.problems.items(tree, 'intercalary', maxExtra, '[{year: 3, after: 9, days: 30, name: 闰九月}]')
  const [places, names] = [new Set<string>(), new Set<string>()]
  const regular = new Set(months.map((month) => month.name))
  return items.map((item, i): ExtraMonth => {
    const key = `intercalary[${i}]`
    const extra = reader.problems.fields(item, key, ['year', 'after', 'days', 'name'])
    const year = reader.needWhole(extra, 'year', item, key, -1_000_000_000_000, 1_000_000_000_000)
    const after = reader.needWhole(extra, 'after', item, key, 1, Math.max(1, months.length))
    const name = nameOf(extra, item, key, reader)
    if (regular.has(name) || names.has(`${year} ${name}`)) reader.problems.add(item.line, inside(key, 'name'), calendarTexts.extraName(name))
    if (places.has(`${year} ${after}`)) reader.problems.add(item.line, inside(key, 'after'), calendarTexts.extraPlace())
    places.add(`${year} ${after}`)
    names.add(`${year} ${name}`)
    return { year: BigInt(year), after, days: reader.needWhole(extra, 'days', item, key, 1, maxDays), name }
  })
}

/** The most days a month ever has. */
export const longestMonth = ({ months, leap, extra }: YearRules): number =>
  Math.max(0, ...months.map((month, i) => month.days + (leap?.month === i + 1 ? 1 : 0)), ...extra.map((month) => month.days))

export interface EraEntry extends EraRule { readonly line: number; readonly key: string; readonly formatLine: number }
const oneEra: EraEntry = { name: '', from: { year: 1n, month: 1, day: 1n }, format: null, line: 1, key: 'eras', formatLine: 1 }

/** The eras in order; without any, the years count from year 1 and nothing comes before. */
export function readEras(fields: Fields, years: YearRules, reader: PartReader): EraEntry[] {
  const tree = fields.get('eras')?.node
  if (tree === undefined) return [oneEra]
  const items = reader.problems.items(tree, 'eras', maxEras, '[{name: 建元, from: [1, 1, 1]}]')
  const eras = items.map((item, i): EraEntry => {
    const key = `eras[${i}]`
    const era = reader.problems.fields(item, key, ['name', 'from', 'format'])
    const [from, format] = [era.get('from')?.node, era.get('format')?.node]
    if (from === undefined && i > 0) reader.problems.add(item.line, key, calendarTexts.from())
    return {
      name: nameOf(era, item, key, reader, true), from: from === undefined ? null : reader.triple(from, inside(key, 'from')), line: item.line, key,
      format: format === undefined ? null : reader.problems.text(format, inside(key, 'format'), '"…"'), formatLine: format?.line ?? item.line,
    }
  })
  if (eras.length === 0 && tree.kind === 'list') reader.problems.add(tree.line, 'eras', calendarTexts.onlyEra())
  const [only, second] = eras
  if (only?.from === null && second === undefined) reader.problems.add(only.line, only.key, calendarTexts.onlyEra())
  if (!reader.problems.some) checkStarts(eras, yearDays(years), reader)
  return eras
}

function checkStarts(eras: readonly EraEntry[], days: YearDays, reader: PartReader): void {
  let before: bigint | null = null
  for (const { from, line, key } of eras) {
    if (from === null) continue
    const start = regularDay(days, from.year, from.month, from.day)
    if (start === null) reader.problems.add(line, inside(key, 'from'), calendarTexts.noDate())
    else if (before !== null && start <= before) reader.problems.add(line, inside(key, 'from'), calendarTexts.order())
    before = start ?? before
  }
}
