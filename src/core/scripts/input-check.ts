import { createRequire } from 'node:module'
import type { Ajv2020 as AjvClass, ErrorObject } from 'ajv/dist/2020'
import { fail, whyOf } from '@shared/fault'
import { toPointer, unknownKey, valueAt } from '../tools/arguments'
import { describeExpected, showActual } from '../tools/expected'
import { isSchema, schemaAt, type JsonSchema } from '../tools/json-schema'
import { UnreadableSchema, withoutRefs } from '../tools/schema-diff/resolve-refs'
import type { Problem } from '../tools/types'
import { safePattern } from './patterns'
import { isProjectPath, projectPathWords } from './project-path'
import type { Checked, InputCheck } from './types'

/** Loaded with the first schema that is compiled: most commands need none (10: start-up under 0.4 s). */
const load = createRequire(import.meta.url)
const strange = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$vocabulary']

const refuse = (message: string, pointer = ''): never => fail('TOOL_FIELD', message, { pointer: `/inputSchema${pointer}` })

/** Compiles a tool's own schema once: now, or (`now` false) when it is first used. TOOL_FIELD with the pointer of what cannot be used. */
export function compileInput(given: unknown, now = true): InputCheck {
  if (!isSchema(given)) return refuse('inputSchema must be a JSON Schema object.')
  if (given['type'] !== 'object' || ['oneOf', 'anyOf', 'allOf'].some((key) => key in given)) refuse('the root must be type object, with no oneOf, anyOf or allOf beside it.')
  const schema = resolved(given)
  checkNodes(schema, '')
  const paths: string[] = []
  let made: Validate | null = now ? validator(schema, paths) : null
  return {
    schema,
    check(raw): Checked {
      paths.length = 0
      const value: unknown = structuredClone(raw)
      const validate = (made ??= validator(schema, paths))
      if (validate(value)) return { value: value as Record<string, unknown>, paths: [...new Set(paths)] }
      return { problems: problemsOf(validate.errors ?? [], raw, schema) }
    },
  }
}

function resolved(given: JsonSchema): JsonSchema {
  try {
    const schema = withoutRefs(given)
    return isSchema(schema) ? schema : refuse('the schema is no object.')
  } catch (error) {
    if (error instanceof UnreadableSchema) return refuse(error.message)
    throw error
  }
}

/** What a schema may not hold, at any depth: names of other documents, patterns that could hold core up. */
function checkNodes(node: unknown, pointer: string): void {
  if (Array.isArray(node)) return node.forEach((one: unknown, index) => checkNodes(one, `${pointer}/${index}`))
  if (!isSchema(node)) return
  for (const [key, value] of Object.entries(node)) {
    const here = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (strange.includes(key) && typeof value === 'string') refuse(`${key} is not taken here; write the schema in one piece.`, here)
    if (key === 'pattern' && typeof value === 'string' && safePattern(value) === null) refuse(`the pattern ${showActual(value)} is wrong or may take too long; write one without nested repetition, look-around and back references.`, here)
    if (key === 'patternProperties' && isSchema(value)) for (const source of Object.keys(value)) if (safePattern(source) === null) refuse(`the pattern ${showActual(source)} is wrong or may take too long.`, here)
    if (key !== 'enum' && key !== 'const' && key !== 'default' && key !== 'examples') checkNodes(value, here)
  }
}

type Validate = ReturnType<InstanceType<typeof AjvClass>['compile']>

function validator(schema: JsonSchema, paths: string[]): Validate {
  const { Ajv2020 } = load('ajv/dist/2020') as { Ajv2020: typeof AjvClass }
  const regExp = Object.assign((source: string) => safePattern(source) ?? refuse(`the pattern ${showActual(source)} cannot be used.`), { code: 'new RegExp' })
  const note = (text: string): boolean => { paths.push(text); return isProjectPath(text) }
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, ownProperties: true, logger: false, code: { regExp }, formats: { 'project-path': note } })
  try {
    return ajv.compile(schema)
  } catch (error) {
    return refuse(`the schema cannot be used: ${whyOf(error).slice(0, 300)}.`)
  }
}

/** The validator's errors in the words of 08 §4, one per place. */
export function problemsOf(errors: readonly ErrorObject[], raw: unknown, schema: JsonSchema): Problem[] {
  const found = new Map<string, Problem>()
  // Of a union's errors the one about the union itself says all that is expected.
  for (const error of errors.filter((one) => !/\/(?:anyOf|oneOf)\/\d+\//.test(one.schemaPath))) {
    const problem = problemOf(error, raw, schema)
    if (!found.has(problem.pointer)) found.set(problem.pointer, problem)
  }
  return [...found.values()]
}

function problemOf(error: ErrorObject, raw: unknown, schema: JsonSchema): Problem {
  const at = error.instancePath.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const params = error.params as Readonly<Record<string, unknown>>
  const extra = params['additionalProperty'] ?? params['unevaluatedProperty']
  if (typeof extra === 'string') return unknownKey([...indexed(at, raw), extra], schema)
  const missing = params['missingProperty']
  const path = indexed(typeof missing === 'string' ? [...at, missing] : at, raw)
  const node = schemaAt(schema, path)
  const sent = valueAt(raw, path)
  const expected = params['format'] === 'project-path' ? projectPathWords : node === null ? (error.message ?? 'another value').replace(/^must (?:be )?/, '') : describeExpected(node, schema)
  return { pointer: toPointer(path), message: sent.found || path.length === 0 ? `actual ${showActual(path.length === 0 ? raw : sent.value)}; expected ${expected}.` : `missing; expected ${expected}.` }
}

/** Steps into lists as numbers, as the schema walk wants them. */
function indexed(parts: readonly string[], raw: unknown): PropertyKey[] {
  let at: unknown = raw
  return parts.map((part) => {
    const key = Array.isArray(at) ? Number(part) : part
    at = at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined
    return key
  })
}
