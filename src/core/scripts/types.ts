import type { DeprecatedParams } from '../tools/deprecated-params'
import type { JsonSchema } from '../tools/json-schema'
import type { Problem } from '../tools/types'

export type Layer = 'global' | 'project'
export type ScriptEffect = 'none' | 'read' | 'write' | 'network'

/** Arguments as the tool's own schema sees them, defaults filled in; `paths` are the values of format project-path. */
export type Checked = { problems: Problem[] } | { value: Record<string, unknown>; paths: string[] }
export interface InputCheck { readonly schema: JsonSchema; check(raw: unknown): Checked }

/** `tool.json` after parsing, defaults filled in (08 §7). */
export interface ScriptSpec {
  readonly name: string
  readonly version: number
  readonly description: string
  readonly input: InputCheck
  /** Words started without a shell, or one text for a shell. */
  readonly command: readonly string[] | string
  readonly timeoutSeconds: number
  readonly maxOutputChars: number
  readonly effects: readonly ScriptEffect[]
  readonly result: 'content' | 'action'
  readonly roles: readonly ('root' | 'child' | 'helper')[]
  readonly env: readonly string[]
  readonly aliases: readonly string[]
  readonly deprecatedParams?: DeprecatedParams
  /** As it stands in the file: what an approval keeps for comparison. */
  readonly raw: Readonly<Record<string, unknown>>
}

/** A tool's folder in one version. */
export interface FolderContent {
  /** SHA-256 over the sorted `path NUL x-bit NUL sha256` of every file. */
  readonly hash: string
  readonly files: Readonly<Record<string, string>>
  readonly toolJson: string | null
}

export interface LoadError { readonly code: string; readonly message: string; readonly pointer: string | null }

/** One folder below `tools`: a tool, or why it is none. */
export interface ScriptFolder {
  readonly name: string
  readonly layer: Layer
  readonly dir: string
  readonly content: FolderContent | null
  readonly spec: ScriptSpec | null
  readonly error: LoadError | null
}

/** What an author approved: this content, for these profiles (08 §7 Trust). */
export interface Approved {
  readonly name: string
  readonly layer: Layer
  /** The project's real folder; null for a global tool. */
  readonly project: string | null
  readonly hash: string
  readonly files: Readonly<Record<string, string>>
  readonly profiles: readonly string[]
  readonly doNotAsk: boolean
  /** The second consent, for a command that a shell reads. */
  readonly shell: boolean
  readonly definition: Readonly<Record<string, unknown>>
  readonly at: string
  /** Why it needs approval again although its content is the same. */
  readonly withdrawn?: string | undefined
}

export type StateWord = 'approved' | 'needs_approval' | 'untrusted' | 'error'
/** How a script tool stands, for lists (10, 09). */
export interface ScriptState {
  readonly name: string
  readonly layer: Layer
  readonly dir: string
  readonly state: StateWord
  readonly hash: string | null
  readonly error: LoadError | null
  /** What is missing or has changed, in words; null when it is approved. */
  readonly why: string | null
  readonly profiles: readonly string[]
  readonly doNotAsk: boolean
  readonly spec: ScriptSpec | null
  readonly approved: Approved | null
}
