import { z } from 'zod'
import { fail, isFault } from '@shared/fault'
import { isToolName, toolNamePattern } from '@shared/tool-name'
import { parseArgumentText } from '../tools/json-text'
import { toPointer } from '../tools/arguments'
import { showActual } from '../tools/expected'
import { strayWord } from './command-words'
import { compileInput } from './input-check'
import type { ScriptSpec } from './types'

const Deprecated = z.strictObject({ since: z.int().min(1), until: z.int().min(1), replacement: z.string().nullable(), action: z.enum(['map', 'reject']) })
const NoNul = z.string().min(1).refine((text) => !text.includes('\0'), 'must not hold NUL')

/** `tool.json` (08 §7); the name and the schema are looked at apart. */
const ToolJson = z.strictObject({
  name: z.string(),
  description: z.string().refine((text) => text.trim() !== '', 'must say what the tool does and when to use it'),
  inputSchema: z.unknown().optional(),
  parameters: z.unknown().optional(),
  command: z.union([z.array(NoNul).min(1).max(32), NoNul]),
  shell: z.boolean().optional(),
  version: z.int().min(1).default(1),
  timeoutSeconds: z.int().min(1).max(600).default(120),
  maxOutputChars: z.int().min(1_000).max(50_000).default(30_000),
  effects: z.array(z.enum(['none', 'read', 'write', 'network'])).min(1).max(4).default(['write']),
  result: z.enum(['action', 'content']).optional(),
  roles: z.array(z.enum(['root', 'child', 'helper'])).min(1).default(['root', 'child', 'helper']),
  env: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of the environment')).max(20).default([]),
  aliases: z.array(z.string().refine(isToolName, 'must be a name of a tool')).max(20).default([]),
  deprecatedParams: z.record(z.string(), Deprecated).optional(),
})

const field = (pointer: string, message: string): never => fail('TOOL_FIELD', `${pointer}: ${message}`, { pointer })

/**
 * Reads `tool.json` of the folder `folder`, whose files are `files`; `checkSchema` false leaves compiling its schema to the first call.
 * TOOL_JSON, TOOL_NAME, TOOL_FIELD with the pointer.
 */
export function parseToolJson(text: string | null, folder: string, files: readonly string[], checkSchema = true): ScriptSpec {
  if (text === null) return fail('TOOL_JSON', 'there is no tool.json in the folder.')
  const raw = parsed(text)
  const name: unknown = raw['name']
  if (typeof name !== 'string') return field('/name', 'missing; expected the name of the folder.')
  if (!isToolName(name)) fail('TOOL_NAME', `the name ${showActual(name)} must match ${toolNamePattern.source} and not start with mcp_.`, { pointer: '/name' })
  if (name !== folder) fail('TOOL_NAME', `the name ${showActual(name)} differs from its folder ${showActual(folder)}.`, { pointer: '/name' })
  const found = ToolJson.safeParse(raw)
  if (!found.success) {
    const [issue] = found.error.issues
    const pointer = toPointer(issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []))
    return field(pointer, issue?.code === 'unrecognized_keys' ? 'unknown field.' : `${issue?.message ?? 'wrong'}.`)
  }
  const stray = strayWord(found.data.command, files)
  if (stray !== null) return field(typeof found.data.command === 'string' ? '/command' : `/command/${stray.at}`, stray.why)
  return specOf(found.data, raw, checkSchema)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = parseArgumentText(text.replace(/^\uFEFF/, ''))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    if (!isFault(error)) throw error
    return fail('TOOL_JSON', error.fault.message.replace('the arguments are', 'tool.json is').replace(' Nothing was run.', ''))
  }
  return fail('TOOL_JSON', 'tool.json holds no object.')
}

function specOf(json: z.infer<typeof ToolJson>, raw: Record<string, unknown>, checkSchema: boolean): ScriptSpec {
  const { inputSchema, parameters, shell, result, deprecatedParams, command, effects, ...rest } = json
  if (inputSchema !== undefined && parameters !== undefined) field('/parameters', 'both parameters and inputSchema; keep inputSchema.')
  if (inputSchema === undefined && parameters === undefined) field('/inputSchema', 'missing; expected a JSON Schema object.')
  if (typeof command === 'string' && shell !== true) field('/command', 'a text needs "shell": true; expected a list of words.')
  if (Array.isArray(command) && shell === true) field('/shell', 'a shell reads a command that is one text; expected no shell for a list of words.')
  if (effects.includes('none') && effects.length > 1) field('/effects', 'none stands alone.')
  if (new Set(effects).size !== effects.length) field('/effects', 'an effect is named twice.')
  for (const [key, entry] of Object.entries(deprecatedParams ?? {})) {
    if (entry.action === 'map' && entry.replacement === null) field(`/deprecatedParams/${key}`, 'mapped without a replacement.')
    if (entry.until <= entry.since) field(`/deprecatedParams/${key}/until`, `expected a version after ${entry.since}.`)
  }
  return {
    ...rest, command, effects, raw, input: compileInput(inputSchema ?? parameters, checkSchema),
    result: result ?? (effects.includes('write') ? 'action' : 'content'),
    ...(deprecatedParams === undefined ? {} : { deprecatedParams }),
  }
}
