import type { z } from 'zod'
import { fail } from '@shared/fault'
import type { AnyTool } from './define-tool'
import { mapDeprecated } from './deprecated-params'
import { describeExpected, oneOf, showActual } from './expected'
import { branches, isSchema, schemaAt, toModelSchema, type JsonSchema } from './json-schema'
import { parseArgumentText } from './json-text'
import type { Problem } from './types'
import type { VariantCaller } from './variant-types'
import { refuseHidden } from './variants'

type Issue = z.core.$ZodIssue
/** At most so many problems are shown, then their count (08 §4). */
export const MAX_PROBLEMS = 20

/** Stage 0: text is parsed strictly, an object is taken as it is (08 §4). */
export function parseArguments(raw: unknown): unknown {
  if (typeof raw === 'string') return raw.trim() === '' ? {} : parseArgumentText(raw)
  return raw === undefined ? {} : raw
}

/**
 * Stage 2: retired keys, the whole schema with every problem at once, what the caller's role may send, then the cross-field rules;
 * defaults filled in (08 §4). Without a caller the base definition counts.
 */
export function checkArguments(tool: AnyTool, sent: unknown, schema: () => JsonSchema = () => toModelSchema(tool.input), caller?: VariantCaller): Record<string, unknown> {
  const raw = mapDeprecated(tool, sent)
  if (tool.external !== undefined) return checkExternal(tool, tool.external, raw)
  const parsed = tool.input.safeParse(raw)
  const problems = parsed.success ? [...(caller === undefined ? [] : refuseHidden(tool, caller, raw)), ...(tool.check?.(parsed.data) ?? [])] : describeIssues(parsed.error.issues, raw, schema())
  if (problems.length > 0) refuseArguments(tool.name, problems)
  return parsed.data as Record<string, unknown>
}

/** A script tool's own schema, defaults filled in; what it wants beyond the schema is looked at by its `prepare`. */
function checkExternal(tool: AnyTool, external: NonNullable<AnyTool['external']>, raw: unknown): Record<string, unknown> {
  const checked = external.check(raw)
  return 'problems' in checked ? refuseArguments(tool.name, checked.problems) : checked.value
}

export function refuseArguments(tool: string, problems: readonly Problem[]): never {
  const count = `${problems.length} problem${problems.length === 1 ? '' : 's'} in ${tool}.`
  fail('ARGS_INVALID', count, { problems: [...problems], fix: 'Correct these fields and call again.' })
}

/** zod's issues in the words of 08 §4, one line each; `raw` is what was sent. */
export function describeIssues(issues: readonly Issue[], raw: unknown, schema: JsonSchema): Problem[] {
  return issues.flatMap((issue) => describeIssue(issue, raw, schema))
}

function describeIssue(issue: Issue, raw: unknown, schema: JsonSchema): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key], schema))
  if (issue.code === 'invalid_union') {
    const inner = bestBranch(issue)
    if (inner !== null) return describeIssues(inner.map((each) => ({ ...each, path: [...issue.path, ...each.path] })), raw, schema)
  }
  const pointer = toPointer(issue.path)
  const sent = valueAt(raw, issue.path)
  const node = schemaAt(schema, issue.path)
  const expected = issue.code === 'custom' || node === null ? ownWords(issue) : describeExpected(node, schema)
  const message = sent.found ? `actual ${showActual(sent.value)}; expected ${expected}.` : `missing; expected ${expected}.`
  return [{ pointer, message }]
}

function ownWords(issue: Issue): string {
  if (issue.code === 'invalid_value') return oneOf(issue.values)
  return issue.message.replace(/^Invalid input: expected /, '').replace(/\.$/, '')
}

/** The branch a union's value was meant for: one that accepts its outer shape and complains least. Null when none does. */
function bestBranch(issue: Issue & { code: 'invalid_union' }): Issue[] | null {
  const inside = issue.errors.filter((branch) => branch.length > 0 && branch.every((each) => each.path.length > 0 || each.code === 'unrecognized_keys'))
  return inside.sort((a, b) => wrongKinds(a) - wrongKinds(b) || a.length - b.length)[0] ?? null
}

/** Literals such as `kind` that say which branch was meant. */
const wrongKinds = (branch: readonly Issue[]): number => branch.filter((each) => each.code === 'invalid_value' && each.values.length === 1).length

/** An unknown key, with those that are known at its place. */
export function unknownKey(path: readonly PropertyKey[], schema: JsonSchema): Problem {
  const parent = schemaAt(schema, path.slice(0, -1))
  const legal = parent === null ? [] : branches(parent, schema).flatMap((node) => (isSchema(node['properties']) ? Object.keys(node['properties']) : []))
  const list = legal.length > 0 ? `legal keys: ${[...new Set(legal)].join(', ')}` : 'legal keys: none'
  return { pointer: toPointer(path), message: `unknown; ${list}.` }
}

/** A JSON Pointer (RFC 6901); "" is the whole, shown as `/`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '/' : path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The value a path leads to in what was sent. */
export function valueAt(raw: unknown, path: readonly PropertyKey[]): { found: boolean; value?: unknown } {
  let at: unknown = raw
  for (const key of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return { found: false }
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return at === undefined ? { found: false } : { found: true, value: at }
}
