import type { AnyTool } from './define-tool'
import { isSchema, type JsonSchema } from './json-schema'
import { parameterAt } from './parameter-at'
import type { ParamChange, Variant } from './variant-types'

/** P6-2: a variant only takes away, and says why (08 §3). */
export function variantProblems(tool: Pick<AnyTool, 'variants'>, schema: JsonSchema): string[] {
  return (tool.variants ?? []).flatMap((variant, n) => [...textReason(variant), ...Object.entries(variant.params ?? {}).flatMap(([path, change]) => changeProblems(schema, path, change))].map((text) => `variant ${n + 1}: ${text}`))
}

const textReason = ({ description }: Variant): string[] => (description !== undefined && description.reason.trim() === '' ? ['changes the description without a reason'] : [])

function changeProblems(schema: JsonSchema, path: string, change: ParamChange): string[] {
  const place = parameterAt(schema, path)
  if (place === null) return [`adds the key ${path}`]
  const problems = change.reason.trim() === '' ? [`changes ${path} without a reason`] : []
  if (change.values === undefined) return problems
  const base: readonly unknown[] = Array.isArray(place.node['enum']) ? place.node['enum'] : []
  const added = change.values.filter((value) => !base.includes(value))
  return added.length === 0 ? problems : [...problems, `adds to ${path} the value${added.length === 1 ? '' : 's'} ${added.join(', ')}`]
}

/** P4-5: an old key is gone from the schema, names what to use and when it ends (08 §1). */
export function deprecatedProblems(tool: Pick<AnyTool, 'deprecatedParams'>, schema: JsonSchema): string[] {
  const keys = isSchema(schema['properties']) ? Object.keys(schema['properties']) : []
  return Object.entries(tool.deprecatedParams ?? {}).flatMap(([key, { since, until, replacement, action }]) => {
    const problems: string[] = []
    if (keys.includes(key)) problems.push(`the deprecated key ${key} is still in the schema`)
    if (!Number.isInteger(until) || until <= since) problems.push(`the deprecated key ${key} has no version \`until\` after ${since}`)
    if (replacement === null && action === 'map') problems.push(`the deprecated key ${key} is mapped without a replacement`)
    if (replacement === undefined) problems.push(`the deprecated key ${key} does not say what replaces it`)
    if (typeof replacement === 'string' && !keys.includes(replacement)) problems.push(`the deprecated key ${key} is replaced by ${replacement}, which is not in the schema`)
    return problems
  })
}
