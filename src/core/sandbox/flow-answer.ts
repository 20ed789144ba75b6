import { fail } from '@shared/fault'
import { z } from 'zod'
import type { SandboxAnswer } from './child'
import { depthOf, maxDepth } from './answer'
import type { FlowDescription, FlowEnd, FlowTurn } from './types'

const Failed = z.tuple([z.literal('failed'), z.string(), z.string(), z.int().nullable()])
const Described = z.tuple([z.literal('described'), z.looseObject({ run: z.string() }).nullable()])
const Item = z.tuple([z.int().min(0), z.string().max(200), z.int().min(1), z.string().max(40), z.json()])
const Turn = z.tuple([z.literal('turn'), z.array(Item), z.union([z.null(), z.tuple([z.literal('done'), z.json()]), Failed])])

/** Reads what the process of a workflow answered; whatever is not exactly ours is a failure of the script. */
function parsed<T>(schema: z.ZodType<T>, { outcome }: SandboxAnswer): T | z.infer<typeof Failed> {
  if ('node' in outcome) return ['failed', 'SCRIPT_ERROR', 'The sandbox answered something else.', null]
  if ('code' in outcome) return ['failed', outcome.code, outcome.message, null]
  if (depthOf(outcome.text) > maxDepth + 3) return ['failed', 'RESULT_NOT_JSON', `Data is nested more than ${maxDepth} deep.`, null]
  const read = z.union([schema, Failed]).safeParse(jsonOf(outcome.text))
  return read.success ? read.data : ['failed', 'RESULT_NOT_JSON', 'The workflow gave back no plain data.', null]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function readDescription(answer: SandboxAnswer): FlowDescription | null {
  const read = parsed(Described, answer)
  return read[0] === 'failed' ? failScript(read[1], read[2], read[3]) : read[1]
}

/** A fault of a script, with its line where it is known. */
export const failScript = (code: string, message: string, line: number | null): never => fail(code, line === null ? message : `line ${line}: ${message}`, { data: { line } })

export function readTurn(answer: SandboxAnswer): FlowTurn {
  const read = parsed(Turn, answer)
  if (read[0] === 'failed') return { items: [], end: endOf(read) }
  const [, items, end] = read
  return { items: items.map(([call, branch, seq, kind, args]) => ({ call, branch, seq, kind, args })), end: end === null ? null : end[0] === 'done' ? { ok: true, value: end[1] } : endOf(end) }
}

const endOf = ([, code, message, line]: z.infer<typeof Failed>): FlowEnd => ({ ok: false, code, message, line })
