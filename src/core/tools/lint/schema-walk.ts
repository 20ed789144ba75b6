import { isSchema, type JsonSchema } from '../json-schema'

export interface Parameter { pointer: string; key: string; node: JsonSchema; required: boolean; depth: number }
export interface Level { pointer: string; node: JsonSchema }

const properties = (node: JsonSchema): [string, JsonSchema][] => (isSchema(node['properties']) ? Object.entries(node['properties']).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])) : [])
const required = (node: JsonSchema): unknown[] => (Array.isArray(node['required']) ? node['required'] : [])

/** The schemas directly inside: items, values of maps, branches of unions. */
function inner(node: JsonSchema): [string, JsonSchema][] {
  const found: [string, unknown][] = [['items', node['items']], ['*', node['additionalProperties']]]
  for (const union of ['anyOf', 'oneOf', 'allOf']) {
    const list: unknown = node[union]
    if (Array.isArray(list)) list.forEach((branch: unknown, index) => found.push([`${union}/${index}`, branch]))
  }
  return found.filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
}

/** Every parameter at any depth, with its JSON Pointer in the arguments. */
export function parametersOf(node: JsonSchema, pointer = '', depth = 0): Parameter[] {
  const own = properties(node).flatMap(([key, value]) => [{ pointer: `${pointer}/${key}`, key, node: value, required: required(node).includes(key), depth }, ...parametersOf(value, `${pointer}/${key}`, depth + 1)])
  return [...own, ...inner(node).flatMap(([step, value]) => parametersOf(value, `${pointer}/${step}`, depth + 1))]
}

/** Every object level: the root, nested objects, items of lists, branches. */
export function objectLevels(node: JsonSchema, pointer = ''): Level[] {
  const here = node['type'] === 'object' || isSchema(node['properties']) ? [{ pointer, node }] : []
  return [...here, ...properties(node).flatMap(([key, value]) => objectLevels(value, `${pointer}/${key}`)), ...inner(node).flatMap(([step, value]) => objectLevels(value, `${pointer}/${step}`))]
}

/** A parameter's node and the branches of its union: where its enum, bounds and items may stand. */
export function facets(node: JsonSchema): JsonSchema[] {
  const unions = [node['anyOf'], node['oneOf']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]).filter(isSchema) : []))
  return [node, ...unions.flatMap(facets)]
}

export const textOf = (node: JsonSchema): string => (typeof node['description'] === 'string' ? node['description'] : '')
