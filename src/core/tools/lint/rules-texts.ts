import { isSchema } from '../json-schema'
import type { Found, LintTarget } from './types'
import { facets, objectLevels, parametersOf, textOf, type Parameter } from './schema-walk'

const sentenceEnd = /[.!?。！？](?=\s|$|[^\w.])/gu

/** P5: what a model reads is described, closed, bounded, and says what the schema says. */
export function textRules(tool: LintTarget): Found[] {
  return [...root(tool), ...coreText(tool.description), ...levels(tool), ...parametersOf(tool.inputSchema).flatMap((one) => [...described(one), ...valuesInText(one), ...numbersInText(one), ...loose(one)])]
}

function root({ inputSchema: schema }: LintTarget): Found[] {
  const union = ['oneOf', 'anyOf', 'allOf'].find((key) => key in schema)
  if (schema['type'] === 'object' && union === undefined) return []
  return [{ rule: 'P5-7', level: 'error', pointer: '', actual: union === undefined ? `root type ${JSON.stringify(schema['type'] ?? null)}` : `${union} at the root`, expected: 'a plain object', fix: 'move the cross-field rule into code that reports like the schema' }]
}

/** Sentences and characters of the part before the first blank line. */
export function coreText(description: string): Found[] {
  const [core = ''] = description.trim().split(/\n\s*\n/)
  const sentences = core.replace(/`[^`]*`/g, 'code').match(sentenceEnd)?.length ?? 0
  const characters = [...core].length
  if (core !== '' && sentences <= 2 && characters <= 300) return []
  return [{ rule: 'P5-6', level: 'error', pointer: '', actual: core === '' ? 'no description' : `${sentences} sentences, ${characters} characters before the first blank line`, expected: '1-2 sentences, at most 300 characters', fix: 'say what it does and when to use it; move the rest below a blank line' }]
}

function levels(tool: LintTarget): Found[] {
  return objectLevels(tool.inputSchema).flatMap(({ pointer, node }): Found[] => {
    const keys = isSchema(node['properties']) ? Object.keys(node['properties']) : []
    const rest: unknown = node['additionalProperties']
    const isMap = keys.length === 0 && isSchema(rest) && Object.keys(rest).length > 0
    if (isMap) return []
    const found: Found[] = []
    if (rest !== false && !(isSchema(rest) && Object.keys(rest).length > 0)) found.push({ rule: 'P5-3', level: 'error', pointer, actual: 'an open object', expected: 'additionalProperties false', fix: 'close it' })
    if (!Array.isArray(node['required'])) return [...found, { rule: 'P5-3', level: 'error', pointer, actual: 'no `required`', expected: 'a list, empty if need be', fix: 'add it' }]
    const unknown = (node['required'] as unknown[]).filter((key) => !keys.includes(String(key)))
    if (unknown.length > 0) found.push({ rule: 'P5-3', level: 'error', pointer, actual: `required names ${unknown.join(', ')}`, expected: 'keys of properties', fix: 'describe the key, or take it out of required' })
    return found
  })
}

function described(one: Parameter): Found[] {
  const text = textOf(one.node).trim()
  const repeats = text.toLowerCase().replace(/[\W_]/g, '') === one.key.toLowerCase().replace(/[\W_]/g, '')
  if ([...text].length >= 10 && !repeats) return []
  return [{ rule: 'P5-1', level: 'error', pointer: one.pointer, actual: text === '' ? 'no description' : JSON.stringify(text), expected: 'at least 10 characters that say more than the name', fix: 'describe what it is, with an example where it helps' }]
}

const listed = /\b(?:one of|either|must be)\s*:?\s*[`"'“]?([\w-]+)[`"'”]?(?:\s*(?:,|\||\/|\bor\b)\s*[`"'“]?([\w-]+)[`"'”]?)+/i
function valuesInText(one: Parameter): Found[] {
  const text = textOf(one.node)
  const match = listed.exec(text) ?? /(?:^|\s)[`"]?\w+[`"]?(?:\|[`"]?\w+[`"]?)+/.exec(text)
  const fixed = facets(one.node).some((node) => Array.isArray(node['enum']) || Object.hasOwn(node, 'const'))
  if (!match || fixed || !facets(one.node).some((node) => node['type'] === 'string')) return []
  return [{ rule: 'P5-2', level: 'error', pointer: one.pointer, actual: `fixed values in the text (${match[0].trim().slice(0, 60)}) and no enum`, expected: 'an enum', fix: 'list the values in the schema' }]
}

const upper = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'minLength', 'minItems', 'minProperties']
const said = [
  { words: /(?:\bat most|\bup to|\bno more than|\bmaximum(?: of)?|\bmax\.?|≤|至多|最多)\s*(-?[\d,]+(?:\.\d+)?)/gi, keys: upper },
  { words: /(?:\bat least|\bno fewer than|\bminimum(?: of)?|\bmin\.?|≥|至少)\s*(-?[\d,]+(?:\.\d+)?)/gi, keys: lower },
  { words: /\bdefault(?:s to| is)?:?\s+(-?[\d,]+(?:\.\d+)?)/gi, keys: ['default'] },
]

/** A number that the text gives as bound or default and the schema gives otherwise. */
function numbersInText(one: Parameter): Found[] {
  const nodes = facets(one.node).flatMap((node) => [node, ...(isSchema(node['items']) ? [node['items']] : [])])
  return said.flatMap(({ words, keys }) => [...textOf(one.node).matchAll(words)].flatMap((match): Found[] => {
    const value = Number(match[1]?.replaceAll(',', ''))
    const bounds = nodes.flatMap((node) => keys.map((key) => node[key])).filter((bound): bound is number => typeof bound === 'number')
    if (bounds.length === 0 || bounds.includes(value)) return []
    return [{ rule: 'P5-4', level: 'error', pointer: one.pointer, actual: `"${match[0].trim()}" in the text`, expected: `${bounds.join(' or ')} as in the schema`, fix: 'make text and schema say one number' }]
  }))
}

function loose(one: Parameter): Found[] {
  const nodes = facets(one.node)
  const found: Found[] = []
  if (/(?:^|_|[a-z])(?:id|ids|date|path)$/i.test(one.key) && /(?:^id$|[a-z]Id$|_id$|date$|path$)/i.test(one.key)) {
    const free = nodes.some((node) => node['type'] === 'string' && node['pattern'] === undefined && node['format'] === undefined && !Array.isArray(node['enum']))
    if (free) found.push({ rule: 'P5-5', level: 'warn', pointer: one.pointer, actual: 'an id, date or path as any text', expected: 'a pattern or format', fix: 'add the pattern of what is accepted' })
  }
  for (const node of nodes) {
    if (node['type'] !== 'array' || (isSchema(node['items']) && typeof node['maxItems'] === 'number')) continue
    found.push({ rule: 'P5-5', level: 'warn', pointer: one.pointer, actual: isSchema(node['items']) ? 'a list without maxItems' : 'a list without items', expected: 'items and maxItems', fix: 'say what and how many' })
  }
  return found
}
