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
}

/** The registry with what is callable from outside now; built-ins win. */
export function withExternal(registry: Registry, external: ExternalTools | undefined): Registry {
  if (external === undefined) return registry
  return {
    get: (name) => registry.get(name) ?? external.get(name),
    list: () => {
      const more = external.list()
      return more.length === 0 ? registry.list() : [...registry.list(), ...more]
    },
    retired: (name) => registry.retired(name),
  }
}
