import { statSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { changeJson, readJson } from './json-store'
import { canonicalDir } from './real-path'
import type { Env } from './types'

const TrustFile = z.object({ trusted: z.array(z.string()) })
const place = (env: Env): string => join(env.home, 'trust.json')

/** `~/.wenqu/trust.json` (05 §4): exact canonical paths; a corrupt file trusts nothing and says so. Read at every call. */
export function readTrust(env: Env): { trusted: string[]; error: string | null } {
  const known = seen.get(env.home)
  const path = known?.path ?? place(env)
  const found = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  if (known !== undefined && sameFile(known.found, found)) return known.trust
  const trust = trustIn(env, readJson(path))
  seen.set(env.home, { path, found, trust })
  return trust
}

function sameFile(a: BigIntStats | null, b: BigIntStats | null): boolean {
  if (a === null || b === null) return a === b
  return a.ino === b.ino && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size
}

/** Looked at for every call: the file is read again when it is another one or was written. */
const seen = new Map<string, { path: string; found: BigIntStats | null; trust: ReturnType<typeof readTrust> }>()

function trustIn(env: Env, { value, error }: ReturnType<typeof readJson>): { trusted: string[]; error: string | null } {
  if (error !== null || value === undefined) return { trusted: [], error }
  const parsed = TrustFile.safeParse(value)
  return parsed.success ? { trusted: parsed.data.trusted, error: null } : { trusted: [], error: `${place(env)}: not {"trusted": [paths]}` }
}

/** Whether exactly this folder is trusted; a parent does not cover a child. */
export function isTrusted(env: Env, dir: string): boolean {
  const { trusted } = readTrust(env)
  return trusted.length > 0 && trusted.includes(canonicalDir(dir))
}

/** The author's act. TRUST_INVALID when the file cannot be read: nothing is overwritten. */
export async function setTrust(env: Env, dir: string, trusted: boolean): Promise<void> {
  const path = canonicalDir(dir)
  await changeJson(place(env), (found) => {
    const now = trustIn(env, found)
    if (now.error !== null) fail('TRUST_INVALID', `The list of trusted folders cannot be read: ${now.error}`)
    const rest = now.trusted.filter((one) => one !== path)
    return { trusted: trusted ? [...rest, path] : rest }
  }, 0o600)
}
