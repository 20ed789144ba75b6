import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '@shared/procedures/files'
import { fail } from '@shared/fault'
import { splitFrontMatter } from '../project/front-matter'
import { isTempName } from '../project/atomic-write'
import type { OpenedProject } from '../project/types'

const headBytes = 4_096
const textName = /\.(md|markdown|txt|ya?ml|json|jsonl|csv)$/i

/** The rows of one folder for the Files panel: folders first, hidden names left out. */
export async function fileRows(project: OpenedProject, dir: string): Promise<FileRow[]> {
  const folder = await project.files.authorize(dir === '' ? '.' : dir, { use: 'read', kind: 'folder', missingOk: true })
  if (!folder.exists) return []
  const entries = await readdir(folder.real, { withFileTypes: true })
  const shown = entries.filter((entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.startsWith('.') && !isTempName(entry.name))
  const prefix = folder.shown === '.' ? '' : `${folder.shown}/`
  const rows: FileRow[] = []
  for (const entry of shown) {
    const row = await rowOf(folder.real, prefix, entry)
    if (row !== null) rows.push(row)
  }
  return rows.sort((a, b) => (a.kind === b.kind ? (a.name < b.name ? -1 : 1) : a.kind === 'folder' ? -1 : 1))
}

async function rowOf(folder: string, prefix: string, entry: Dirent): Promise<FileRow | null> {
  const real = join(folder, entry.name)
  const found = await stat(real).catch(() => null)
  if (found === null) return null
  const isFolder = entry.isDirectory()
  const titled = isFolder ? join(real, 'index.md') : entry.name.endsWith('.md') ? real : null
  return {
    path: prefix + entry.name, name: entry.name, kind: isFolder ? 'folder' : 'file', bytes: isFolder ? 0 : found.size, modifiedAt: found.mtime.toISOString(),
    title: titled === null ? null : await titleIn(titled), text: !isFolder && textName.test(entry.name),
  }
}

async function titleIn(path: string): Promise<string | null> {
  try {
    const handle = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
      const title = splitFrontMatter(buffer.subarray(0, bytesRead).toString('utf8')).data['title']
      return typeof title === 'string' ? title : null
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}

/** `foo.md` beside `foo/index.md` is refused (02 §2). NODE_CONFLICT. */
export async function checkNodeConflict(project: OpenedProject, path: string, kind: 'file' | 'folder'): Promise<void> {
  const twin = kind === 'file' ? (path.endsWith('.md') ? `${path.slice(0, -3)}/index.md` : null) : `${path}.md`
  if (twin === null) return
  const found = await project.files.authorize(twin, { use: 'read', missingOk: true, kind: 'any' }).catch(() => null)
  if (found?.exists === true) fail('NODE_CONFLICT', `"${path}" would stand beside "${twin}" as the same node.`, { actual: path, expected: twin })
}
