import { join } from 'node:path'
import { fail, FaultError } from '@shared/fault'
import { writeFileAtomic } from '../project/atomic-write'
import type { Env } from '../project/types'
import { unifiedDiff } from '../tools/unified-diff'
import { sha256 } from './profile-file'
import { ownFolder, setAside } from './profile-places'
import { withSettings, type AgentSettings } from './profile-settings'
import { openProfileTrust, type Enabled } from './profile-trust'
import { loadProfiles, type Entry, type LoadedProfiles, type ProfileFileState } from './profiles'
import type { Profile, Profiles } from './types'

/** The layers the author writes. */
export type OwnLayer = Exclude<Profile['layer'], 'product'>
/** A file of a layer as the window shows it; `diff`: against what the author enabled last. */
export interface ShownFile extends ProfileFileState { diff: string | null; enabled: boolean }

/** The profiles of a project as they count now, under the author's settings, and the author's own acts on their files (04 §1). */
export interface ProfileShelf extends Profiles {
  files(): ShownFile[]
  /** What a text would be in this place: a profile, or what is wrong with it. Nothing is written. */
  tried(layer: OwnLayer, key: string, text: string): Entry
  /** Writes a whole file. STALE_READ, PROFILE_LINK, PROFILE_BROKEN, PROFILE_CONTRACT; `enable`: a project's file counts at once. */
  save(layer: OwnLayer, key: string, given: { text: string; baseHash: string | null; enable: boolean }): Promise<string>
  /** A project's file with exactly this content counts from now on. STALE_READ, PROFILE_UNKNOWN, PROJECT_UNTRUSTED. */
  enable(key: string, hash: string): Promise<void>
  disable(key: string): Promise<boolean>
  /** Out of the way, under another name in its folder: the layer below counts again. Nothing is deleted. */
  setAside(layer: OwnLayer, key: string): Promise<string>
}

export interface ShelfDeps {
  env: Pick<Env, 'home' | 'now'>
  resourcesDir: string
  projectDir: string
  trusted(): boolean
  /** The `agents` part of the settings, low to high. */
  settings?: () => readonly AgentSettings[]
  changed?: () => void
}

const none: readonly AgentSettings[] = []

export function createProfileShelf(deps: ShelfDeps): ProfileShelf {
  const { env, projectDir, changed = () => undefined } = deps
  const trust = openProfileTrust(env)
  const { now } = current(deps, () => trust.of(projectDir))
  const folder = (layer: OwnLayer): string => join(layer === 'global' ? env.home : join(projectDir, '.nbook'), 'profiles')
  const find = (layer: OwnLayer, key: string): ProfileFileState => now().files().find((one) => one.layer === layer && one.key === key) ?? fail('PROFILE_UNKNOWN', `There is no profile "${key}" in this layer.`, { actual: key })
  const settle = settled(deps.settings ?? (() => none))
  const enable = async (key: string, text: string): Promise<void> => {
    await trust.enable(projectDir, { key, hash: sha256(text), text, at: env.now().toISOString() })
    changed()
  }
  return {
    get: (key) => settle(now().get(key)),
    list: () => now().list().map(settle),
    files: () => now().files().map((file) => shown(file, trust.of(projectDir))),
    tried: (layer, key, text) => now().tried(layer, key, text),
    async save(layer, key, given) {
      assertGood(now().tried(layer, key, given.text))
      const place = ownFolder(folder(layer), key, given.baseHash)
      await writeFileAtomic(place, given.text)
      if (layer === 'project' && given.enable) await enable(key, given.text)
      changed()
      return sha256(given.text)
    },
    async enable(key, hash) {
      if (!deps.trusted()) fail('PROJECT_UNTRUSTED', 'This novel is not trusted, so its profiles do not count.')
      const file = find('project', key)
      if (file.hash !== hash) fail('STALE_READ', `${key}.md has changed since it was read; nothing was enabled.`, { data: { hash: file.hash } })
      assertGood(now().tried('project', key, file.text))
      await enable(key, file.text)
    },
    async disable(key) {
      const had = await trust.disable(projectDir, key)
      if (had) changed()
      return had
    },
    async setAside(layer, key) {
      const name = setAside(folder(layer), find(layer, key).key)
      if (layer === 'project') await trust.disable(projectDir, key)
      changed()
      return name
    },
  }
}

function assertGood(entry: Entry): void {
  if ('fault' in entry) throw new FaultError(entry.fault)
}

/** The files as they count now: made anew when the project is trusted or no longer, or another content is enabled. */
function current(deps: ShelfDeps, enabled: () => readonly Enabled[]): { now(): LoadedProfiles } {
  let made: { trusted: boolean; enabled: readonly Enabled[]; loaded: LoadedProfiles } | null = null
  return {
    now: () => {
      const [trusted, rows] = [deps.trusted(), enabled()]
      if (made === null || made.trusted !== trusted || made.enabled !== rows) {
        made = { trusted, enabled: rows, loaded: loadProfiles({ resourcesDir: deps.resourcesDir, home: deps.env.home, projectDir: deps.projectDir, trusted, enabledHashes: rows.map((row) => row.hash) }) }
      }
      return made.loaded
    },
  }
}

/** A profile under the settings; worked out once for the same file and the same settings. */
function settled(settings: () => readonly AgentSettings[]): (profile: Profile) => Profile {
  let of: { files: readonly AgentSettings[]; made: WeakMap<Profile, Profile> } = { files: none, made: new WeakMap() }
  return (profile) => {
    const files = settings()
    if (files.length !== of.files.length || files.some((file, at) => file !== of.files[at])) of = { files, made: new WeakMap() }
    const known = of.made.get(profile) ?? withSettings(profile, files)
    of.made.set(profile, known)
    return known
  }
}

function shown(file: ProfileFileState, enabled: readonly Enabled[]): ShownFile {
  const row = file.layer === 'project' ? enabled.find((one) => one.key === file.key) : undefined
  return { ...file, enabled: row?.hash === file.hash, diff: row === undefined || row.hash === file.hash ? null : unifiedDiff(`${file.key}.md`, row.text, file.text).text }
}
