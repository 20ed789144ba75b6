import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '@shared/fault'
import { wordsOf } from './file-group'
import type { JournalRow } from './journal'
import { measureTree, type Measured } from './measure'
import type { ProjectContext } from './project-context'
import { nameOf, type TrashMeta } from './trash-store'

/** Lists what lies in the trash without a note that can be read, under the best name there is: no text is out of the author's sight (06 §7). */
export async function adoptLost(context: ProjectContext): Promise<void> {
  for (const id of context.trashStore.lost()) {
    try {
      await adopt(context, id)
    } catch (error) {
      // A full disk does not keep the author out: it is tried again at the next opening.
      if (!isFault(error)) throw error
    }
  }
}

/** One thing in an item; `alone` are its bytes where it is one file. */
interface Part { readonly content: string; readonly files: readonly Measured[]; readonly alone: Buffer | null }

async function adopt({ trashStore, journal }: ProjectContext, id: string): Promise<void> {
  const folder = trashStore.place(id)
  const names = (await readdir(folder)).filter((name) => !name.startsWith('meta.')).sort()
  const parts = await Promise.all(names.map((name) => partOf(folder, name)))
  const files = parts.flatMap((part) => part.files)
  // The same text is listed already: recording a run anew has made its copy again.
  const known = new Set(trashStore.items().filter((item) => item.kind === 'file').map((item) => item.hash))
  if (parts.length === 0 || (files.length > 0 && files.every((file) => known.has(file.hash)))) return trashStore.remove(id)
  const rows = journal.trashed(id, files.map((file) => file.hash))
  const note = join(folder, 'meta.json')
  if (existsSync(note)) await rename(note, join(folder, 'meta.unread.json'))
  await trashStore.write(metaOf(id, (await stat(folder)).mtime, parts, rows))
}

async function partOf(folder: string, content: string): Promise<Part> {
  const files = await measureTree(join(folder, content)).catch(() => [])
  return { content, files, alone: files[0]?.path === '' ? await readFile(join(folder, content)) : null }
}

function metaOf(id: string, made: Date, parts: readonly Part[], rows: readonly JournalRow[]): TrashMeta {
  const [row] = rows
  const placed = parts.map((part, at) => ({ ...part, path: pathOf(part.files, rows) ?? madeUp(id, at, part) }))
  const first = placed[0]?.path ?? id
  const single = placed.length === 1 && placed[0]?.alone !== null
  const files = placed.flatMap((part) => part.files)
  return {
    id, kind: single ? 'file' : 'folder', name: nameOf(first), path: first, hash: single ? (files[0]?.hash ?? null) : null,
    actor: row?.actor ?? 'outside', session: row?.sessionId ?? null, call: row?.callId ?? null, at: row?.at ?? made.toISOString(),
    words: placed.reduce((sum, part) => sum + wordsIn(part), 0), bytes: files.reduce((sum, file) => sum + file.bytes, 0), state: 'done', paths: placed.map(({ path, content }) => ({ path, content })),
  }
}

const wordsIn = ({ path, files, alone }: Part & { path: string }): number => (alone === null ? files.reduce((sum, file) => sum + file.words, 0) : wordsOf(path, alone))

/** Where the journal says that one of these files was. */
function pathOf(files: readonly Measured[], rows: readonly JournalRow[]): string | null {
  for (const file of files) {
    const end = file.path === '' ? '' : `/${file.path}`
    const row = rows.find(({ path, before }) => before === file.hash && path.endsWith(end))
    if (row !== undefined) return row.path.slice(0, row.path.length - end.length)
  }
  return null
}

const madeUp = (id: string, at: number, { alone }: Part): string => `restored-${id.slice(-6)}${at === 0 ? '' : `-${at}`}${alone !== null && isUtf8(alone) && !alone.includes(0) ? '.md' : ''}`
