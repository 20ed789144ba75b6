import { z } from 'zod'
import type { SandboxAnswer } from './child'
import type { Printed, SandboxResult } from './types'

const Done = z.tuple([z.literal('done'), z.boolean(), z.json(), z.string(), z.int()])
const Failed = z.tuple([z.literal('failed'), z.string(), z.string(), z.string().nullable(), z.int().nullable(), z.int().nullable(), z.string(), z.int()])
export const maxDepth = 250
export const nothing: Printed = { text: '', more: 0 }

export const failed = (code: string, message: string, ms: number): SandboxResult => ({ ok: false, code, message, pointer: null, ref: null, line: null, printed: nothing, ms })

/** Reads what a sandbox answered. It comes from where a script ran: whatever is not exactly ours is a failure of the script. */
export function readAnswer({ outcome }: SandboxAnswer, ms: number): SandboxResult {
  if ('node' in outcome) return failed('SCRIPT_ERROR', 'The sandbox answered something else.', ms)
  if ('code' in outcome) return failed(outcome.code, outcome.message, ms)
  if (depthOf(outcome.text) > maxDepth) return failed('RESULT_NOT_JSON', `The result is nested more than ${maxDepth} deep.`, ms)
  const read = z.union([Done, Failed]).safeParse(parsed(outcome.text))
  if (!read.success) return failed('RESULT_NOT_JSON', 'The result is not plain data.', ms)
  if (read.data[0] === 'done') {
    const [, given, value, text, more] = read.data
    return { ok: true, value: given ? value : undefined, printed: { text, more }, ms }
  }
  const [, code, message, pointer, ref, line, text, more] = read.data
  return { ok: false, code, message, pointer, ref, line, printed: { text, more }, ms }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Deepest nesting of a JSON text: what reads the value afterwards may recurse. */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (quoted && char === '\\') at += 1
    else if (char === '"') quoted = !quoted
    else if (!quoted && (char === '[' || char === '{')) deepest = Math.max(deepest, (depth += 1))
    else if (!quoted && (char === ']' || char === '}')) depth -= 1
  }
  return deepest
}
