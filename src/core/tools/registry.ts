import { fail } from '@shared/fault'
import { hashOf } from './canonical'
import type { AnyTool } from './define-tool'
import { toModelSchema, type JsonSchema } from './json-schema'
import { gateProblems, textProblems } from './static-checks'

export type PackName = 'nbook' | 'noeta' | 'neb' | 'ext' | `mcp:${string}`
export interface Pack { name: PackName; tools: readonly AnyTool[] }
/** Old names that still answer, naming what to use (08 §2). */
export interface Tombstone { name: string; since: string; use: string }

export interface Registered {
  readonly tool: AnyTool
  readonly pack: PackName
  readonly inputSchema: JsonSchema
  /** SHA-256 of the canonical definition; an approval whose definition changed is expired (05 §6). */
  readonly hash: string
}

/** All definitions of one core, in fixed order: pack, then name (08 §2). */
export interface Registry {
  get(name: string): Registered | undefined
  list(): readonly Registered[]
  retired(name: string): Tombstone | undefined
}

/**
 * Built once at start; REGISTRY_INVALID lists everything that is wrong (08 §2). `wired` names the services there are. `texts: false`
 * leaves out what a model reads, for the process of one command: the window and the tests look at it, and every schema made costs time (10).
 */
export function createRegistry(packs: readonly Pack[], wired: readonly string[], tombstones: readonly Tombstone[] = [], texts = true): Registry {
  const rows = packs.flatMap((pack) => pack.tools.map((tool) => register(tool, pack.name)))
  const problems = [...repeated(rows), ...buried(rows, tombstones), ...rows.flatMap((row) => [...unwired(row.tool, wired), ...gateProblems(row.tool), ...(texts ? textProblems(row.tool, row.inputSchema) : [])])]
  if (problems.length > 0) {
    fail('REGISTRY_INVALID', `${problems.length} problem${problems.length === 1 ? '' : 's'} in the tool definitions: ${problems.join('; ')}.`, { data: { problems } })
  }
  const order: readonly string[] = packs.map((pack) => pack.name)
  const sorted = rows.sort((a, b) => order.indexOf(a.pack) - order.indexOf(b.pack) || (a.tool.name < b.tool.name ? -1 : 1))
  const byName = new Map(sorted.map((row) => [row.tool.name, row]))
  const gone = new Map(tombstones.map((row) => [row.name, row]))
  return { get: (name) => byName.get(name), list: () => sorted, retired: (name) => gone.get(name) }
}

/** One definition with its schema and hash, both made when first needed. */
export function register(tool: AnyTool, pack: PackName): Registered {
  let schema: JsonSchema | null = null
  let hash: string | null = null
  // Worked out on first use: one CLI call needs one definition, not all of them (10: start-up under 0.4 s).
  return {
    tool, pack,
    get inputSchema() { return (schema ??= tool.external?.schema ?? toModelSchema(tool.input)) },
    get hash() { return (hash ??= hashOf({ name: tool.name, description: tool.description, inputSchema: this.inputSchema, version: tool.version ?? 1, variants: tool.variants, deprecatedParams: tool.deprecatedParams, content: tool.external?.contentHash })) },
  }
}

function repeated(rows: readonly Registered[]): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ tool }) => (seen.size === seen.add(tool.name).size ? [`${tool.name}: the name is registered twice`] : []))
}

/** A tombstone names a tool that is gone and one that is there. */
function buried(rows: readonly Registered[], tombstones: readonly Tombstone[]): string[] {
  const live = (name: string): boolean => rows.some((row) => row.tool.name === name)
  return tombstones.flatMap(({ name, use }) => [...(live(name) ? [`${name}: retired and registered`] : []), ...(live(use) ? [] : [`${name}: its tombstone names "${use}", which is not registered`])])
}

function unwired(tool: AnyTool, wired: readonly string[]): string[] {
  return tool.needs.filter((need) => !wired.includes(need)).map((need) => `${tool.name}: its service "${need}" is not wired`)
}
