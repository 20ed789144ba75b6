import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { writeFileAtomic } from '../project/atomic-write'
import { hashBytes } from '../project/hash'
import { checkCharacters, checkPortable, showPath } from '../project/paths/syntax'
import { lookAtFolder } from './folder-content'
import type { ScriptState } from './types'

const shownBytes = 262_144
const deepest = 6

export interface AuthorFile { readonly path: string; readonly bytes: number; readonly text: string | null; readonly hash: string }

/** The files of a tool's folder with their texts, `tool.json` first; none where the folder holds links or too much. */
export function filesOfTool({ dir, name, error }: Pick<ScriptState, 'dir' | 'name' | 'error'>): AuthorFile[] {
  if (error !== null && ['TOOL_LINK', 'TOOL_TOO_BIG'].includes(error.code)) return []
  const rank = (path: string): string => (path === 'tool.json' ? '' : path.startsWith('tests/') ? `1${path}` : `0${path}`)
  return lookAtFolder(dir, name).files.map(({ path }) => {
    const bytes = readFileSync(join(dir, path))
    return { path, bytes: bytes.length, text: bytes.length <= shownBytes && isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : null, hash: hashBytes(bytes) }
  }).sort((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))
}

/** Writes the author's own text into a tool's folder and nowhere else, whole. STALE_READ, TOOL_LINK, PATH_INVALID, PATH_NOT_PORTABLE. */
export async function saveToolFile({ dir, name }: Pick<ScriptState, 'dir' | 'name'>, path: string, text: string, base: string | null): Promise<string> {
  const segments = segmentsOf(path)
  assertOwnFolder(dir, name)
  const place = join(dir, ...segments)
  makeFolders(dir, segments.slice(0, -1))
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) fail('TOOL_LINK', `${showPath(path)} is a link or a folder; a tool's folder holds only files.`)
  const now = found === undefined ? null : hashBytes(readFileSync(place))
  if (now !== base) fail('STALE_READ', `${showPath(path)} has changed since it was read; nothing was written.`, { data: { hash: now } })
  await writeFileAtomic(place, text)
  // A new script with a first line for the system can be started as one.
  if (found === undefined && text.startsWith('#!') && process.platform !== 'win32') chmodSync(place, 0o755)
  return hashBytes(text)
}

function segmentsOf(path: string): string[] {
  checkCharacters(path)
  const segments = path.split('/')
  if (segments.length > deepest || segments.some((one) => one === '' || one === '.' || one === '..')) fail('PATH_INVALID', `"${showPath(path)}" is no path inside a tool's folder.`)
  checkPortable(segments, path)
  return segments
}

/** The folder must lie where it seems to: neither it nor `tools` above it may be a link. */
function assertOwnFolder(dir: string, name: string): void {
  const tools = dirname(dir)
  if (lstatSync(tools).isSymbolicLink() || realpathSync(dir) !== join(realpathSync(tools), name)) fail('TOOL_LINK', `${name} or its folder is a link; nothing was written.`, { fix: 'Copy the folder here.' })
}

function makeFolders(dir: string, segments: readonly string[]): void {
  let at = dir
  for (const segment of segments) {
    at = join(at, segment)
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (found === undefined) mkdirSync(at)
    else if (!found.isDirectory()) fail('TOOL_LINK', `${segment} is a link or no folder; nothing was written.`)
  }
}
