import { segmentsOf, below } from './contain'

/** Folders that hold keys, wherever they stand. */
const keyStores = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.docker', '.password-store', 'keychains', 'keyrings'])
/** Folders of a home that hold browser profiles, passwords and other programs' data. */
const homeStores: readonly (readonly string[])[] = [['library', 'application support'], ['library', 'keychains'], ['library', 'safari'], ['library', 'cookies'], ['appdata'], ['snap']]
/** Files of the machine that hold secrets. */
const machineStores: readonly (readonly string[])[] = [['etc', 'shadow'], ['etc', 'gshadow'], ['etc', 'sudoers'], ['etc', 'ssl', 'private'], ['etc', 'ssh'], ['var', 'lib', 'private']]
const homeFolders: readonly (readonly string[])[] = [['home'], ['users']]

const startsWith = (segments: readonly string[], start: readonly string[]): boolean => start.every((name, at) => segments[at]?.toLowerCase() === name)

/**
 * Why reading an absolute path outside every project asks first (05 §2.3): dot-folders of the home, key stores, browser profiles,
 * other users' homes. Null when nothing speaks against it. Both paths are resolved; `home` is the user's own.
 */
export function privatePlace(real: string, home: string): string | null {
  const all = segmentsOf(real)
  if (all.some((name) => keyStores.has(name.toLowerCase()))) return 'it lies in a store of keys'
  if (machineStores.some((store) => startsWith(all, store))) return 'it holds secrets of this machine'
  const own = below(home, real)
  if (own !== null) {
    if (own[0]?.startsWith('.') === true) return 'it lies in a hidden folder of your home'
    return homeStores.some((store) => startsWith(own, store)) ? 'it holds other programs\' private data' : null
  }
  if (all[0] === 'root') return 'it lies in another user\'s home'
  const homes = homeFolders.find((folder) => startsWith(all, folder))
  return homes !== undefined && all.length > homes.length && all[homes.length]?.toLowerCase() !== 'shared' ? 'it lies in another user\'s home' : null
}
