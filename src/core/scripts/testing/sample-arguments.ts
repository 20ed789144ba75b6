import { isSchema, type JsonSchema } from '../../tools/json-schema'

/** A value that a schema takes, as far as its words say; undefined where none can be made up (a pattern). */
export function sampleOf(node: JsonSchema): unknown {
  if (Object.hasOwn(node, 'default')) return node['default']
  if (Object.hasOwn(node, 'const')) return node['const']
  const values = node['enum']
  if (Array.isArray(values)) return values[0] as unknown
  const branch = node['anyOf'] ?? node['oneOf']
  if (Array.isArray(branch) && isSchema(branch[0])) return sampleOf(branch[0])
  const type: unknown = Array.isArray(node['type']) ? node['type'][0] : node['type']
  switch (type) {
    case 'string': return typeof node['pattern'] === 'string' ? undefined : node['format'] === 'project-path' ? 'manuscript' : 'a'.repeat(Math.max(1, numberAt(node, 'minLength') ?? 1))
    case 'integer': case 'number': return numberAt(node, 'minimum') ?? (numberAt(node, 'exclusiveMinimum') ?? 0) + 1
    case 'boolean': return true
    case 'array': return Array.from({ length: numberAt(node, 'minItems') ?? 0 }, () => (isSchema(node['items']) ? sampleOf(node['items']) : null))
    case 'object': return sampleArguments(node)
    case 'null': default: return null
  }
}

/** What every required key may hold. */
export function sampleArguments(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(requiredOf(schema).map((key) => [key, sampleOf(propertiesOf(schema)[key] ?? {})]))
}

export const numberAt = (node: JsonSchema, key: string): number | undefined => (typeof node[key] === 'number' ? node[key] : undefined)
export const requiredOf = (schema: JsonSchema): string[] => (Array.isArray(schema['required']) ? (schema['required'] as unknown[]).filter((key): key is string => typeof key === 'string') : [])
export const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  isSchema(schema['properties']) ? Object.fromEntries(Object.entries(schema['properties']).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))) : {}
