import { fail } from '@shared/fault'
import type { Calendar } from '../types'
import { maxInstant, minInstant } from './integers'
import { matches } from './match'
import { printForm } from './pattern'
import { tokensOf, type Form, type Value } from './tokens'

export interface Reading { readonly form: number; readonly values: ReadonlyMap<string, Value> }

/** How a calendar divides time: an instant as the values of its tokens, and back. */
export interface Reckoning {
  readonly forms: readonly Form[]
  /** Null: the calendar has no words for that instant. */
  read(instant: bigint): Reading | null
  /** The earliest instant of that form which shows these values; null when there is none. What `read` then says decides. */
  instantOf(form: number, values: ReadonlyMap<string, Value>): bigint | null
}

/** What a calendar file says: how it divides time, its format, instants whose texts make good examples, and instants to try it on. */
export interface CalendarBody { readonly reckoning: Reckoning; readonly format: string; readonly examples: readonly bigint[]; readonly near: readonly bigint[] }

const restText = / \+([0-9]{1,19})s$/
const maxLength = 300

/** A calendar that prints by its forms and reads what it prints: parse(format(t)) = t (03 §3). */
export function textCalendar(kind: Calendar['kind'], hash: string, { reckoning, format: written, examples }: CalendarBody): Calendar {
  const print = (instant: bigint): string | null => printed(reckoning, instant)
  const format = (instant: bigint): string =>
    print(instant) ?? fail('INSTANT_RANGE', `The instant ${instant} lies outside what this calendar can write.`, { actual: String(instant), expected: rangeOf(instant), fix: 'Choose another time, or let the first era of the calendar reach back (leave out its from).' })
  const [first = '', second = first] = examples.map(print).filter((text) => text !== null)
  const sample = { format: written, examples: [first, second] as const }
  return { kind, hash, format, sample, parse: (text) => parsed(reckoning, text, sample) }
}

const inRange = (instant: bigint): boolean => instant >= minInstant && instant <= maxInstant
const rangeOf = (instant: bigint): string => (inRange(instant) ? 'an instant within the eras' : `${minInstant} to ${maxInstant}`)

function printed(reckoning: Reckoning, instant: bigint): string | null {
  const reading = inRange(instant) ? reckoning.read(instant) : null
  const form = reading === null ? undefined : reckoning.forms[reading.form]
  if (reading === null || form === undefined) return null
  const shown = new Map([...reading.values].filter(([name]) => form.tokens.has(name)))
  const rest = instant - (reckoning.instantOf(reading.form, shown) ?? instant)
  return `${printForm(form.pieces, reading.values)}${rest === 0n ? '' : ` +${rest}s`}`
}

function parsed(reckoning: Reckoning, text: string, sample: Calendar['sample']): bigint {
  const refuse = (why: string): never =>
    fail('TIME_INVALID', `"${text.slice(0, 100)}" ${why}. Times are written as ${sample.format}, e.g. "${sample.examples[0]}" or "${sample.examples[1]}".`, {
      actual: text.slice(0, 100), expected: sample.format, fix: `Write it like "${sample.examples[0]}" or "${sample.examples[1]}".`, data: { format: sample.format, examples: sample.examples },
    })
  if (/^-?[0-9]+$/.test(text)) return refuse('is a bare number, not a time of this calendar')
  if (text.length > maxLength || text.trim() !== text) return refuse('is not a time of this calendar')
  const { found, shaped } = instantsOf(reckoning, text)
  const within = found.filter(inRange)
  const exact = within.length > 1 ? within.filter((instant) => printed(reckoning, instant) === text) : within
  const [only, ...others] = exact.length === 0 ? within : exact
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined) return refuse('can be read in more than one way')
  if (found.length > 0) return fail('INSTANT_RANGE', `"${text}" lies outside the instants a world can hold.`, { actual: String(found[0]), expected: `${minInstant} to ${maxInstant}`, fix: 'Choose a time nearer to zero.' })
  return refuse(shaped ? 'is no date of this calendar' : 'is not a time of this calendar')
}

/** All instants a text can mean; `shaped`: it looks like a time, whether or not there is such a date. */
function instantsOf(reckoning: Reckoning, text: string): { found: bigint[]; shaped: boolean } {
  const restFound = restText.exec(text)
  const rest = BigInt(restFound?.[1] ?? '0')
  const body = restFound === null ? text : text.slice(0, restFound.index)
  const found = new Set<bigint>()
  let shaped = false
  reckoning.forms.forEach((form, index) => {
    for (const pieces of form.readAs) {
      for (const values of matches(pieces, body)) {
        shaped = true
        const base = reckoning.instantOf(index, values)
        if (base !== null && shows(reckoning, index, base, values) && (rest === 0n || sameText(reckoning, index, base, base + rest))) found.add(base + rest)
      }
    }
  })
  return { found: [...found], shaped }
}

/** Does the instant show these very values, in this form? Refuses impossible dates and days of another era. */
function shows(reckoning: Reckoning, form: number, instant: bigint, values: ReadonlyMap<string, Value>): boolean {
  const reading = reckoning.read(instant)
  return reading !== null && reading.form === form && [...values].every(([name, value]) => reading.values.get(name) === value)
}

/** Do two instants print alike but for what is left over? */
function sameText(reckoning: Reckoning, form: number, a: bigint, b: bigint): boolean {
  const [one, two] = [reckoning.read(a), reckoning.read(b)]
  const pieces = reckoning.forms[form]?.pieces ?? []
  return one?.form === form && two?.form === form && tokensOf(pieces).every(({ name, ignored }) => ignored || one.values.get(name) === two.values.get(name))
}
