import type { Refusal } from './refusal'
import type { Registered, Registry } from './registry'

/** Tools from outside as the pipeline sees them; asked at every call, for they may change under it (08 §7). */
export interface ExternalTools {
  /** Callable now, by name. */
  list(): readonly Registered[]
  /** By name or alias. */
  get(name: string): Registered | undefined
  /** Why a tool that is there cannot be called; null: there is none of that name, or it can. */
  refusal(name: string): Refusal | null
  /** Names that an approval gave to a profile beyond what its file declares. */
  grants(profileKey: string): readonly string[]
  /** The author marked this content "do not ask": medium counts as low (05 §3). */
  quiet(name: string): boolean
  /** A call begins: what was seen before it does not count (08 §7 "hash check at each call"). */
  lookAgain?(): void
  /** Waits for what has to be started before it can be listed: of a name, or of these MCP aliases. */
  readyFor?(name: string, signal: AbortSignal): Promise<void>
  ready?(aliases: readonly string[], signal: AbortSignal): Promise<void>
}

/** Two kinds of tools from outside as one; their names never meet. */
export function joinExternal(a: ExternalTools, b: ExternalTools): ExternalTools {
  return {
    list: () => {
      const more = b.list()
      return more.length === 0 ? a.list() : [...a.list(), ...more]
    },
    get: (name) => b.get(name) ?? a.get(name),
    refusal: (name) => b.refusal(name) ?? a.refusal(name),
    grants: (profileKey) => [...a.grants(profileKey), ...b.grants(profileKey)],
    quiet: (name) => a.quiet(name) || b.quiet(name),
    lookAgain: () => { a.lookAgain?.(); b.lookAgain?.() },
    readyFor: async (name, signal) => { await a.readyFor?.(name, signal); await b.readyFor?.(name, signal) },
    ready: async (aliases, signal) => { await a.ready?.(aliases, signal); await b.ready?.(aliases, signal) },
  }
}

/** The registry with what is callable from outside now; built-ins win. */
export function withExternal(registry: Registry, external: ExternalTools | undefined): Registry {
  if (external === undefined) return registry
  let last: { more: readonly Registered[]; rows: readonly Registered[] } = { more: [], rows: registry.list() }
  return {
    get: (name) => registry.get(name) ?? external.get(name),
    list: () => {
      const more = external.list()
      // The same tools give the same list, so that what is worked out of it is kept.
      if (more.length !== last.more.length || more.some((row, at) => row !== last.more[at])) last = { more, rows: [...registry.list(), ...more] }
      return last.rows
    },
    retired: (name) => registry.retired(name),
  }
}
