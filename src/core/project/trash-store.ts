import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { fail, isFault } from '@shared/fault'
import type { TrashItem } from '@shared/procedures/files'
import { syncFolder, writeFileAtomic } from './atomic-write'
import { isAlive, ownProcess } from './process-identity'
import { errorCode, retrying, writeFailed } from './retry'
import type { By, Env } from './types'

/** `meta.json` of a trash item (06 §7). `content` is where each path's bytes lie inside the item. */
const TrashMeta = z.looseObject({
  id: z.string(), kind: z.enum(['file', 'folder', 'project']), name: z.string(), path: z.string(), hash: z.string().nullable(),
  actor: z.string(), session: z.number().nullable(), call: z.string().nullable(), at: z.string(), words: z.number(), bytes: z.number(),
  /** `moving` until every path lies in the item: a crash puts them back. */
  state: z.enum(['moving', 'done']),
  /** The process that makes the item: while it lives, no other ends what it is doing. */
  owner: z.object({ pid: z.number(), startTime: z.string().nullable() }).optional(), paths: z.array(z.object({ path: z.string(), content: z.string() })),
})
export type TrashMeta = z.infer<typeof TrashMeta>
/** An item on its way out: no list shows it any more. */
const gonePrefix = '.gone-'
/** An item being made: it gets its name when everything is in it, so that a death half-way leaves none that cannot be read. */
const newName = (id: string): string => `.new-${ownProcess.pid}-${ownProcess.startTime ?? ''}-${id}`
const newPattern = /^\.new-(\d+)-(\d*)-tr_/
const isId = /^tr_[0-9A-HJKMNP-TV-Z]{26}$/

/** The folder `.nbook/trash`: one folder `tr_<ULID>` per item with `content` and `meta.json`. */
export interface TrashStore {
  place(id: string): string
  metas(): TrashMeta[]
  /** NOT_FOUND. */
  meta(id: string): TrashMeta
  /** A new item, there whole or not at all. */
  create(meta: TrashMeta, content?: Uint8Array, mode?: number): Promise<void>
  /** A word about an item that is there. */
  write(meta: TrashMeta): Promise<void>
  /** Items whose `meta.json` is missing or damaged. */
  lost(): string[]
  /** Finished items, newest first. */
  items(): TrashMeta[]
  /** An item holding a copy of a file that is about to go, under the id its group has noted; the file itself is removed by the group. */
  addCopy(file: { id: string; path: string; bytes: Uint8Array; hash: string; words: number; /** Permissions that it gets back with a restore. */ mode?: number | undefined }, by: By): Promise<void>
  /** Removes an item for ever. */
  remove(id: string): Promise<void>
  /** Removes what a removal left that did not come to its end, and what a dead process had begun to make. */
  removeLeft(): Promise<void>
}

export const newMeta = (env: Env, by: By, more: Pick<TrashMeta, 'kind' | 'name' | 'path' | 'hash' | 'words' | 'bytes' | 'state' | 'paths'>): TrashMeta => ({
  id: env.id('tr'), actor: by.actor, session: by.sessionId, call: by.callId, at: env.now().toISOString(), owner: ownProcess, ...more,
})

export const asTrashItem = (meta: TrashMeta): TrashItem => ({
  id: meta.id, kind: meta.kind, name: meta.name, from: meta.path, place: [], by: meta.actor, sessionId: meta.session, at: meta.at, words: meta.words, bytes: meta.bytes,
})

export const nameOf = (path: string): string => path.split('/').at(-1) ?? path

export function createTrashStore(folder: string, env: Env): TrashStore {
  const place = (id: string): string => (isId.test(id) ? join(folder, id) : fail('NOT_FOUND', `"${id}" is no trash item.`))
  const read = (id: string): TrashMeta | null => {
    try {
      const parsed = TrashMeta.safeParse(JSON.parse(readFileSync(join(folder, id, 'meta.json'), 'utf8')))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }
  const names = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const note = (at: string, meta: TrashMeta): Promise<void> => writeFileAtomic(join(at, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`)
  const create = async (meta: TrashMeta, content?: Uint8Array, mode?: number): Promise<void> => {
    const made = join(folder, newName(meta.id))
    await mkdir(made, { recursive: true })
    try {
      if (content !== undefined) await writeFileAtomic(join(made, 'content'), content, mode === undefined ? {} : { mode })
      await note(made, meta)
      await retrying(() => rename(made, place(meta.id)))
    } catch (error) {
      await rm(made, { recursive: true, force: true })
      if (isFault(error)) throw error
      writeFailed(place(meta.id), error)
    }
    await syncFolder(folder)
  }
  const metas = (): TrashMeta[] => names().filter((name) => isId.test(name)).map(read).filter((meta) => meta !== null)
  return {
    place,
    create,
    write: (meta) => note(place(meta.id), meta),
    lost: () => names().filter((name) => isId.test(name) && read(name) === null && !isBusy(join(folder, name, 'meta.json'))),
    metas,
    items: () => metas().filter((meta) => meta.state === 'done').sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1)),
    meta: (id) => {
      place(id)
      return read(id) ?? fail('NOT_FOUND', `There is no trash item ${id}.`)
    },
    addCopy: async (file, by) => {
      const about = newMeta(env, by, { kind: 'file', name: nameOf(file.path), path: file.path, hash: file.hash, words: file.words, bytes: file.bytes.length, state: 'done', paths: [{ path: file.path, content: 'content' }] })
      await create({ ...about, id: file.id }, file.bytes, file.mode)
    },
    remove: async (id) => {
      const gone = join(dirname(place(id)), `${gonePrefix}${id}`)
      await rename(place(id), gone).catch(() => undefined)
      await rm(gone, { recursive: true, force: true })
    },
    removeLeft: async () => {
      for (const name of names()) {
        const [, pid, startTime] = newPattern.exec(name) ?? []
        const dead = pid !== undefined && !isAlive(Number(pid), startTime || null)
        if (name.startsWith(gonePrefix) || dead) await rm(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}

/** A note that is there and only cannot be read now. */
function isBusy(note: string): boolean {
  try {
    readFileSync(note)
    return false
  } catch (error) {
    return errorCode(error) !== 'ENOENT'
  }
}
