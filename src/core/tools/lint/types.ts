import type { DeprecatedParams } from '../deprecated-params'
import type { JsonSchema } from '../json-schema'
import type { Logged } from '../schema-diff/types'
import type { Variant } from '../variant-types'
import type { Outcome } from './outcome-types'

/** A rule of 08 §9. */
export type RuleId =
  | 'P1-1' | 'P1-2' | 'P1-3' | 'P1-4' | 'P1-5' | 'P1-6' | 'P2-1' | 'P2-2' | 'P2-3' | 'P2-4' | 'P2-5' | 'P2-6' | 'P3-1' | 'P3-2' | 'P3-3' | 'P3-4' | 'P3-5' | 'P3-6'
  | 'P4-1' | 'P4-2' | 'P4-3' | 'P4-4' | 'P4-5' | 'P5-1' | 'P5-2' | 'P5-3' | 'P5-4' | 'P5-5' | 'P5-6' | 'P5-7' | 'P6-1' | 'P6-2' | 'P6-3' | 'P6-4' | 'P6-5' | 'P6-6' | 'S-1' | 'S-2' | 'T-1'
export type Level = 'error' | 'warn'

/** One line of the report: what is there, what should be, what to do. */
export interface Finding { rule: RuleId; level: Level; tool: string; role: string | null; pointer: string; actual: string; expected: string; fix: string }
export type Found = Omit<Finding, 'tool' | 'role'>

/** A tool as the lint sees it, built-in or external. */
export interface LintTarget {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly version: number
  readonly result: 'content' | 'action'
  /** Largest result in characters; null: the tool limits itself (read, Read, bash). */
  readonly modelChars: number | null
  readonly roles?: readonly string[]
  readonly variants?: readonly Variant[]
  readonly deprecatedParams?: DeprecatedParams
  readonly waivers?: readonly { rule: string; reason: string }[]
  /** The most o200k tokens it may take (08 §11), and how many it takes. */
  readonly tokens: { readonly used: number; readonly most: number }
  /** As it stands in its file; what is compared with the released one. Absent: made of the fields above. */
  readonly definition?: unknown
  /** Of a script tool: its text files and the environment it asks for. */
  readonly script?: { readonly files: readonly { path: string; text: string }[]; readonly env: readonly string[] }
}

/** A place that calls a tool with a key. */
export interface Use { readonly tool: string; readonly key: string; readonly file: string; readonly line: number }

/** A text that tells agents how to work: a skill, a workflow. */
export interface TaughtText { readonly file: string; readonly text: string }

/** What the rules look at beside the tool itself. */
export interface LintContext {
  /** Definitions of the last release or approval, by name. */
  readonly released: ReadonlyMap<string, unknown>
  /** How their calls were answered, and how those of the present definitions were, by name. */
  readonly golden: ReadonlyMap<string, readonly Outcome[]>
  readonly runs: ReadonlyMap<string, readonly Outcome[]>
  /** Calls in demo scenarios and test cases. */
  readonly uses: readonly Use[]
  readonly texts: readonly TaughtText[]
  /** What its calls in the logs came to at most; null: no log tells. */
  logged(tool: string): Logged | null
  /** Tools that are gone, and what to use in their place. */
  readonly retired: readonly { name: string; use: string | null }[]
  readonly profiles: readonly { key: string; tools: readonly string[] }[]
}
