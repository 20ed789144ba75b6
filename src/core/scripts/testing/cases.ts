import { z } from 'zod'
import { fail } from '@shared/fault'
import { Role } from '@shared/tool-result'
import { toPointer } from '../../tools/arguments'

const Words = z.union([z.string(), z.array(z.string())]).transform((value) => (typeof value === 'string' ? [value] : value))

/** One case of `tests/cases.json` (08 §8). */
export const Case = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['happy', 'error', 'permission']),
  role: Role.optional(),
  args: z.record(z.string(), z.unknown()),
  setup: z.strictObject({ files: z.record(z.string(), z.string()).optional() }).optional(),
  expect: z.strictObject({
    status: z.enum(['ok', 'fail', 'needs_approval', 'denied']), code: z.string().nullable().optional(), contains: Words.optional(), notContains: Words.optional(),
    maxMs: z.number().positive().optional(), /** Text after the call; null: no such file. */ files: z.record(z.string(), z.string().nullable()).optional(),
  }),
})
export type Case = z.infer<typeof Case>

/** What must be there, all green, before approval is offered. */
export const wantedKinds: Readonly<Record<Case['kind'], number>> = { happy: 1, error: 2, permission: 2 }

/** CASES_INVALID with the pointer. */
export function parseCases(text: string): Case[] {
  let raw: unknown
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return fail('CASES_INVALID', `tests/cases.json is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const found = z.array(Case).safeParse(raw)
  if (found.success) return found.data
  const [issue] = found.error.issues
  return fail('CASES_INVALID', `tests/cases.json ${toPointer(issue?.path ?? [])}: ${issue?.message ?? 'wrong'}.`)
}
