/** The rows of 08 §10; `rule` is a change that fits none of them. */
export type ChangeCase =
  | 'optional-added' | 'optional-added-behaviour' | 'param-removed' | 'renamed-mapped' | 'made-required' | 'default-changed' | 'enum-added' | 'enum-removed' | 'integer-to-number' | 'bound-widened' | 'bound-narrowed'
  | 'pattern-added' | 'closed' | 'opened' | 'null-allowed' | 'null-refused' | 'text-only' | 'tool-renamed' | 'role-narrowed' | 'cap-lowered' | 'output-reshaped' | 'script-changed' | 'error-code-new' | 'rule'

export type Verdict = 'compatible' | 'breaking'
export interface Change { pointer: string; case: ChangeCase; verdict: Verdict; why: string; warning?: string }
export interface DiffResult { verdict: Verdict; changes: Change[] }

/** What the calls of a tool in the logs came to at most. */
export interface Logged { readonly calls: number; readonly longestMs: number; readonly mostChars: number }

/** A JSON Schema object; `true` is read as `{}`, `false` as `{not: {}}`. */
export type Schema = Readonly<Record<string, unknown>>
export type Report = (change: Change) => void

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
export const schemaOf = (value: unknown): Schema => (isRecord(value) ? value : value === false ? { not: {} } : {})
export const at = (pointer: string, ...segments: (string | number)[]): string => pointer + segments.map((one) => `/${String(one).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The worst change decides (08 §10). */
export const verdictOf = (changes: readonly Change[]): Verdict => (changes.some((change) => change.verdict === 'breaking') ? 'breaking' : 'compatible')
