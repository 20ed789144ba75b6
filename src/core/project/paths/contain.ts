import { sep } from 'node:path'

/** An absolute path's segments, `.`-free, whatever the system's separator. A drive counts as the first segment. */
export const segmentsOf = (path: string): string[] => path.split(sep === '/' ? '/' : /[\\/]/).filter((segment) => segment !== '')

/** `join` of a folder's path and names of which none is empty, `.` or `..`: nothing is left to work out. */
export const within = (folder: string, names: readonly string[]): string => (names.length === 0 ? folder : `${folder.endsWith(sep) ? folder : folder + sep}${names.join(sep)}`)

/** Whether its segments are what stands between its slashes: nothing to drop, nothing to split twice. */
const isPlain = (path: string): boolean => sep === '/' && path.startsWith('/') && !path.endsWith('/') && !path.includes('//')

/** The segments of `path` below `root`, or null when it lies elsewhere; compared by whole segments, so `/w/demo2` is not under `/w/demo`. */
export function below(root: string, path: string): string[] | null {
  if (isPlain(root) && isPlain(path)) {
    if (!path.startsWith(root)) return null
    return path.length === root.length ? [] : path.charAt(root.length) === '/' ? path.slice(root.length + 1).split('/') : null
  }
  const outer = segmentsOf(root)
  const inner = segmentsOf(path)
  return outer.every((segment, at) => segment === inner[at]) ? inner.slice(outer.length) : null
}
