import { isSchema, type JsonSchema } from './json-schema'

/** A parameter, the object it belongs to and its key; null when the path leads nowhere. */
export function parameterAt(schema: JsonSchema, path: string): { owner: JsonSchema; key: string; node: JsonSchema } | null {
  let owner = schema
  const steps = path.split('/')
  const key = steps.pop() ?? ''
  for (const step of steps) {
    const next = step === '*' ? owner['items'] : isSchema(owner['properties']) ? owner['properties'][step] : undefined
    if (!isSchema(next)) return null
    owner = next
  }
  const properties = owner['properties']
  const node = isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  return isSchema(node) ? { owner, key, node } : null
}
