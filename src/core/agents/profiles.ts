import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, FaultError, type Fault } from '@shared/fault'
import { parseProfile, sha256 } from './profile-file'
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

type Layer = Profile['layer']
/** What a key stands for: a profile, or why it cannot be used. */
type Entry = { profile: Profile } | { fault: Fault }
/** Why the window shows a file that is not used (04 §1). */
export interface Withheld { key: string; file: string; reason: 'untrusted' | 'needs_review' }
export interface LoadedProfiles extends Profiles { withheld(): Withheld[]; faults(): Fault[] }

/**
 * Profiles of the three layers, later ones replacing whole files (04 §1). Files are read again when they changed, so a
 * fixed file works at once. `get` throws PROFILE_UNKNOWN (lists the keys), PROFILE_BROKEN, PROFILE_CONTRACT.
 */
export function loadProfiles(sources: ProfileSources): LoadedProfiles {
  let stamp = ''
  let entries = new Map<string, Entry>()
  let withheld: Withheld[] = []
  const refresh = () => {
    const files = allFiles(sources)
    const now = files.map((file) => `${file.layer}\0${file.key}\0${sha256(file.text)}`).join('\n')
    if (now === stamp) return
    stamp = now
    ;({ entries, withheld } = layered(files, sources))
  }
  return {
    get(key) {
      refresh()
      const found = entries.get(key)
      if (found === undefined) return fail('PROFILE_UNKNOWN', `There is no profile "${key}".`, { actual: key, expected: `one of ${[...entries.keys()].sort().join(', ')}` })
      if ('fault' in found) throw new FaultError(found.fault)
      return found.profile
    },
    list: () => { refresh(); return [...entries.values()].flatMap((entry) => ('profile' in entry ? [entry.profile] : [])) },
    withheld: () => { refresh(); return withheld },
    faults: () => { refresh(); return [...entries.values()].flatMap((entry) => ('fault' in entry ? [entry.fault] : [])) },
  }
}

interface File { layer: Layer; key: string; path: string; text: string }

function allFiles(sources: ProfileSources): File[] {
  const dirs: [Layer, string][] = [
    ['product', join(sources.resourcesDir, 'profiles')], ['global', join(sources.home, 'profiles')], ['project', join(sources.projectDir, '.nbook', 'profiles')],
  ]
  return dirs.flatMap(([layer, dir]) => (existsSync(dir) ? readdirSync(dir) : []).filter((name) => name.endsWith('.md')).sort().map((name) => {
    const path = join(dir, name)
    return { layer, key: name.slice(0, -3), path, text: readFileSync(path, 'utf8') }
  }))
}

function layered(files: readonly File[], sources: ProfileSources): { entries: Map<string, Entry>; withheld: Withheld[] } {
  const entries = new Map<string, Entry>()
  const builtIn = new Map<string, Profile>()
  const withheld: Withheld[] = []
  for (const file of files) {
    const reason = file.layer !== 'project' ? null : !sources.trusted ? 'untrusted' : sources.enabledHashes.includes(sha256(file.text)) ? null : 'needs_review'
    if (reason !== null) { withheld.push({ key: file.key, file: file.path, reason }); continue }
    const entry = read(file, builtIn.get(file.key))
    if (file.layer === 'product' && 'profile' in entry) builtIn.set(file.key, entry.profile)
    entries.set(file.key, entry)
  }
  return { entries, withheld }
}

function read(file: File, replaced: Profile | undefined): Entry {
  try {
    const profile = parseProfile(file.text, file.key, file.path, file.layer)
    if (replaced !== undefined) keepsContract(profile, replaced, file.path)
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
