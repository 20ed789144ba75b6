import { join } from 'node:path'
import { fail } from '@shared/fault'
import { readJson, writeJson } from '../project/json-store'
import { isSameRule, type Remembered } from './judge/remember'
import { parseOwnRules } from './judge/own-rules'
import type { OwnRule } from './judge/rules'

const placeOf = (dir: string): string => join(dir, '.nbook', 'shell-allowlist.json')

/** The list as it stands; one that cannot be read is left as it is. SETTING_FILE_BROKEN. */
function stored(dir: string): unknown[] {
  const { value, error } = readJson(placeOf(dir))
  if (value === undefined && error === null) return []
  return error === null && Array.isArray(value) ? value : fail('SETTING_FILE_BROKEN', `${placeOf(dir)} is not a list of rules; nothing was written.`, { data: { path: placeOf(dir) } })
}

/** What the author always allows in this project (05 §7). */
export const rememberedRules = (dir: string): OwnRule[] => parseOwnRules(stored(dir), 'nbook', placeOf(dir)).rules

/** Adds a rule once; what else is in the file stays. */
export async function rememberRule(dir: string, rule: Remembered): Promise<void> {
  const list = stored(dir)
  if (rememberedRules(dir).some((one) => isSameRule(one, rule))) return
  await writeJson(placeOf(dir), [...list, rule])
}

/** Takes a rule back; counts from the next call on. False: there was none. */
export async function forgetRule(dir: string, rule: Pick<OwnRule, 'program' | 'subcommand'>): Promise<boolean> {
  const list = stored(dir)
  const rest = list.filter((item) => !parseOwnRules([item], 'nbook', '').rules.some((one) => isSameRule(one, rule)))
  if (rest.length === list.length) return false
  await writeJson(placeOf(dir), rest)
  return true
}
