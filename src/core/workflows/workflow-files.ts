import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderListing } from '../project/folder-listing'
import { below } from '../project/paths/contain'
import type { WorkflowSource } from '@shared/workflow'

type Layer = Exclude<WorkflowSource, 'script'>
export interface WorkflowFolders { readonly resources: string; readonly home: string; readonly projectDir: string; trusted(): boolean }
/** A `workflow.ts` that counts now; `text` reads it, null: it cannot be read. */
export interface WorkflowFile { readonly key: string; readonly source: Layer; readonly path: string; text(): string | null }

const KEY = /^[a-z][a-z0-9-]{0,47}$/
const MOST_BYTES = 256 * 1024

/** The workflows of the three layers, a later one replacing an earlier one's whole folder (04 §12). Looked for anew at each call; a list costs no reading of files. */
export interface WorkflowLayers {
  /** Sorted. */
  keys(): string[]
  /** By key. */
  files(): WorkflowFile[]
}

export function workflowLayers(folders: WorkflowFolders): WorkflowLayers {
  const keysIn = folderListing((entries) => entries.filter((entry) => entry.isDirectory() && KEY.test(entry.name)).map((entry) => entry.name))
  const own: readonly [Layer, string][] = [['product', join(folders.resources, 'workflows')], ['global', join(folders.home, 'workflows')]]
  const all = [...own, ['project', join(folders.projectDir, '.nbook', 'workflows')] as const]
  const find = () => {
    const found = new Map<string, readonly [Layer, string]>()
    for (const layer of folders.trusted() ? all : own) for (const key of readable(() => keysIn(layer[1])) ?? []) found.set(key, layer)
    return found
  }
  return {
    keys: () => [...find().keys()].sort(),
    files: () => [...find()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, [source, folder]]) => {
      const path = join(folder, key, 'workflow.ts')
      return { key, source, path, text: () => textOf(folder, path) }
    }),
  }
}

/** Null for a folder that may not be read. */
function readable<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

/** Null for a link that leads elsewhere, a file that is too large, or none. */
function textOf(folder: string, path: string): string | null {
  try {
    if (below(realpathSync(folder), realpathSync(path)) === null) return null
    const { size } = statSync(path)
    return size > MOST_BYTES ? null : readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return null
  }
}
