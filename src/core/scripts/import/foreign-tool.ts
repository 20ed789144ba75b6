import { isToolName } from '@shared/tool-name'
import { isSchema, type JsonSchema } from '../../tools/json-schema'
import { expands, splitWords } from '../../shell/judge/words'
import { ownFile } from '../command-words'

/** `name`, `description`, `command` (a text for a shell, or a list of words), `inputSchema` or `parameters`, `timeoutSeconds`: a tool of a ~/.nebflow/tools folder as ours. */
export interface Converted { readonly definition: Readonly<Record<string, unknown>>; readonly name: string; readonly notes: readonly string[]; /** Files beside the definition that its command names. */ readonly needs: readonly string[] }
export type Conversion = Converted | { readonly why: string }

const known = new Set(['name', 'description', 'command', 'timeoutSeconds', 'layer', 'scope'])
const meta = /[;&|<>`()\n\r]|\$(?!TOOL_DIR\b|\{TOOL_DIR\})/

/** Turns one definition into ours; what had to change is said in `notes`, what cannot be taken in `why`. `files` lie beside it, as paths below its folder. Pure. */
export function convertForeign(value: unknown, files: readonly string[]): Conversion {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { why: 'the definition is no JSON object' }
  const raw = value as Readonly<Record<string, unknown>>
  const { name, description, timeoutSeconds } = raw
  if (typeof name !== 'string' || name === '') return { why: 'it has no name' }
  if (typeof description !== 'string' || description.trim() === '') return { why: 'it has no description' }
  const command = commandIn(raw['command'])
  if (typeof command !== 'string' && 'why' in command) return command
  const from = raw['inputSchema'] === undefined && raw['parameters'] !== undefined ? 'parameters' : 'inputSchema'
  const given = raw[from]
  if (!isSchema(given)) return { why: given === undefined ? 'it has no inputSchema' : `its ${from} is no JSON object` }
  const renamed = nameOf(name)
  if (renamed === null) return { why: `the name "${name.slice(0, 80)}" cannot become one of ours (3-48 small letters, digits and _, a letter first, not mcp_…)` }
  const schema = closed(given)
  const started = commandOf(command, files)
  const timeout = typeof timeoutSeconds === 'number' ? Math.min(600, Math.max(1, Math.round(timeoutSeconds))) : 120
  const notes = [
    ...(renamed === name ? [] : [`renamed from ${name}`]), ...(from === 'parameters' ? ['its parameters are called inputSchema now'] : []), ...(schema.changed ? ['its schema was closed: keys it does not name are refused'] : []),
    ...started.own.map((file) => `its command named ${file}, which would be looked for in the novel's folder; now it names {tool_dir}/${file}`),
    ...(started.shell ? ['its command is read by a shell: approving it asks for a second consent'] : []),
    ...(timeout === timeoutSeconds || timeoutSeconds === undefined ? [] : [`its time limit is now ${timeout} s`]),
    'what it may do is not known: it counts as writing until you say otherwise in "effects"',
    ...Object.keys(raw).filter((key) => !known.has(key) && key !== from).map((key) => `the field ${key} was left out`),
  ]
  const definition = { name: renamed, version: 1, description, inputSchema: schema.schema, command: started.command, ...(started.shell ? { shell: true } : {}), timeoutSeconds: timeout, effects: ['write'] }
  return { definition, name: renamed, notes, needs: started.needs }
}

/** Its command as it stands: one text, or words. */
function commandIn(value: unknown): string | readonly string[] | { why: string } {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)) return { why: 'it has no command' }
  if (typeof value === 'string') return value
  const words: unknown[] = Array.isArray(value) ? value : []
  const texts = words.filter((word): word is string => typeof word === 'string' && word !== '')
  return texts.length === 0 || texts.length < words.length ? { why: 'its command is neither a text nor a list of words' } : texts
}

function nameOf(name: string): string | null {
  const made = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase().replace(/[\s.-]+/g, '_').replace(/[^a-z0-9_]/g, '')
  return isToolName(made) ? made : null
}

interface Started { readonly command: string | string[]; readonly shell: boolean; /** Files of its own that it named without their folder. */ readonly own: readonly string[]; readonly needs: readonly string[] }

/** Words where the command is a list, or one program with plain words, else the text itself for a shell; its own files are named by their folder. */
function commandOf(command: string | readonly string[], files: readonly string[]): Started {
  const own: string[] = []
  const placed = (word: string): string => {
    const named = ownFile(word, files)
    if (named === null) return word
    own.push(named.file)
    return `${named.before}{tool_dir}/${named.file}`
  }
  const words = typeof command === 'string' ? wordsIn(command) : command
  if (words !== null) {
    const placedWords = words.map((word) => placed(word.replace(/\$\{TOOL_DIR\}|\$TOOL_DIR\b/g, '{tool_dir}')))
    return { command: placedWords, shell: false, own, needs: placedWords.flatMap((word) => word.split('{tool_dir}/')[1] ?? []).filter((path) => path !== '') }
  }
  const text = String(command).replace(/[^\s;&|<>()"'`=]+/g, placed)
  return { command: text, shell: true, own, needs: [...text.matchAll(/(?:\$TOOL_DIR|\$?\{(?:TOOL_DIR|tool_dir)\})\/([\w./-]+)/g)].map((found) => found[1] ?? '') }
}

function wordsIn(command: string): string[] | null {
  const words = meta.test(command) || expands(command.replace(/\$\{TOOL_DIR\}|\{tool_dir\}/g, '$TOOL_DIR')) ? null : splitWords(command)
  return words === null || /^\w+=/.test(words[0] ?? '') ? null : words
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
