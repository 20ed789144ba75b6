import { join } from 'node:path'
import { fail, FaultError, type Fault } from '@shared/fault'
import { parseProfile, sha256 } from './profile-file'
import { profileFolders, type ProfileFile } from './profile-folders'
import type { Profile, Profiles } from './types'

export interface ProfileSources {
  resourcesDir: string
  /** `~/.wenqu`. */
  home: string
  projectDir: string
  trusted: boolean
  /** Project files whose exact content the author enabled. */
  enabledHashes: readonly string[]
}

/** What a key stands for: a profile, or why it cannot be used. */
export type Entry = { profile: Profile } | { fault: Fault }
/** Why the window shows a file that is not used (04 §1). */
export interface Withheld { key: string; file: string; reason: 'untrusted' | 'needs_review' }
/** One file of one layer, and what becomes of it: it counts, a higher layer stands in its place, it waits for the author, it is broken. */
export interface ProfileFileState { layer: Profile['layer']; key: string; path: string; text: string; hash: string; standing: 'used' | 'replaced' | 'untrusted' | 'needs_review' | 'broken'; fault: Fault | null }
export interface LoadedProfiles extends Profiles {
  withheld(): Withheld[]; faults(): Fault[]
  files(): ProfileFileState[]
  /** What a text would be in the place of a file of this layer. */
  tried(layer: Profile['layer'], key: string, text: string): Entry
}

/**
 * Profiles of the three layers, later ones replacing whole files (04 §1). A changed file counts at once; a file is read when its
 * profile is asked for. `get` throws PROFILE_UNKNOWN (lists the keys), PROFILE_BROKEN, PROFILE_CONTRACT.
 */
export function loadProfiles(sources: ProfileSources): LoadedProfiles {
  const look = profileFolders([
    ['product', join(sources.resourcesDir, 'profiles')], ['global', join(sources.home, 'profiles')], ['project', join(sources.projectDir, '.nbook', 'profiles')],
  ])
  let files: readonly ProfileFile[] | null = null
  let now: Layered = { entries: new Map(), builtIn: new Map(), withheld: [], files: [] }
  const current = (key?: string): Layered => {
    const found = look(key)
    if (found !== files) now = layered(found, sources)
    files = found
    return now
  }
  const all = (): Entry[] => [...current().entries.values()].map((entry) => entry())
  return {
    get(key) {
      const { entries } = current(key)
      const found = entries.get(key)?.() ?? fail('PROFILE_UNKNOWN', `There is no profile "${key}".`, { actual: key, expected: `one of ${[...entries.keys()].sort().join(', ')}` })
      if ('fault' in found) throw new FaultError(found.fault)
      return found.profile
    },
    list: () => all().flatMap((entry) => ('profile' in entry ? [entry.profile] : [])),
    withheld: () => current().withheld,
    faults: () => all().flatMap((entry) => ('fault' in entry ? [entry.fault] : [])),
    files: () => current().files.map(({ file, standing, entry }) => {
      const text = file.text()
      const read = entry === null ? null : entry()
      const fault = read !== null && 'fault' in read ? read.fault : null
      return { layer: file.layer, key: file.key, path: file.path, text, hash: sha256(text), standing: standing === 'used' && fault !== null ? 'broken' : standing, fault }
    }),
    tried: (layer, key, text) => read({ layer, key, path: `${key}.md`, text: () => text }, layer === 'product' ? undefined : current().builtIn.get(key)?.()),
  }
}

/** What each key stands for, worked out when it is asked for, once. */
interface Layered {
  entries: Map<string, () => Entry>; builtIn: Map<string, () => Entry>; withheld: Withheld[]
  files: { file: ProfileFile; standing: Exclude<ProfileFileState['standing'], 'broken'>; /** Null: it is not read while it does not count. */ entry: (() => Entry) | null }[]
}

function layered(files: readonly ProfileFile[], sources: ProfileSources): Layered {
  const entries = new Map<string, () => Entry>()
  const builtIn = new Map<string, () => Entry>()
  const withheld: Withheld[] = []
  const states: Layered['files'] = []
  for (const file of files) {
    const reason = file.layer !== 'project' ? null : !sources.trusted ? 'untrusted' : sources.enabledHashes.includes(sha256(file.text())) ? null : 'needs_review'
    if (reason !== null) { withheld.push({ key: file.key, file: file.path, reason }); states.push({ file, standing: reason, entry: null }); continue }
    const entry = once(() => read(file, file.layer === 'product' ? undefined : builtIn.get(file.key)?.()))
    if (file.layer === 'product') builtIn.set(file.key, entry)
    entries.set(file.key, entry)
    for (const below of states) if (below.file.key === file.key && below.standing === 'used') below.standing = 'replaced'
    states.push({ file, standing: 'used', entry })
  }
  return { entries, builtIn, withheld, files: states }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function read(file: ProfileFile, replaced: Entry | undefined): Entry {
  try {
    const profile = parseProfile(file.text(), file.key, file.path, file.layer)
    if (replaced !== undefined && 'profile' in replaced) keepsContract(profile, replaced.profile, file.path)
    return { profile }
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault }
    throw error
  }
}

/** Overriding a built-in key keeps what others rely on (04 §1). */
function keepsContract(profile: Profile, builtIn: Profile, file: string): void {
  for (const field of ['pack', 'creationMode', 'initial', 'payload', 'output'] as const) {
    if (canonical(profile[field]) !== canonical(builtIn[field])) {
      fail('PROFILE_CONTRACT', `${file} changes "${field}" of the built-in profile ${profile.key}; that must stay as it is.`, { pointer: `/${field}`, data: { key: profile.key, file } })
    }
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one))
}
