import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { below } from '../project/paths/contain'
import type { WorkflowSource } from '@shared/workflow'

type Layer = Exclude<WorkflowSource, 'script'>
export interface WorkflowFolders { readonly resources: string; readonly home: string; readonly projectDir: string; trusted(): boolean }
/** A `workflow.ts` that counts now; `text` reads it, null: it cannot be read. */
export interface WorkflowFile { readonly key: string; readonly source: Layer; readonly path: string; text(): string | null }

const KEY = /^[a-z][a-z0-9-]{0,47}$/
const MOST_BYTES = 256 * 1024

/** The workflows of the three layers, a later one replacing an earlier one's whole folder (04 §12); by key. Looked for anew each time; a list costs no reading. */
export function workflowFiles(folders: WorkflowFolders): WorkflowFile[] {
  const layers: [Layer, string][] = [
    ['product', join(folders.resources, 'workflows')], ['global', join(folders.home, 'workflows')],
    ...(folders.trusted() ? [['project', join(folders.projectDir, '.nbook', 'workflows')] as [Layer, string]] : []),
  ]
  const found = new Map(layers.flatMap(([source, folder]) => keysIn(folder).map((key) => [key, { source, folder }] as const)))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, { source, folder }]) => {
    const path = join(folder, key, 'workflow.ts')
    return { key, source, path, text: () => textOf(folder, path) }
  })
}

function keysIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && KEY.test(entry.name)).map((entry) => entry.name)
  } catch {
    return []
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
