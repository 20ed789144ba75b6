import { fail, isFault, type Fault } from '@shared/fault'
import { compileInput } from '../scripts/input-check'
import { isSchema } from '../tools/json-schema'
import type { Profile } from './types'

type Code = 'INITIAL_INVALID' | 'PAYLOAD_INVALID' | 'OUTPUT_INVALID'
const NOUN: Record<Code, string> = { INITIAL_INVALID: 'initial', PAYLOAD_INVALID: 'input', OUTPUT_INVALID: 'data' }
const REAL_OBJECT = 'Pass a real object, do not stringify.'

type Check = ReturnType<typeof compileInput>
const compiled = new WeakMap<object, Check>()

/** One compilation per schema object: a profile keeps its own until its file changes. */
function checkOf(schema: Record<string, unknown>): Check {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made = compileInput(schema, false)
  compiled.set(schema, made)
  return made
}

const requires = (schema: unknown): boolean => isSchema(schema) && Array.isArray(schema['required']) && schema['required'].length > 0

/**
 * Checks an object against a profile's schema (04 §1, §4): every field with pointer, actual and expected. Without a schema only an
 * empty object fits. Gives the object with its defaults.
 */
export function checkContract(schema: unknown, value: unknown, code: Code): Record<string, unknown> {
  const noun = NOUN[code]
  if (value === undefined && !requires(schema)) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(code, `${noun} must be an object.`, { pointer: '/', expected: 'an object', ...(value === undefined ? {} : { actual: JSON.stringify(value) }), fix: REAL_OBJECT, problems: missing(schema, value) })
  }
  if (!isSchema(schema)) {
    const keys = Object.keys(value)
    return keys.length === 0 ? {} : fail(code, `this profile takes no ${noun}.`, { problems: keys.map((key) => ({ pointer: `/${key}`, message: 'unknown; no keys are taken here.' })), fix: 'Leave it out.' })
  }
  const checked = checkOf(schema).check(value)
  if (!('problems' in checked)) return checked.value
  return fail(code, `${checked.problems.length} problem${checked.problems.length === 1 ? '' : 's'} in ${noun}.`, { problems: checked.problems, fix: `Correct these fields and call again. ${REAL_OBJECT}` })
}

/** What an object would have needed, for a caller that sent none. */
function missing(schema: unknown, value: unknown): NonNullable<Fault['problems']> {
  if (value !== undefined || !isSchema(schema)) return []
  const checked = checkOf(schema).check({})
  return 'problems' in checked ? checked.problems : []
}

/** What a session reports: its profile's `output`, or the one an ad hoc agent was created with (04 §1.2). */
export function outputSchemaOf(profile: Pick<Profile, 'key' | 'output'>, initial: string): unknown {
  if (profile.key !== 'adhoc') return profile.output
  const given = (JSON.parse(initial) as Record<string, unknown>)['outputSchema']
  return isSchema(given) ? given : null
}

/** A schema that cannot be used at all, said where it was given. */
export function checkOutputSchema(given: unknown, pointer = '/outputSchema'): void {
  if (given === undefined) return
  try {
    compileInput(given)
  } catch (error) {
    if (!isFault(error)) throw error
    fail('INITIAL_INVALID', `${pointer.slice(1)} cannot be used.`, { problems: [{ pointer, message: error.fault.message }] })
  }
}
