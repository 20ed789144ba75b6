import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFault } from '@shared/fault'
import { lookAtFolder, readFolder, type FolderLook } from './folder-content'
import { failTaken, type NameOwner } from './name-owner'
import { parseToolJson } from './tool-json'
import type { Layer, LoadError, ScriptFolder } from './types'

interface Known { readonly stamp: string; readonly folder: ScriptFolder }

/**
 * The folders of both layers as they stand now, global ones first. A look costs one `lstat` per file; a folder is read again only
 * when something of it changed, so the hash of what is given is that of this moment (08 §7 "hash check at each call"). `checkSchemas` false:
 * schemas are compiled when they are first used.
 */
export function scriptFolders(layers: readonly (readonly [Layer, string])[], reserved: readonly string[], checkSchemas = true): () => readonly ScriptFolder[] {
  let known = new Map<string, Known>()
  let last: readonly ScriptFolder[] = []
  let own: readonly ScriptFolder[] = []
  return () => {
    const now = new Map<string, Known>()
    for (const [layer, tools] of layers) {
      for (const name of namesIn(tools)) {
        const dir = join(tools, name)
        now.set(dir, lookAt(known.get(dir), { layer, name, dir, checkSchemas }))
      }
    }
    const found = [...now.values()].map((one) => one.folder)
    known = now
    if (found.length !== own.length || found.some((folder, n) => folder !== own[n])) {
      own = found
      last = withoutClashes(found, reserved)
    }
    return last
  }
}

/** Every entry but files and hidden names: a link in the place of a folder is shown as what it is. */
function namesIn(tools: string): string[] {
  try {
    return readdirSync(tools, { withFileTypes: true }).filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map((entry) => entry.name).sort()
  } catch {
    return []
  }
}

interface Wanted { readonly layer: Layer; readonly name: string; readonly dir: string; readonly checkSchemas: boolean }

function lookAt(before: Known | undefined, { layer, name, dir, checkSchemas }: Wanted): Known {
  const unread: ScriptFolder = { name, layer, dir, content: null, spec: null, error: null }
  let look: FolderLook
  try {
    look = lookAtFolder(dir, name)
  } catch (error) {
    const failed = errorOf(error)
    const stamp = `error ${failed.code} ${failed.message}`
    return before?.stamp === stamp ? before : { stamp, folder: { ...unread, error: failed } }
  }
  if (before?.stamp === look.stamp && look.settled) return before
  return { stamp: look.stamp, folder: read(unread, look, before?.folder, checkSchemas) }
}

function read(unread: ScriptFolder, look: FolderLook, before: ScriptFolder | undefined, checkSchemas: boolean): ScriptFolder {
  try {
    const content = readFolder(unread.dir, look)
    // The very same content stays the same object, with what was made of it.
    if (before?.content?.hash === content.hash) return before
    try {
      return { ...unread, content, spec: parseToolJson(content.toolJson, unread.name, Object.keys(content.files), checkSchemas) }
    } catch (error) {
      return { ...unread, content, error: errorOf(error) }
    }
  } catch (error) {
    return { ...unread, error: errorOf(error) }
  }
}

function errorOf(error: unknown): LoadError {
  if (isFault(error)) return { code: error.fault.code, message: error.fault.message, pointer: error.fault.pointer ?? null }
  return { code: 'TOOL_JSON', message: `the folder cannot be read: ${error instanceof Error ? error.message : String(error)}`, pointer: null }
}

/** Ignoring case, built-ins win, then global, then project; names and aliases alike (08 §7 Load). */
function withoutClashes(folders: readonly ScriptFolder[], reserved: readonly string[]): ScriptFolder[] {
  const taken = new Map(reserved.map((name): [string, NameOwner] => [name.toLowerCase(), { where: 'builtIn', name }]))
  const place = (folder: ScriptFolder, name: string, pointer: string): void => {
    const owner = taken.get(name.toLowerCase())
    if (owner !== undefined) failTaken(name, owner, pointer)
    taken.set(name.toLowerCase(), { where: folder.layer, name: folder.name })
  }
  const named = folders.map((folder) => (folder.spec === null ? folder : tried(folder, () => place(folder, folder.name, '/name'))))
  return named.map((folder) => (folder.spec === null ? folder : tried(folder, () => folder.spec?.aliases.forEach((alias, n) => place(folder, alias, `/aliases/${n}`)))))
}

function tried(folder: ScriptFolder, step: () => void): ScriptFolder {
  try {
    step()
    return folder
  } catch (error) {
    return { ...folder, spec: null, error: errorOf(error) }
  }
}
