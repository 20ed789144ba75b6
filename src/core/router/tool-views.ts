import { fail, isFault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ScriptTool, ToolListRow, ToolLayer } from '@shared/procedures/tools'
import type { ProfileGates } from '@shared/settings'
import type { Role } from '@shared/tool-result'
import type { ProjectRuntime } from '../app/types'
import { testRunsOf } from '../app/test-runs-of'
import { filesOfTool } from '../scripts/author-files'
import { changesSince } from '../scripts/kept-copy'
import { listed, riskOf } from '../scripts/listed'
import { shownScript } from '../scripts/shown-script'
import { lastTest } from '../scripts/testing/last-test'
import { toolRows } from '../scripts/tool-rows'
import type { ScriptState } from '../scripts/types'
import { packs } from '../tools/packs'
import { createRegistry, type Registered, type Registry } from '../tools/registry'
import { mostTokensTogether } from '../tools/token-budgets'
import { countTokens } from '../tools/token-count'
import { viewFor, type View } from '../tools/variant-view'
import { accessOf } from '../tools/variants'

let registry: Registry | null = null
/** The built-in definitions, to look at; the pipeline of each project has its own. */
export const builtIns = (): Registry => (registry ??= createRegistry(packs, [...new Set(packs.flatMap((pack) => pack.tools.flatMap((tool) => tool.needs)))], [], false))

const counted = new Map<string, Promise<number>>()
/** Counting is slow the first time only: a definition's hash stands for its text. */
function tokensOf(name: string, { description, inputSchema, hash }: View): Promise<number> {
  const key = `${name} ${hash}`
  const known = counted.get(key) ?? countTokens({ name, description, inputSchema })
  counted.set(key, known)
  return known
}

function registeredOf(runtime: ProjectRuntime, name: string): Registered | null {
  const own = builtIns().get(name) ?? runtime.mcp.get(name)
  if (own !== undefined) return own
  const script = runtime.scripts.find(name)
  return script === undefined || script.spec === null ? null : shownScript(script)
}

function viewOf(runtime: ProjectRuntime, found: Registered, profileKey: string | null, role: Role): View | null {
  const profile = profileKey === null ? null : runtime.profiles.get(profileKey)
  return viewFor(found, { pack: profile?.pack ?? found.pack, role, access: profile === null ? null : accessOf(found.tool.name, profile.tools) })
}

/** The set of a profile as the pipeline itself sees it, every tool with its reason (09 §11 L1). */
export async function listTools(runtime: ProjectRuntime, profileKey: string, role: Role): Promise<Pick<Output<'tools.list'>, 'tools' | 'tokens' | 'most'>> {
  const rows = toolRows([...builtIns().list(), ...runtime.mcp.list()], listed(runtime.scripts), runtime.pipeline.grants(profileKey, role))
  const tools = await Promise.all(rows.map(async (row): Promise<ToolListRow> => {
    const found = (row.error ?? null) === null ? registeredOf(runtime, row.name) : null
    // A deferred tool is no part of what a model is told beforehand (07 §8.2).
    const view = found === null || found.tool.deferred === true ? null : (viewOf(runtime, found, profileKey, role) ?? viewOf(runtime, found, null, 'root'))
    return {
      name: row.name, pack: row.pack, in: row.set === 'in', reason: row.reason ?? 'not_declared', risk: row.risk, mutates: row.mutates, gate: row.gate, tokens: view === null ? null : await tokensOf(row.name, view),
      layer: row.layer ?? null, state: row.state ?? null, hash: row.hash ?? null, why: row.why ?? null, error: row.error ?? null,
    }
  }))
  return { tools, tokens: tools.reduce((sum, row) => sum + (row.in ? (row.tokens ?? 0) : 0), 0), most: mostTokensTogether(profileKey) }
}

/** Names in a profile's list that no tool has: they do nothing (04 §1.1). */
export function unknownTools(runtime: ProjectRuntime, names: readonly string[]): string[] {
  const scripts = new Set(runtime.scripts.states().map(({ name }) => name))
  return names.filter((name) => name !== '*' && name !== 'ext:*' && !(name.startsWith('ext:') ? scripts.has(name.slice(4)) : registeredOf(runtime, name.replace(/:(?:readonly|readwrite)$/, '')) !== null))
}

/** Rules of a profile's gates that name no tool: they bar nothing. A server that is off tells no names, so its tools pass. */
export function unknownRules(runtime: ProjectRuntime, { ask = [], deny = [] }: ProfileGates): string[] {
  const isTool = (name: string): boolean => name.startsWith('mcp__') || registeredOf(runtime, name) !== null || runtime.scripts.states().some((one) => one.name === name)
  return [...new Set([...deny, ...ask])].filter((rule) => !isTool(rule.split(':')[0] ?? rule))
}

/** A definition as a profile and role see it; `absent` says why they do not. */
export async function showTool(runtime: ProjectRuntime, name: string, profileKey: string | null, role: Role): Promise<Output<'tools.show'>> {
  const found = registeredOf(runtime, name) ?? fail('TOOL_UNKNOWN', `there is no tool "${name.slice(0, 80)}" to show.`)
  const grant = profileKey === null ? undefined : runtime.pipeline.grants(profileKey, role).find((one) => one.name === name)
  const view = viewOf(runtime, found, profileKey, role)
  if (view === null) return { absent: 'role', description: '', inputSchema: {}, hash: null, tokens: null }
  return { absent: grant?.in === false ? grant.reason : null, description: view.description, inputSchema: view.inputSchema, hash: view.hash, tokens: await tokensOf(name, view) }
}

export const scriptState = ({ scripts }: ProjectRuntime, name: string, layer: ToolLayer): ScriptState =>
  scripts.find(name, layer) ?? fail('TOOL_UNKNOWN', `there is no script tool "${name.slice(0, 80)}".`)

/** A script tool with its files, what changed since it was approved, and its last test. */
export function showScript(runtime: ProjectRuntime, state: ScriptState): ScriptTool {
  const { home } = runtime.project.env
  const { name, layer, dir, hash, error, why, profiles, doNotAsk, spec, approved } = state
  const test = lastTest(home, state)
  const files = readable(() => filesOfTool(state))
  return {
    name, layer, dir, state: state.state, why, error, hash, profiles: [...profiles], doNotAsk, approvedAt: approved?.at ?? null,
    shell: typeof spec?.command === 'string', risk: spec === null ? null : riskOf(spec), effects: [...(spec?.effects ?? [])],
    files: files ?? [], changes: files === null ? [] : changesSince(home, state, files),
    test: test === null ? null : { at: test.at, green: test.green, rows: [...test.rows], missing: [...test.missing], network: test.network }, testing: testRunsOf(runtime).at(state),
  }
}

/** What a folder that cannot be read gives: nothing; its load error says why. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}
