import type { YamlTree } from '../strict-yaml'
import { readForms } from './forms'
import { numberToken, type Token } from './tokens'
import type { Fields, PartReader } from './read-parts'
import type { CalendarBody } from './text-calendar'
import { unitReckoning, type Unit } from './unit-reckoning'

/** A calendar of units of fixed length, eras before and after zero (03 §3). */
export function readSimple(tree: YamlTree, reader: PartReader): CalendarBody | null {
  const fields = reader.problems.fields(tree, '', ['kind', 'units', 'cycles', 'eraBefore', 'eraAfter', 'format'])
  const units = readUnits(fields, tree, reader)
  const cycles = reader.cycles(fields, ['year', ...units.map((unit) => unit.name)])
  const names = ['eraBefore', 'eraAfter'].map((name) => {
    const node = reader.problems.need(fields, name, tree, '', `${name}: …`)
    return node === null ? '' : (reader.problems.text(node, name, '…') ?? '')
  })
  const format = reader.format(fields, tree, null)
  const [year, ...finer] = units.toReversed()
  if (year === undefined || reader.problems.some) return null
  const firstClock = clockFrom(finer)
  const tokens = new Map<string, Token>([['year', numberToken('year')], [year.name, numberToken('year')]])
  finer.forEach(({ name, seconds }, i) => tokens.set(name, numberToken(name, { date: i < firstClock, most: (units[units.length - 1 - i]?.seconds ?? 1n) / seconds })))
  for (const { name, names } of cycles) tokens.set(name, { name, numbers: false, chinese: false, most: null, words: names.map((text) => [text, text]), ignored: true, date: false })
  const eras = names.map((name, i) => ({ name, hasStart: i === 1, hasEnd: i === 0, own: null }))
  const forms = readForms({ format, tokens, eras, levels: [['year'], ...finer.map(({ name }) => [name])], dateLevels: 0 }, reader.problems)
  if (forms === null) return null
  const sometime = year.seconds * 311n + (year.seconds * 3n) / 7n
  const named = cycles.map((cycle) => ({ ...cycle, of: cycle.of === 'year' ? year.name : cycle.of }))
  const examples = [sometime - (sometime % (finer.at(-1)?.seconds ?? 1n)), -year.seconds]
  return { reckoning: unitReckoning(year, finer, named, forms), format: format.text, examples, near: examples }
}

/** Units large to small: the first that tells the clock is what comes after the one called day, or after the last that counts from 1. */
function clockFrom(finer: readonly Unit[]): number {
  const day = finer.findIndex((unit) => unit.name === 'day')
  return day >= 0 ? day + 1 : finer.findLastIndex((unit) => unit.first === 1) + 1
}

/** Small to large, as the file lists them. */
function readUnits(fields: Fields, above: YamlTree, reader: PartReader): Unit[] {
  const list = reader.problems.need(fields, 'units', above, '', 'units: [{name: minute, ratio: 60}, …]')
  const items = list === null ? [] : reader.problems.items(list, 'units', 20, '[{name: minute, ratio: 60}, {name: year, ratio: 525600}]')
  if (list?.kind === 'list' && list.items.length === 0) reader.names(list, 'units', false, null)
  let seconds = 1n
  return items.map((item, i): Unit => {
    const key = `units[${i}]`
    const unit = reader.problems.fields(item, key, ['name', 'ratio', 'first'])
    const name = reader.tokenName(unit, item, key, i === items.length - 1 ? ['year'] : [])
    seconds *= BigInt(reader.needWhole(unit, 'ratio', item, key, 1, 1_000_000_000))
    return { name, seconds, first: reader.whole(unit, 'first', key, 0, 1, 0) }
  })
}
