import { createRequire } from 'node:module'
import type { Ajv2020 as AjvClass } from 'ajv/dist/2020'
import { problemsOf } from '../scripts/input-check'
import { safePattern } from '../scripts/patterns'
import { canonicalJson } from '../tools/canonical'
import { isSchema, type JsonSchema } from '../tools/json-schema'
import type { ExternalInput } from '../tools/types'

const mostBytes = 65_536
const deepest = 32
const combinators: readonly string[] = ['oneOf', 'anyOf', 'allOf']
/** Words that name a schema, or whose meaning hangs on such a name: a server's schema stands alone. */
const dropped: ReadonlySet<string> = new Set(['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', 'format'])
/** Their values are names with schemas: no level of their own. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const load = createRequire(import.meta.url)

/** What a model sees of a server's schema and how its arguments are checked, or why the tool is left out (07 §8). */
export type ReadSchema = { readonly input: ExternalInput; readonly why: null } | { readonly input: null; readonly why: string }

export function readSchema(given: unknown, contentHash: string): ReadSchema {
  if (given === null || given === undefined) return { input: inputOf({ type: 'object' }, contentHash), why: null }
  if (!isSchema(given)) return { input: null, why: 'its schema is no object' }
  if (Buffer.byteLength(canonicalJson(given)) > mostBytes) return { input: null, why: 'its schema is larger than 64 KB' }
  const problem = problemIn(given, 0)
  if (problem !== null) return { input: null, why: problem }
  // A combinator beside the root makes some providers refuse the whole request; the server checks what it says.
  const root = Object.fromEntries(Object.entries(given).filter(([key]) => !combinators.includes(key) && key !== '$schema'))
  return { input: inputOf({ ...root, type: 'object' }, contentHash), why: null }
}

function problemIn(node: unknown, depth: number): string | null {
  if (depth > deepest) return `its schema is nested deeper than ${deepest}`
  if (Array.isArray(node)) return node.reduce<string | null>((found, one) => found ?? problemIn(one, depth + 1), null)
  if (!isSchema(node)) return null
  for (const [key, value] of Object.entries(node)) {
    if ((key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') && typeof value === 'string' && (key !== '$ref' || !value.startsWith('#'))) return `its schema refers to "${value.slice(0, 80)}", outside of itself`
    const found = problemIn(value, maps.has(key) ? depth : depth + 1)
    if (found !== null) return found
  }
  return null
}

type Validate = ReturnType<InstanceType<typeof AjvClass>['compile']>

/** The check is made at the first call; a schema that cannot be compiled checks nothing: the server does. */
function inputOf(schema: JsonSchema, contentHash: string): ExternalInput {
  let made: Validate | null | undefined
  return {
    schema, contentHash,
    check(raw) {
      if (!isSchema(raw)) return { problems: [{ pointer: '', message: 'expected an object of arguments.' }] }
      made = made === undefined ? compiled(schema) : made
      if (made === null || made(raw)) return { value: raw }
      return { problems: problemsOf(made.errors ?? [], raw, schema) }
    },
  }
}

function compiled(schema: JsonSchema): Validate | null {
  const { Ajv2020 } = load('ajv/dist/2020') as { Ajv2020: typeof AjvClass }
  const regExp = Object.assign((source: string) => safePattern(source) ?? /^/, { code: 'new RegExp' })
  try {
    return new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false, validateSchema: false, code: { regExp } }).compile(checkable(schema) as JsonSchema)
  } catch {
    return null
  }
}

/** Without what names it, and without patterns that only a backtracking engine could run. */
function checkable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(checkable)
  if (!isSchema(node)) return node
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (dropped.has(key) && typeof value === 'string') return []
    if (key === 'pattern' && typeof value === 'string' && safePattern(value) === null) return []
    if (key === 'patternProperties' && isSchema(value) && Object.keys(value).some((source) => safePattern(source) === null)) return []
    return [[key, ['enum', 'const', 'default', 'examples'].includes(key) ? value : checkable(value)]]
  }))
}
