import type { Problems } from '../file-problems'
import { inside, type YamlEntry, type YamlTree } from '../strict-yaml'
import { calendarTexts } from './calendar-texts'
import type { Cycle } from './cycle'
import type { FormatText } from './forms'

export type Fields = Map<string, YamlEntry>
const nameText = /^[\p{L}_][\p{L}\p{N}_-]{0,31}$/u

/** Reads the parts that the kinds of calendar share; everything wrong is collected. */
export class PartReader {
  private readonly taken: Set<string>
  constructor(readonly problems: Problems, reserved: readonly string[]) {
    this.taken = new Set(reserved)
  }

  /** A new token name: no other unit or cycle has it. */
  tokenName(fields: Fields, above: YamlTree, key: string, free: readonly string[] = []): string {
    const node = this.problems.need(fields, 'name', above, key, 'name: week')
    const name = node === null ? null : this.problems.text(node, inside(key, 'name'), 'week')
    if (name === null || node === null) return ''
    if (!nameText.test(name) || (this.taken.has(name) && !free.includes(name))) this.problems.add(node.line, inside(key, 'name'), calendarTexts.tokenName(name))
    this.taken.add(name)
    return name
  }

  text(fields: Fields, name: string, standard: string): string {
    const node = fields.get(name)?.node
    return node === undefined ? standard : (this.problems.text(node, name, JSON.stringify(standard)) ?? standard)
  }

  format(fields: Fields, above: YamlTree, standard: string | null): FormatText {
    const node = standard === null ? this.problems.need(fields, 'format', above, '', 'format: "{era}{year}"') : (fields.get('format')?.node ?? null)
    const text = node === null ? standard : this.problems.text(node, 'format', '"{era}{year}"')
    return { text: text ?? '', line: node?.line ?? above.line, key: 'format' }
  }

  whole(fields: Fields, name: string, key: string, min: number, max: number, standard: number): number {
    const node = fields.get(name)?.node
    return node === undefined ? standard : (this.problems.whole(node, inside(key, name), min, max) ?? standard)
  }

  needWhole(fields: Fields, name: string, above: YamlTree, key: string, min: number, max: number): number {
    const node = this.problems.need(fields, name, above, key, `${name}: ${Math.max(min, 1)}`)
    return node === null ? min : (this.problems.whole(node, inside(key, name), min, max) ?? min)
  }

  /** Names none of which is empty; `distinct`: none stands twice, and `count` of them when it is given. */
  names(tree: YamlTree, key: string, distinct: boolean, count: number | null): string[] {
    const items = this.problems.items(tree, key, 1_000, '[one, two]')
    const names = items.flatMap((item, i) => this.problems.text(item, `${key}[${i}]`, '"…"') ?? [])
    if (this.problems.some && names.length !== items.length) return names
    if (tree.kind === 'list' && (names.length === 0 || names.includes(''))) this.problems.add(tree.line, key, calendarTexts.someNames())
    else if (distinct && (new Set(names).size !== names.length || (count !== null && names.length !== count))) this.problems.add(tree.line, key, calendarTexts.names(count ?? new Set(names).size))
    return names
  }

  cycles(fields: Fields, of: readonly string[]): Cycle[] {
    const tree = fields.get('cycles')?.node
    const items = tree === undefined ? [] : this.problems.items(tree, 'cycles', 20, '[{name: week, of: day, names: [one, two]}]')
    return items.map((item, i) => this.cycle(item, `cycles[${i}]`, of))
  }

  private cycle(tree: YamlTree, key: string, of: readonly string[]): Cycle {
    const fields = this.problems.fields(tree, key, ['name', 'of', 'names', 'at0'])
    const name = this.tokenName(fields, tree, key)
    const unitTree = this.problems.need(fields, 'of', tree, key, 'of: day')
    const unit = unitTree === null ? '' : (this.problems.text(unitTree, inside(key, 'of'), 'day') ?? '')
    if (unitTree !== null && unit !== '' && !of.includes(unit)) this.problems.add(unitTree.line, inside(key, 'of'), calendarTexts.of(of))
    const namesTree = this.problems.need(fields, 'names', tree, key, 'names: [one, two]')
    const names = namesTree === null ? [] : this.names(namesTree, inside(key, 'names'), false, null)
    const at0 = this.whole(fields, 'at0', key, 0, 100_000, 0)
    if (names.length > 0 && at0 >= names.length) this.problems.add(fields.get('at0')?.line ?? tree.line, inside(key, 'at0'), calendarTexts.at0(names.length))
    return { name, of: unit, names, at0 }
  }

  /** [year, month, day] of whole numbers. */
  triple(tree: YamlTree, key: string): { year: bigint; month: number; day: bigint } | null {
    const numbers = tree.kind === 'list' ? tree.items.map((item) => (item.kind === 'value' && typeof item.value === 'number' && Number.isSafeInteger(item.value) && Math.abs(item.value) <= 1e12 ? item.value : null)) : []
    const [year, month, day] = numbers
    if (numbers.length === 3 && typeof year === 'number' && typeof month === 'number' && typeof day === 'number') return { year: BigInt(year), month, day: BigInt(day) }
    this.problems.add(tree.line, key, calendarTexts.triple())
    return null
  }
}

