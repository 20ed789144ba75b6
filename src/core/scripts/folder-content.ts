import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { stampOf } from '../project/file-stamp'
import { hashBytes } from '../project/hash'
import type { FolderContent } from './types'

const mostFiles = 200
const mostBytes = 10 * 1_048_576
const mostToolJson = 262_144
/** File systems keep times to a few milliseconds: a file changed just now may change again under the same time. */
const unsureMs = 100

interface Found { readonly path: string; readonly executable: boolean; readonly mark: string; readonly changed: number }
/** Every file of a tool's folder as the disk tells it without reading one; another version has another stamp. */
export interface FolderLook { readonly files: readonly Found[]; readonly stamp: string; readonly settled: boolean }

/** Lists a tool's folder. TOOL_LINK: a link or something that is no file; TOOL_TOO_BIG: over 200 files or 10 MiB. */
export function lookAtFolder(dir: string, name: string): FolderLook {
  if (!lstatSync(dir).isDirectory()) fail('TOOL_LINK', `${name} is a link or no folder; a tool is a folder of its own.`, { fix: 'Copy the folder here.' })
  const files: Found[] = []
  let bytes = 0
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) { walk(path); continue }
      if (!entry.isFile()) fail('TOOL_LINK', `${path} is a link or no regular file; a tool's folder holds only files.`, { fix: 'Copy the file into the folder.' })
      const found = lstatSync(join(dir, path))
      bytes += found.size
      if (path === 'tool.json' && found.size > mostToolJson) fail('TOOL_TOO_BIG', `tool.json has ${found.size} bytes; at most ${mostToolJson}.`)
      files.push({ path, executable: (found.mode & 0o111) !== 0, mark: `${stampOf(found)} ${found.mode}`, changed: found.ctimeMs })
      if (files.length > mostFiles) fail('TOOL_TOO_BIG', `the folder holds more than ${mostFiles} files.`)
      if (bytes > mostBytes) fail('TOOL_TOO_BIG', `the folder holds more than ${mostBytes} bytes.`)
    }
  }
  walk('')
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  // Real time, not the app's: it is compared with what the file system says.
  return { files, stamp: files.map((file) => `${file.path}\0${file.mark}`).join('\n'), settled: files.every((file) => Math.abs(Date.now() - file.changed) > unsureMs) }
}

/** Reads every file: the hash that an approval is bound to (08 §7 Trust). */
export function readFolder(dir: string, look: FolderLook): FolderContent {
  let toolJson: string | null = null
  const entries = look.files.map(({ path, executable }): [string, string] => {
    const bytes = readFileSync(join(dir, path))
    if (path === 'tool.json') toolJson = bytes.toString('utf8')
    return [path, `${executable ? 'x' : '-'} ${hashBytes(bytes)}`]
  })
  const lines = entries.map(([path, mark]) => `${path}\0${mark.startsWith('x') ? '1' : '0'}\0${mark.slice(2)}`)
  return { hash: hashBytes(lines.join('\n')), files: Object.fromEntries(entries), toolJson }
}

/** What differs from what was approved, in words: `run.py changed, lib.py added`. */
export function differences(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  const words = paths.flatMap((path) => (before[path] === now[path] ? [] : [`${path} ${before[path] === undefined ? 'added' : now[path] === undefined ? 'removed' : 'changed'}`]))
  return words.length <= 10 ? words.join(', ') : `${words.slice(0, 10).join(', ')} and ${words.length - 10} more`
}
