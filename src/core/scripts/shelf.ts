import { join } from 'node:path'
import { fail } from '@shared/fault'
import { canonicalDir } from '../project/real-path'
import type { Env } from '../project/types'
import { ENGINE_TOOLS } from '../tools/grants'
import { ORCHESTRATOR_ONLY } from '../tools/role-table'
import { differences } from './folder-content'
import { keepApproved } from './kept-copy'
import { scriptFolders } from './load-folders'
import { loadedSpec } from './loaded-spec'
import type { NameOwner } from './name-owner'
import { isSame, openToolTrust, type ToolPlace } from './tool-trust'
import type { Approved, Layer, ScriptFolder, ScriptState, StateWord } from './types'

export interface ShelfParts {
  readonly env: Pick<Env, 'home' | 'now'>
  /** Null: global tools only. */
  readonly projectDir: string | null
  readonly trusted: () => boolean
  readonly builtIn: readonly string[]
  /** False: a schema is compiled only when its tool is called, as in the process of one command (10: start-up). True unless said. */
  readonly checkSchemas?: boolean
}
/** The tool meant and the content that was looked at: approving another is APPROVAL_MISMATCH. */
export interface Seen { readonly layer: Layer; readonly hash: string }
export interface Consent { readonly profiles: readonly string[]; readonly doNotAsk: boolean; readonly shell: boolean }
/** To whom an approval grants a tool unless the author picks others (08 §7 Trust). */
export const usualProfiles: readonly string[] = ['leader.default', 'main']

/** The script tools of both layers with what the author approved (08 §7). Nothing is run. */
export interface Shelf {
  states(): readonly ScriptState[]
  /** What was seen in this go does not count any more. */
  forget(): void
  /** By name or alias; the one that counts first, else one that could not be loaded. */
  find(name: string, layer?: Layer): ScriptState | undefined
  /** What has a name already, ignoring case: a built-in tool, or a script tool of either layer, also one that cannot be loaded (08 §7 Load). */
  owner(name: string): NameOwner | null
  /** The author's act: this very content, for these profiles. TOOL_UNKNOWN, the load error, SHELL_CONSENT, APPROVAL_MISMATCH. */
  approve(name: string, consent: Consent, seen?: Seen): Promise<ScriptState>
  revoke(name: string, layer?: Layer): Promise<boolean>
  /** `--trust`: the project's tools as they are now, for this process and profile (10). */
  accept(profile: string): void
  withdraw(state: ScriptState, why: string): Promise<void>
  /** Names of callable tools granted to a profile beyond what its file says. */
  grants(profile: string): string[]
}

