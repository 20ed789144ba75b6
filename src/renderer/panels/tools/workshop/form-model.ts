import { isObject, type JsonObject } from '../json-object'

export type Kind = 'text' | 'path' | 'integer' | 'number' | 'boolean' | 'choice' | 'other'
export const kinds: readonly Kind[] = ['text', 'path', 'integer', 'number', 'boolean', 'choice', 'other']
export interface Param { readonly name: string; readonly kind: Kind; readonly about: string; readonly required: boolean; readonly values: string; /** The schema as it stands; what the form does not know stays in it. */ readonly node: JsonObject }
export interface FormModel { readonly description: string; readonly effects: readonly string[]; readonly timeout: number; readonly params: readonly Param[]; readonly raw: JsonObject }

/** `tool.json` as a form; null where the text is no JSON object. */
export function readForm(text: string): FormModel | null {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(raw)) return null
  const schema = schemaOf(raw)
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const params = Object.entries(properties).map(([name, value]): Param => {
    const node = isObject(value) ? value : {}
    return { name, kind: kindOf(node), about: typeof node['description'] === 'string' ? node['description'] : '', required: required.includes(name), values: Array.isArray(node['enum']) ? node['enum'].map(String).join(', ') : '', node }
  })
  const effects = Array.isArray(raw['effects']) ? raw['effects'].filter((one): one is string => typeof one === 'string') : ['write']
  return { description: typeof raw['description'] === 'string' ? raw['description'] : '', effects, timeout: typeof raw['timeoutSeconds'] === 'number' ? raw['timeoutSeconds'] : 120, params, raw }
}

const schemaKey = (raw: JsonObject): string => (raw['inputSchema'] === undefined && raw['parameters'] !== undefined ? 'parameters' : 'inputSchema')
const schemaOf = (raw: JsonObject): JsonObject => { const found = raw[schemaKey(raw)]; return isObject(found) ? found : {} }

function kindOf(node: JsonObject): Kind {
  if (Array.isArray(node['enum'])) return node['enum'].every((one) => typeof one === 'string') ? 'choice' : 'other'
  switch (node['type']) {
    case 'string': return node['format'] === 'project-path' ? 'path' : node['format'] === undefined ? 'text' : 'other'
    case 'integer': return 'integer'
    case 'number': return 'number'
    case 'boolean': return 'boolean'
    default: return 'other'
  }
}

/** The schema of a parameter of another kind; its description and default stay. */
function nodeOf({ kind, about, values, node }: Param): JsonObject {
  const { type: _type, format: _format, enum: _enum, ...rest } = node
  const said = { ...rest, description: about }
  switch (kind) {
    case 'text': return { type: 'string', ...said }
    case 'path': return { type: 'string', format: 'project-path', ...said }
    case 'integer': return { type: 'integer', ...said }
    case 'number': return { type: 'number', ...said }
    case 'boolean': return { type: 'boolean', ...said }
    case 'choice': return { type: 'string', enum: values.split(/[,，]/).map((one) => one.trim()).filter((one) => one !== ''), ...said }
    case 'other': return { ...node, ...(about === '' ? {} : { description: about }) }
  }
}

/** The form as a text again; fields it does not know stay as they were. */
export function writeForm({ description, effects, timeout, params, raw }: FormModel): string {
  const schema = { ...schemaOf(raw), type: 'object', additionalProperties: schemaOf(raw)['additionalProperties'] ?? false, required: params.filter((one) => one.required).map((one) => one.name), properties: Object.fromEntries(params.map((one) => [one.name, nodeOf(one)])) }
  return `${JSON.stringify({ ...raw, description, [schemaKey(raw)]: schema, effects, timeoutSeconds: timeout }, null, 2)}\n`
}

/** Whether another parameter has this name. */
export const isTaken = (params: readonly Param[], at: number, name: string): boolean => params.some((one, n) => n !== at && one.name === name)

/** A name that no parameter has yet. */
export function freshName(params: readonly Param[]): string {
  for (let n = 1; ; n += 1) if (!params.some((one) => one.name === `value${n}`)) return `value${n}`
}
