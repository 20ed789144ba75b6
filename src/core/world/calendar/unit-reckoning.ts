import { cycleName, type Cycle } from './cycle'
import { floorDiv, floorMod } from './integers'
import type { Form, Value } from './tokens'
import type { Reading, Reckoning } from './text-calendar'

/** A unit of fixed length; the largest is the year. */
export interface Unit { readonly name: string; readonly seconds: bigint; readonly first: number }

/** Reckons by units of fixed length, large to small without the year (03 §3, simple). Form 0 is before zero, form 1 after. */
export function unitReckoning(year: Unit, units: readonly Unit[], cycles: readonly Cycle[], forms: readonly Form[]): Reckoning {
  const all = [year, ...units]
  const read = (instant: bigint): Reading => {
    const years = floorDiv(instant, year.seconds)
    const values = new Map<string, Value>([['year', years >= 0n ? years + 1n : -years]])
    let rest = floorMod(instant, year.seconds)
    for (const { name, seconds, first } of units) {
      values.set(name, rest / seconds + BigInt(first))
      rest %= seconds
    }
    for (const cycle of cycles) values.set(cycle.name, cycleName(cycle, floorDiv(instant, all.find((unit) => unit.name === cycle.of)?.seconds ?? 1n)))
    return { form: years >= 0n ? 1 : 0, values }
  }
  const instantOf = (form: number, values: ReadonlyMap<string, Value>): bigint | null => {
    const shown = values.get('year')
    if (typeof shown !== 'bigint' || shown < 1n) return null
    let instant = (form === 1 ? shown - 1n : -shown) * year.seconds
    for (const { name, seconds, first } of units) {
      const value = values.get(name)
      if (typeof value === 'bigint') instant += (value - BigInt(first)) * seconds
    }
    return instant
  }
  return { forms, read, instantOf }
}
