import { isToolName } from '@shared/tool-name'
import { isSchema, type JsonSchema } from '../../tools/json-schema'
import { expands, splitWords } from '../../shell/judge/words'

/** `name`, `description`, `command` (a text for a shell), `inputSchema`, `timeoutSeconds`: a tool of a ~/.nebflow/tools folder as ours. */
export interface Converted { readonly definition: Readonly<Record<string, unknown>>; readonly name: string; readonly notes: readonly string[]; /** Files beside the definition that its command names. */ readonly needs: readonly string[] }
export type Conversion = Converted | { readonly why: string }

const known = new Set(['name', 'description', 'command', 'inputSchema', 'timeoutSeconds', 'layer', 'scope'])
const meta = /[;&|<>`()\n\r]|\$(?!TOOL_DIR\b|\{TOOL_DIR\})/

/** Turns one definition into ours; what had to change is said in `notes`, what cannot be taken in `why`. Pure. */
export function convertForeign(value: unknown): Conversion {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { why: 'the definition is no JSON object' }
  const raw = value as Readonly<Record<string, unknown>>
  const { name, description, command, inputSchema, timeoutSeconds } = raw
  if (typeof name !== 'string' || name === '') return { why: 'it has no name' }
  if (typeof description !== 'string' || description.trim() === '') return { why: 'it has no description' }
  if (typeof command !== 'string' || command.trim() === '') return { why: 'it has no command' }
  if (!isSchema(inputSchema)) return { why: 'it has no inputSchema' }
  const renamed = nameOf(name)
  if (renamed === null) return { why: `the name "${name.slice(0, 80)}" cannot become one of ours (3-48 small letters, digits and _, a letter first, not mcp_…)` }
  const schema = closed(inputSchema)
  const started = commandOf(command)
  const timeout = typeof timeoutSeconds === 'number' ? Math.min(600, Math.max(1, Math.round(timeoutSeconds))) : 120
  const notes = [
    ...(renamed === name ? [] : [`renamed from ${name}`]), ...(schema.changed ? ['its schema was closed: keys it does not name are refused'] : []),
    ...(started.shell ? ['its command is read by a shell: approving it asks for a second consent'] : []),
    ...(timeout === timeoutSeconds || timeoutSeconds === undefined ? [] : [`its time limit is now ${timeout} s`]),
    'what it may do is not known: it counts as writing until you say otherwise in "effects"',
    ...Object.keys(raw).filter((key) => !known.has(key)).map((key) => `the field ${key} was left out`),
  ]
  const definition = { name: renamed, version: 1, description, inputSchema: schema.schema, command: started.command, ...(started.shell ? { shell: true } : {}), timeoutSeconds: timeout, effects: ['write'] }
  return { definition, name: renamed, notes, needs: [...command.matchAll(/\$(?:TOOL_DIR|\{TOOL_DIR\})\/([\w./-]+)/g)].map((found) => found[1] ?? '') }
}

function nameOf(name: string): string | null {
  const made = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase().replace(/[\s.-]+/g, '_').replace(/[^a-z0-9_]/g, '')
  return isToolName(made) ? made : null
}

/** Words where the command is one program with plain words, else the text itself for a shell. */
function commandOf(command: string): { command: string | string[]; shell: boolean } {
  const words = meta.test(command) || expands(command.replace(/\$\{TOOL_DIR\}/g, '$TOOL_DIR')) ? null : splitWords(command)
  if (words === null || /^\w+=/.test(words[0] ?? '')) return { command, shell: true }
  return { command: words.map((word) => word.replace(/\$\{TOOL_DIR\}|\$TOOL_DIR\b/g, '{tool_dir}')), shell: false }
}

/** Every object level closed and with `required`, as our lint wants them (08 §9 P5-3). */
function closed(schema: JsonSchema): { schema: JsonSchema; changed: boolean } {
  let changed = false
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (!isSchema(node)) return node
    const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, ['enum', 'const', 'default', 'examples'].includes(key) ? value : walk(value)]))
    if (!isSchema(inner['properties'])) return inner
    if (inner['additionalProperties'] !== undefined && Array.isArray(inner['required'])) return inner
    changed = true
    return { ...inner, additionalProperties: inner['additionalProperties'] ?? false, required: inner['required'] ?? [] }
  }
  const root = walk({ properties: {}, ...schema, type: 'object' })
  return { schema: isSchema(root) ? root : schema, changed }
}
