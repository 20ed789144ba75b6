import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

/** zod → JSON Schema 2020-12 as models see it: what a caller may send, defaults shown, no noise (08 §1). */
export function toModelSchema(input: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(input, { target: 'draft-2020-12', io: 'input' }) as JsonSchema
  const { $schema: _dialect, ...rest } = schema
  return tidy(rest) as JsonSchema
}

/** Drops the safe-integer bounds and the key pattern of maps that zod adds: they cost tokens and tell a model nothing. Every object level has its `required` (08 §1). */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key, value]) => !isNoise(key, value))
  const tidied = Object.fromEntries(kept.map(([key, value]) => [key, tidy(value)]))
  return isSchema(tidied['properties']) && tidied['type'] === 'object' && !Array.isArray(tidied['required']) ? { ...tidied, required: [] } : tidied
}

function isNoise(key: string, value: unknown): boolean {
  if ((key === 'maximum' || key === 'minimum') && typeof value === 'number') return Math.abs(value) === Number.MAX_SAFE_INTEGER
  return key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}'
}

/** The node a path of keys and indexes leads to; through unions the first branch that has the key. */
export function schemaAt(root: JsonSchema, path: readonly PropertyKey[]): JsonSchema | null {
  let nodes = [root]
  for (const key of path) {
    nodes = nodes.flatMap((node) => branches(node, root)).flatMap((node) => child(node, key))
    if (nodes.length === 0) return null
  }
  return nodes[0] ?? null
}

/** A node and, when it is a union or a reference, what it stands for. */
export function branches(node: JsonSchema, root: JsonSchema): JsonSchema[] {
  const ref = node['$ref']
  if (typeof ref === 'string' && ref.startsWith('#/')) {
    const found = ref.slice(2).split('/').reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), root)
    return isSchema(found) ? branches(found, root) : []
  }
  const union = node['anyOf'] ?? node['oneOf']
  return Array.isArray(union) ? union.filter(isSchema).flatMap((branch) => branches(branch, root)) : [node]
}

function child(node: JsonSchema, key: PropertyKey): JsonSchema[] {
  const properties = node['properties']
  const own = isSchema(properties) && typeof key === 'string' && Object.hasOwn(properties, key) ? properties[key] : undefined
  const next = typeof key === 'number' ? node['items'] : (own ?? node['additionalProperties'])
  return isSchema(next) ? [next] : []
}

export function isSchema(value: unknown): value is JsonSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
