import { branches, isSchema, type JsonSchema } from './json-schema'

/** What a parameter takes, in the words of 08 §4: "string of 1-120 characters", "one of draft, active". */
export function describeExpected(node: JsonSchema, root: JsonSchema): string {
  const parts = branches(node, root).map(describeOne)
  return [...new Set(parts)].join(' or ')
}

function describeOne(node: JsonSchema): string {
  if (Array.isArray(node['enum'])) return oneOf(node['enum'])
  if ('const' in node) return JSON.stringify(node['const'])
  const type = node['type']
  if (Array.isArray(type)) return type.map((each) => describeOne({ ...node, type: each })).join(' or ')
  switch (type) {
    case 'string': return describeString(node)
    case 'integer': case 'number': return withRange(String(type), node['minimum'] ?? above(node), node['maximum'])
    case 'array': return describeArray(node)
    case 'object': return describeObject(node)
    case 'boolean': return 'true or false'
    case 'null': return 'null'
    default: return 'a JSON value'
  }
}

const above = (node: JsonSchema): unknown => (typeof node['exclusiveMinimum'] === 'number' ? node['exclusiveMinimum'] : undefined)

/** The first 20 values and the count of the rest (08 P2-3). */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const more = values.length > 20 ? `, and ${values.length - 20} more` : ''
  return `one of ${shown.join(', ')}${more}`
}

function describeString(node: JsonSchema): string {
  const size = withCount('string', node['minLength'], node['maxLength'], 'characters')
  if (typeof node['pattern'] === 'string') return `${size} matching ${node['pattern']}`
  return typeof node['format'] === 'string' ? `${size} (${node['format']})` : size
}

function describeArray(node: JsonSchema): string {
  const items = isSchema(node['items']) ? plural(node['items']) : 'items'
  return withCount('array', node['minItems'], node['maxItems'], items)
}

function plural(items: JsonSchema): string {
  return typeof items['type'] === 'string' ? `${items['type']}s` : 'items'
}

function describeObject(node: JsonSchema): string {
  const keys = isSchema(node['properties']) ? Object.keys(node['properties']) : []
  return keys.length > 0 ? `object with ${keys.slice(0, 20).join(', ')}` : 'object'
}

function withCount(kind: string, low: unknown, high: unknown, unit: string): string {
  if (typeof low === 'number' && typeof high === 'number') return low === high ? `${kind} of ${low} ${unit}` : `${kind} of ${low}-${high} ${unit}`
  if (typeof low === 'number' && low > 0) return `${kind} of at least ${low} ${low === 1 ? unit.replace(/s$/, '') : unit}`
  return typeof high === 'number' ? `${kind} of at most ${high} ${unit}` : kind
}

function withRange(kind: string, low: unknown, high: unknown): string {
  if (typeof low === 'number' && typeof high === 'number') return `${kind} from ${low} to ${high}`
  if (typeof low === 'number') return `${kind} of at least ${low}`
  return typeof high === 'number' ? `${kind} of at most ${high}` : kind
}

/** A value as an error shows it: JSON, cut to 80 characters (08 §4). */
export function showActual(value: unknown): string {
  const text = printed(value)
  const points = Array.from(text.slice(0, 400))
  return points.length > 80 || text.length > 400 ? `${points.slice(0, 79).join('')}…` : text
}

function printed(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  try {
    return JSON.stringify(typeof value === 'string' ? value.slice(0, 400) : value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}
