import { z } from 'zod'
import { readJson, writeJson } from '../../project/json-store'
import type { Outcome } from '../../tools/lint/outcome-types'
import { keptFile } from '../kept-file'
import type { ScriptState } from '../types'
import type { Report, Row } from './report'

/** A run as it is kept. */
export const KeptOutcome = z.object({
  tool: z.string(), role: z.string().nullable(), args: z.record(z.string(), z.unknown()), status: z.enum(['ok', 'fail', 'denied', 'needs_approval']), code: z.string().nullable(), content: z.string(),
  exitCode: z.number().nullable(), cut: z.boolean(), changed: z.boolean(), call: z.string().optional(),
})
const Kept = z.object({
  hash: z.string(), at: z.string(), green: z.boolean(), network: z.string().nullable().default(null), missing: z.array(z.string()).default([]),
  rows: z.array(z.object({ name: z.string(), kind: z.enum(['happy', 'error', 'permission', 'generated']), verdict: z.enum(['green', 'red', 'skipped']), stage: z.string().nullable(), text: z.string().nullable(), why: z.string().nullable(), ms: z.number().nullable() })).default([]),
  outcomes: z.array(KeptOutcome),
})
export interface LastTest { readonly hash: string; readonly at: string; readonly green: boolean; readonly network: string | null; readonly missing: readonly string[]; readonly rows: readonly Row[]; readonly outcomes: readonly Outcome[] }

const keptArgs = 2_000
const keptText = 4_000

/** Keeps what a test found, for the lint's rules on runs (08 §9 °) and the window. */
export async function keepLastTest(home: string, state: ScriptState, { hash, green, outcomes, rows, missing, network }: Report, at: string): Promise<void> {
  const small = outcomes.map((one) => ({ ...one, args: JSON.stringify(one.args).length > keptArgs ? {} : one.args }))
  await writeJson(keptFile(home, 'tool-tests', state), { hash, at, green, network, missing, rows: rows.map((row) => ({ ...row, text: row.text?.slice(0, keptText) ?? null })), outcomes: small }, 0o600)
}

/** The last test of this very content; null when it changed since, or was never tested. */
export function lastTest(home: string, state: Pick<ScriptState, 'dir' | 'name' | 'hash'>): LastTest | null {
  const found = Kept.safeParse(readJson(keptFile(home, 'tool-tests', state)).value)
  return found.success && found.data.hash === state.hash ? found.data : null
}
