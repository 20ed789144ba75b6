import { fail } from '@shared/fault'
import { isSchema } from './json-schema'

/** A key that is gone from the schema but still understood until `until`: passed on under its new name, or refused (08 §1). */
export interface DeprecatedParam { readonly since: number; readonly until: number; readonly replacement: string | null; readonly action: 'map' | 'reject' }
export type DeprecatedParams = Readonly<Record<string, DeprecatedParam>>

/** The arguments in today's keys; PARAM_RETIRED for those that no longer mean anything, before the schema is looked at (08 §4 stage 2). */
export function mapDeprecated(tool: { readonly name: string; readonly deprecatedParams?: DeprecatedParams }, raw: unknown): unknown {
  const { deprecatedParams } = tool
  if (deprecatedParams === undefined || !isSchema(raw)) return raw
  const old = Object.entries(deprecatedParams).filter(([key]) => Object.hasOwn(raw, key))
  const refused = old.filter(([, entry]) => entry.action === 'reject' || entry.replacement === null || Object.hasOwn(raw, entry.replacement))
  const [first, ...more] = refused.map(([key, entry]) => `/${key} was removed in version ${entry.since}; ${entry.replacement === null ? 'leave it out' : `use ${onlyIf(raw, entry)}/${entry.replacement}`}.`)
  if (first !== undefined) fail('PARAM_RETIRED', [first, ...more].join(' '), { data: { keys: refused.map(([key]) => key) } })
  const renamed = old.map(([key, { replacement }]) => [replacement ?? key, raw[key]] as const)
  return old.length === 0 ? raw : { ...Object.fromEntries(Object.entries(raw).filter(([key]) => !Object.hasOwn(deprecatedParams, key))), ...Object.fromEntries(renamed) }
}

/** Both names at once could mean two things: the new one alone counts. */
const onlyIf = (raw: object, entry: DeprecatedParam): string => (entry.action === 'map' && entry.replacement !== null && Object.hasOwn(raw, entry.replacement) ? 'only ' : '')
