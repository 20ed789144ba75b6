import { canonicalJson } from '../canonical'
import type { Nested } from './objects'
import { at, schemaOf, verdictOf, type Change, type Report, type Schema } from './types'

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as unknown[]).map(schemaOf) : [])

/** anyOf and oneOf, branch by branch: each old one must live on in the branch of its place, or in another that takes all it took. */
export function diffBranches(before: Schema, after: Schema, pointer: string, changesOf: (from: Schema, to: Schema, pointer: string) => Change[], report: Report): void {
  for (const key of ['anyOf', 'oneOf']) {
    const [from, to] = [list(before[key]), list(after[key])]
    if (before[key] === undefined && after[key] === undefined) continue
    const place = at(pointer, key)
    if (from.length === 0 || to.length === 0) {
      const freed = to.length === 0
      report({ pointer: place, case: 'rule', verdict: freed ? 'compatible' : 'breaking', why: freed ? `${key} is no longer asked for` : `${key} is new: values may have to fit it that did not` })
      continue
    }
    matchBranches(from, to, place, changesOf, report)
    if (key === 'oneOf' && to.length > from.length) report({ pointer: place, case: 'rule', verdict: 'breaking', why: 'a new branch of oneOf may match what another matched alone' })
    else if (to.length > from.length) report({ pointer: place, case: 'rule', verdict: 'compatible', why: `${to.length - from.length} more branch(es)` })
  }
}

function matchBranches(from: readonly Schema[], to: readonly Schema[], place: string, changesOf: (from: Schema, to: Schema, pointer: string) => Change[], report: Report): void {
  from.forEach((branch, index) => {
    const own = to[index] === undefined ? null : changesOf(branch, to[index], at(place, index))
    if (own !== null && (verdictOf(own) === 'compatible' || from.length === to.length)) return own.forEach(report)
    const other = to.map((one, at_) => changesOf(branch, one, at(place, at_))).find((changes) => verdictOf(changes) === 'compatible')
    if (other) other.forEach(report)
    else report({ pointer: at(place, index), case: 'rule', verdict: 'breaking', why: 'nothing takes all that this branch took' })
  })
}

/** Array items, and the keywords that cannot be decided: they are the same, or the change is breaking. */
export function diffRest(before: Schema, after: Schema, pointer: string, nested: Nested, report: Report): void {
  if (before['items'] !== undefined || after['items'] !== undefined) nested(schemaOf(before['items']), schemaOf(after['items']), at(pointer, 'items'))
  for (const key of ['allOf', 'not', 'if', 'then', 'else', 'prefixItems', 'contains', 'propertyNames', 'patternProperties', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems']) {
    if (canonicalJson(before[key] ?? null) === canonicalJson(after[key] ?? null)) continue
    const gone = after[key] === undefined && key !== 'if' && key !== 'then' && key !== 'else'
    report({ pointer: at(pointer, key), case: 'rule', verdict: gone ? 'compatible' : 'breaking', why: gone ? `${key} is no longer asked for` : `${key} changed, and whether all that was valid still is cannot be decided` })
  }
}