export function createShelf(parts: ShelfParts): Shelf {
  const { env, projectDir } = parts
  const project = projectDir === null ? null : canonicalDir(projectDir)
  const reserved = [...parts.builtIn, ...ORCHESTRATOR_ONLY, ...ENGINE_TOOLS]
  const look = scriptFolders([['global', join(env.home, 'tools')], ...(projectDir === null ? [] : [['project', join(projectDir, '.nbook', 'tools')] as const])], reserved, parts.checkSchemas ?? true)
  const trust = openToolTrust(env)
  const accepted = new Map<string, string>()
  const acceptedBy = new Set<string>()
  const placeOf = ({ name, layer }: Pick<ScriptFolder, 'name' | 'layer'>): ToolPlace => ({ name, layer, project: layer === 'project' ? project : null })
  const stateOf = (folder: ScriptFolder, rows: readonly Approved[], trusted: () => boolean): ScriptState => {
    const stored = rows.find((row) => isSame(row, placeOf(folder))) ?? null
    const asIs = folder.layer === 'project' && folder.content !== null && accepted.get(folder.name) === folder.content.hash
    const { state, why } = standing(folder, stored, asIs, trusted)
    const profiles = [...new Set([...(stored !== null && isApproved(folder, stored) ? stored.profiles : []), ...(asIs ? acceptedBy : [])])]
    return { name: folder.name, layer: folder.layer, dir: folder.dir, state, why, hash: folder.content?.hash ?? null, error: folder.error, profiles, doNotAsk: state === 'approved' && stored?.doNotAsk === true && isApproved(folder, stored), spec: folder.spec, approved: stored }
  }
  let seenNow: ScriptState[] | null = null
  const forget = (): void => { seenNow = null }
  // One look for all that is asked in one go: who judges a call sees one state of the folders from its first question to its last.
  const states = (): ScriptState[] => {
    if (seenNow !== null) return seenNow
    queueMicrotask(forget)
    return (seenNow = lookNow())
  }
  const lookNow = (): ScriptState[] => {
    const folders = look()
    // The files of approvals and of trust are looked at once per look, not once per folder.
    const rows = folders.length === 0 ? [] : trust.list()
    let known: boolean | null = null
    const trusted = (): boolean => (known ??= parts.trusted())
    return folders.map((folder) => stateOf(folder, rows, trusted))
  }
  const find = (name: string, layer?: Layer): ScriptState | undefined => {
    const all = states().filter((one) => layer === undefined || one.layer === layer)
    return all.find((one) => one.spec !== null && one.name === name) ?? all.find((one) => one.spec?.aliases.includes(name) === true) ?? all.find((one) => one.name === name)
  }
  return {
    states, find, forget,
    owner: (name) => ownerOf(name.toLowerCase(), reserved, states()),
    async approve(name, consent, seen) {
      const found = find(name, seen?.layer) ?? fail('TOOL_UNKNOWN', `there is no script tool "${name.slice(0, 80)}".`)
      const spec = loadedSpec(found)
      const hash = found.hash ?? fail('TOOL_JSON', 'the tool cannot be read.')
      if (seen !== undefined && seen.hash !== hash) fail('APPROVAL_MISMATCH', `${spec.name} has changed since it was looked at; nothing was approved.`, { fix: 'Look at it as it is now.' })
      if (typeof spec.command === 'string' && !consent.shell) fail('SHELL_CONSENT', `${spec.name} is a command that a shell reads; that needs a second consent.`, { fix: 'Add --shell.' })
      const files = look().find((folder) => folder.dir === found.dir)?.content?.files ?? {}
      await trust.approve({ ...placeOf(found), hash, files, ...consent, profiles: [...consent.profiles], definition: spec.raw, at: env.now().toISOString() })
      await keepApproved(env.home, found, { hash, files })
      return find(name, found.layer) ?? found
    },
    async revoke(name, layer) {
      const found = find(name, layer) ?? fail('TOOL_UNKNOWN', `there is no script tool "${name.slice(0, 80)}".`)
      return trust.revoke(placeOf(found))
    },
    accept(profile) {
      forget()
      if (acceptedBy.size === 0) for (const folder of look()) if (folder.layer === 'project' && folder.content !== null) accepted.set(folder.name, folder.content.hash)
      acceptedBy.add(profile)
    },
    async withdraw(state, why) {
      accepted.delete(state.name)
      forget()
      if (trust.find(placeOf(state)) !== undefined) await trust.withdraw(placeOf(state), why)
    },
    grants: (profile) => states().filter((one) => one.state === 'approved' && one.profiles.includes(profile)).map((one) => one.name),
  }
}

function ownerOf(name: string, reserved: readonly string[], states: readonly ScriptState[]): NameOwner | null {
  const builtIn = reserved.find((one) => one.toLowerCase() === name)
  if (builtIn !== undefined) return { where: 'builtIn', name: builtIn }
  const own = states.find((one) => one.name.toLowerCase() === name) ?? states.find((one) => one.spec?.aliases.includes(name) === true)
  return own === undefined ? null : { where: own.layer, name: own.name }
}

const isApproved = ({ content, spec }: ScriptFolder, row: Approved): boolean =>
  row.hash === content?.hash && row.withdrawn === undefined && (typeof spec?.command !== 'string' || row.shell)

function standing(folder: ScriptFolder, stored: Approved | null, asIs: boolean, trusted: () => boolean): { state: StateWord; why: string | null } {
  if (folder.spec === null) return { state: 'error', why: folder.error?.message ?? null }
  if (!asIs && (stored === null || !isApproved(folder, stored))) return { state: 'needs_approval', why: missing(folder, stored) }
  if (folder.layer === 'project' && !trusted()) return { state: 'untrusted', why: 'the project is not trusted' }
  return { state: 'approved', why: null }
}

function missing({ content }: ScriptFolder, stored: Approved | null): string {
  if (stored === null) return 'the author has not approved it yet'
  if (stored.withdrawn !== undefined) return stored.withdrawn
  return `it changed since it was approved: ${differences(stored.files, content?.files ?? {})}`
}
