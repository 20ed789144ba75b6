import { at, type Report, type Schema } from './types'

type Side = 'lower' | 'upper'
const plain: readonly (readonly [string, Side])[] = [
  ['minLength', 'lower'], ['maxLength', 'upper'], ['minItems', 'lower'], ['maxItems', 'upper'], ['minProperties', 'lower'], ['maxProperties', 'upper'], ['minContains', 'lower'], ['maxContains', 'upper'],
]

interface Bound { value: number; excluded: boolean }
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The tighter of the inclusive and the exclusive bound; for integers an exclusive one is the next whole number. */
function bound(schema: Schema, side: Side): Bound | null {
  const whole = schema['type'] === 'integer'
  const [inclusive, exclusive] = side === 'lower' ? [number(schema['minimum']), number(schema['exclusiveMinimum'])] : [number(schema['maximum']), number(schema['exclusiveMaximum'])]
  const open: Bound | null = exclusive === null ? null : whole ? { value: side === 'lower' ? Math.floor(exclusive) + 1 : Math.ceil(exclusive) - 1, excluded: false } : { value: exclusive, excluded: true }
  const closed: Bound | null = inclusive === null ? null : { value: whole ? (side === 'lower' ? Math.ceil(inclusive) : Math.floor(inclusive)) : inclusive, excluded: false }
  if (!open || !closed) return open ?? closed
  return tighter(open, closed, side) > 0 ? open : closed
}

/** Above 0: `a` admits less than `b`. */
function tighter(a: Bound, b: Bound, side: Side): number {
  const difference = side === 'lower' ? a.value - b.value : b.value - a.value
  return difference !== 0 ? difference : Number(a.excluded) - Number(b.excluded)
}

const said = (one: Bound | null): string => (one === null ? 'none' : one.excluded ? `${one.value} (excluded)` : String(one.value))

function compare(before: Bound | null, after: Bound | null, side: Side, pointer: string, name: string, report: Report): void {
  const step = before === null ? (after === null ? 0 : 1) : after === null ? -1 : tighter(after, before, side)
  if (step === 0) return
  const why = `${name} ${said(before)} → ${said(after)}`
  report(step > 0 ? { pointer, case: 'bound-narrowed', verdict: 'breaking', why: `${why}: values that were valid are refused` } : { pointer, case: 'bound-widened', verdict: 'compatible', why })
}

/** Numbers, lengths and counts; integers as integers (08 §10). */
export function diffBounds(before: Schema, after: Schema, pointer: string, report: Report): void {
  compare(bound(before, 'lower'), bound(after, 'lower'), 'lower', at(pointer, 'minimum'), 'lowest value', report)
  compare(bound(before, 'upper'), bound(after, 'upper'), 'upper', at(pointer, 'maximum'), 'highest value', report)
  for (const [key, side] of plain) {
    const [from, to] = [number(before[key]), number(after[key])]
    // No lower bound and 0 are the same.
    const asBound = (value: number | null): Bound | null => (value === null || (side === 'lower' && value === 0) ? null : { value, excluded: false })
    compare(asBound(from), asBound(to), side, at(pointer, key), key, report)
  }
  diffMultiple(before, after, pointer, report)
  if (before['uniqueItems'] !== after['uniqueItems'] && (before['uniqueItems'] === true || after['uniqueItems'] === true)) {
    const narrowed = after['uniqueItems'] === true
    report({ pointer: at(pointer, 'uniqueItems'), case: narrowed ? 'bound-narrowed' : 'bound-widened', verdict: narrowed ? 'breaking' : 'compatible', why: narrowed ? 'repeated items are refused now' : 'items may repeat now' })
  }
}

function diffMultiple(before: Schema, after: Schema, pointer: string, report: Report): void {
  const [from, to] = [number(before['multipleOf']), number(after['multipleOf'])]
  if (from === to) return
  const free = to === null || (before['type'] === 'integer' && from === null && to === 1)
  const widened = free || (from !== null && Number.isInteger(from / to))
  report({ pointer: at(pointer, 'multipleOf'), case: widened ? 'bound-widened' : 'bound-narrowed', verdict: widened ? 'compatible' : 'breaking', why: `multipleOf ${from ?? 'none'} → ${to ?? 'none'}` })
}
