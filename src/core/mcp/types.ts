import type { McpConsentWhy, McpStateWord, McpToolWord } from '@shared/procedures/mcp'
import type { JsonSchema } from '../tools/json-schema'

/** A server of every project, or of one that the author trusts (07 §8). */
export type McpLayer = 'global' | 'project'

/** How a server is reached: a program started without a shell, or an address. */
export interface ServerSpec {
  readonly alias: string
  readonly command: string | null
  readonly args: readonly string[]
  readonly url: string | null
  readonly env: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Raw names that count; null: all. */
  readonly tools: readonly string[] | null
  readonly deferred: boolean
  readonly enabled: boolean
  readonly callTimeoutSeconds: number
}

/** One entry of the settings: a server, or why it is none. `hash` covers what the author consents to: command, arguments, environment, address, headers. */
export interface ServerEntry { readonly alias: string; readonly layer: McpLayer; readonly spec: ServerSpec | null; readonly hash: string; readonly error: string | null }

/** A tool as its server describes it. */
export interface ListedTool { readonly raw: string; readonly description: string; readonly inputSchema: unknown; readonly annotations: unknown }
/** The same with the hash that pins it to the server, its name and its whole definition. */
export interface Pin extends ListedTool { readonly hash: string }

/** What the author consented to, in one project (07 §8 "Pinning"). `pins` null: the server has not listed its tools yet. */
export interface Consented {
  readonly project: string
  readonly layer: McpLayer
  readonly alias: string
  readonly hash: string
  readonly pins: readonly Pin[] | null
  /** Raw names that the author marked as only reading. */
  readonly readOnly: readonly string[]
  readonly at: string
}

/** A tool of a server as lists show it. */
export interface McpToolState {
  readonly raw: string
  readonly full: string
  readonly state: McpToolWord
  readonly why: string | null
  readonly readOnly: boolean
  /** What the author accepted, and what the server says now; either may be missing. */
  readonly pinned: Pin | null
  readonly listed: Pin | null
}

/** A server with everything the window shows of it. */
export interface McpServerState {
  readonly entry: ServerEntry
  readonly state: McpStateWord
  /** What is missing or went wrong, in words. */
  readonly cause: string | null
  /** Why it has no consent, where that is what is missing. */
  readonly consent: McpConsentWhy | null
  /** What kind of trouble the cause is. */
  readonly code: string | null
  readonly tools: readonly McpToolState[]
}

/** What a call of a tool gave; blocks as the server sent them. */
export interface RawResult { readonly content: readonly unknown[]; readonly structured: unknown; readonly isError: boolean }

/** A living connection with its own listing. */
export interface Connection {
  readonly tools: readonly Pin[]
  call(raw: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal, timeoutMs: number): Promise<RawResult>
  close(): Promise<void>
}

export interface InputShape { readonly schema: JsonSchema; readonly why: null }
