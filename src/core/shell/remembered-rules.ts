import { fail } from '@shared/fault'
import { changeJson, readJson } from '../project/json-store'
import { isSameRule, type Remembered } from './judge/remember'
import { parseOwnRules } from './judge/own-rules'
import { ruleFile } from './judge/rule-sources'
import type { OwnRule } from './judge/rules'

const placeOf = (dir: string): string => ruleFile(dir, '.nbook')

/** The list as it stands; one that cannot be read is left as it is. SETTING_FILE_BROKEN. */
function listOf(dir: string, { value, error }: ReturnType<typeof readJson>): unknown[] {
  if (value === undefined && error === null) return []
  return error === null && Array.isArray(value) ? value : fail('SETTING_FILE_BROKEN', `${placeOf(dir)} is not a list of rules; nothing was written.`, { data: { path: placeOf(dir) } })
}

const rulesOf = (dir: string, list: unknown[]): OwnRule[] => parseOwnRules(list, 'nbook', placeOf(dir)).rules

/** What the author always allows in this project (05 §7). */
export const rememberedRules = (dir: string): OwnRule[] => rulesOf(dir, listOf(dir, readJson(placeOf(dir))))

/** Adds a rule once; what else is in the file stays. */
export async function rememberRule(dir: string, rule: Remembered): Promise<void> {
  await changeJson(placeOf(dir), (found) => {
    const list = listOf(dir, found)
    return rulesOf(dir, list).some((one) => isSameRule(one, rule)) ? undefined : [...list, rule]
  })
}

/** Takes a rule back; counts from the next call on. False: there was none. */
export async function forgetRule(dir: string, rule: Pick<OwnRule, 'program' | 'subcommand'>): Promise<boolean> {
  let forgotten = false
  await changeJson(placeOf(dir), (found) => {
    const list = listOf(dir, found)
    const rest = list.filter((item) => !rulesOf(dir, [item]).some((one) => isSameRule(one, rule)))
    forgotten = rest.length < list.length
    return forgotten ? rest : undefined
  })
  return forgotten
}
