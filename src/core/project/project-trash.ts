import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import type { TrashItem } from '@shared/procedures/files'
import { retryingSync, writeFailed } from './retry'
import { folderBytes } from './folder-size'
import { freeSlug } from './slug'
import { asTrashItem, createTrashStore, newMeta, type TrashMeta } from './trash-store'
import type { By, Env } from './types'

/** Whole projects that were deleted: `<workspace>/.wenqu-trash/tr_<ULID>/<slug>` (02 §4). */
export interface ProjectTrash {
  /** The project must be closed. WRITE_FAILED. */
  put(dir: string, title: string, words: number, by: By): Promise<TrashItem>
  list(): TrashItem[]
  has(id: string): boolean
  /** Back to its place, or `slug-2` when that is taken; gives the folder. */
  restore(id: string): Promise<{ dir: string; renamed: boolean }>
  /** TITLE_MISMATCH unless the exact title is given. */
  purge(id: string, confirmTitle: string | undefined): Promise<void>
}

export function createProjectTrash(workspace: string, env: Env): ProjectTrash {
  const store = createTrashStore(join(workspace, '.wenqu-trash'), env)
  return {
    put: async (dir, title, words, by) => {
      const slug = basename(dir)
      const meta: TrashMeta = newMeta(env, by, { kind: 'project', name: title, path: slug, hash: null, words, bytes: await folderBytes(dir), state: 'done', paths: [{ path: slug, content: slug }] })
      await store.create(meta)
      try {
        retryingSync(() => renameSync(dir, join(store.place(meta.id), slug)))
      } catch (error) {
        await store.remove(meta.id)
        writeFailed(dir, error)
      }
      return asTrashItem(meta)
    },
    list: () => store.items().filter((meta) => existsSync(join(store.place(meta.id), meta.path))).map(asTrashItem),
    has: (id) => store.items().some((meta) => meta.id === id),
    restore: async (id) => {
      const meta = store.meta(id)
      const taken = existsSync(join(workspace, meta.path))
      const dir = join(workspace, taken ? freeSlug(workspace, meta.path) : meta.path)
      renameSync(join(store.place(id), meta.path), dir)
      await store.remove(id)
      return { dir, renamed: taken }
    },
    purge: async (id, confirmTitle) => {
      const meta = store.meta(id)
      if (confirmTitle !== meta.name) titleMismatch(meta.name)
      await store.remove(id)
    },
  }
}

export const workspaceOf = (dir: string): string => dirname(dir)

/** The confirmation of what cannot be taken back must be the exact title. */
export const titleMismatch = (title: string): never => fail('TITLE_MISMATCH', `Type the exact title to confirm: ${title}`, { expected: title })
