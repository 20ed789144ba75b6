import type { AnyTool } from './define-tool'
import { isSchema, type JsonSchema } from './json-schema'
import { deprecatedProblems, variantProblems } from './variant-checks'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/
const RISKS: readonly string[] = ['low', 'medium', 'high']
const GATES: readonly string[] = ['none', 'mode', 'risk', 'always']
const SENTENCE_END = /[.!?。！？](?=\s|$|[^\w.])/gu

/** What a definition must be before core starts (08 §1, P3-6 P5-1 P5-3 P5-6 P5-7), one line per mistake. */
export const staticProblems = (tool: AnyTool, schema: JsonSchema): string[] => [...gateProblems(tool), ...textProblems(tool, schema)]

/** What the gate relies on; costs nothing, so it is looked at in every process. */
export function gateProblems(tool: AnyTool): string[] {
  const problems: string[] = []
  const add = (wrong: boolean, text: string): void => { if (wrong) problems.push(`${tool.name}: ${text}`) }
  add(!NAME.test(tool.name), `the name must match ${NAME.source}`)
  add(!RISKS.includes(tool.risk), `unknown risk "${tool.risk}"`)
  add(!GATES.includes(tool.gate), `unknown gate "${tool.gate}"`)
  add(tool.mutates && tool.gate === 'none', 'a mutating tool needs a gate: mode, risk or always')
  add((tool.caps?.modelChars ?? 0) > 50_000, 'caps.modelChars is at most 50,000')
  return problems
}

/** What a model reads: the description and every level of the input schema. */
export function textProblems(tool: AnyTool, schema: JsonSchema): string[] {
  return [...descriptionProblems(tool.description, tool.name), ...schemaProblems(schema, ''), ...variantProblems(tool, schema), ...deprecatedProblems(tool, schema)].map((text) => `${tool.name}: ${text}`)
}

/** The declaration of `world` is its guidance; its own budget is in tokens (03 §6). */
const LONG_GUIDANCE: Readonly<Record<string, number>> = { execute_world: 4_000 }

export function descriptionProblems(description: string, name = ''): string[] {
  const [core = '', ...guidance] = description.trim().split(/\n\s*\n/)
  if (core === '') return ['the description is missing']
  const problems: string[] = []
  const sentences = core.replace(/`[^`]*`/g, 'code').match(SENTENCE_END)?.length ?? 0
  if (sentences > 2) problems.push(`the description's core has ${sentences} sentences; at most 2`)
  if ([...core].length > 300) problems.push(`the description's core has ${[...core].length} characters; at most 300`)
  const rest = [...guidance.join('\n\n')].length
  const most = LONG_GUIDANCE[name] ?? 1_200
  if (rest > most) problems.push(`the guidance has ${rest} characters; at most ${most.toLocaleString('en')}`)
  return problems
}

/** Every object level closed with its keys described; the root an object without a union beside it. */
function schemaProblems(node: JsonSchema, pointer: string): string[] {
  const problems: string[] = []
  if (pointer === '' && (node['type'] !== 'object' || 'oneOf' in node || 'anyOf' in node || 'allOf' in node)) problems.push('the root of the input schema must be a plain object')
  const properties = isSchema(node['properties']) ? node['properties'] : null
  if (properties !== null && takesAnything(node['additionalProperties'])) problems.push(`#${pointer} is open; use z.strictObject`)
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (!isSchema(value)) continue
    problems.push(...parameterProblems(key, value, `${pointer}/${key}`), ...schemaProblems(value, `${pointer}/${key}`))
  }
  for (const [key, value] of Object.entries(inner(node))) problems.push(...schemaProblems(value, `${pointer}/${key}`))
  return problems
}

const takesAnything = (rest: unknown): boolean => rest === undefined || rest === true || (isSchema(rest) && Object.keys(rest).length === 0)

function parameterProblems(key: string, value: JsonSchema, pointer: string): string[] {
  const text = typeof value['description'] === 'string' ? value['description'].trim() : ''
  if ([...text].length < 10) return [`#${pointer} has no description of at least 10 characters`]
  return text.toLowerCase().replace(/\W/g, '') === key.toLowerCase() ? [`#${pointer}'s description repeats its name`] : []
}

function inner(node: JsonSchema): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {}
  if (isSchema(node['items'])) found['items'] = node['items']
  if (isSchema(node['additionalProperties'])) found['*'] = node['additionalProperties']
  for (const union of [node['anyOf'], node['oneOf']]) {
    if (Array.isArray(union)) union.filter(isSchema).forEach((branch, index) => { found[String(index)] = branch })
  }
  return found
}
