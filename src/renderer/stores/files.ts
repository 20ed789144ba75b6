import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { FileRow } from '@shared/procedures/files'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { onOtherNovel, projectId, shownNovel, useApp } from './app'

interface Files {
  folders: Readonly<Record<string, FileRow[]>>; open: ReadonlySet<string>; current: string | null; editing: string | null; /** Taken by Mod+X, to be put elsewhere by Mod+V. */ cut: string | null; fault: Fault | null
  load(dir: string): Promise<void>
  toggle(dir: string, open: boolean): void
  select(path: string | null): void
  edit(path: string | null): void
  setCut(path: string | null): void
}

const nothing = { folders: {}, open: new Set<string>(), current: null, editing: null, cut: null, fault: null }

/** Folder contents read so far; only open folders are read. */
export const useFiles = create<Files>((set, get) => ({
  ...nothing,
  async load(dir) {
    const project = projectId()
    try {
      const { rows } = await call('files.list', { project, dir })
      if (shownNovel() !== project) return
      set({ folders: { ...get().folders, [dir]: rows }, fault: null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  },
  toggle(dir, open) {
    const next = new Set(get().open)
    if (open) next.add(dir)
    else next.delete(dir)
    set({ open: next })
    if (open) void get().load(dir)
  },
  select: (current) => set({ current }),
  edit: (editing) => set({ editing }),
  setCut: (cut) => set({ cut }),
}))

const parent = (path: string) => path.split('/').slice(0, -1).join('/')
let due: ReturnType<typeof setTimeout> | undefined
const dirty = new Set<string>()

function reload(dirs: Iterable<string>): void {
  const { folders } = useFiles.getState()
  for (const dir of dirs) if (dir in folders) dirty.add(dir)
  clearTimeout(due)
  due = setTimeout(() => {
    const now = [...dirty]
    dirty.clear()
    if (useApp.getState().project) for (const dir of now) void useFiles.getState().load(dir)
  }, 50)
}

/** A folder and every folder above it may have changed; a new folder shows in its parent. */
const upwards = (path: string): string[] => {
  const dirs: string[] = []
  for (let dir = parent(path); ; dir = parent(dir)) { dirs.push(dir); if (dir === '') return dirs }
}
onOtherNovel(() => useFiles.setState(nothing))
onEvent('file.changed', ({ path, from }) => reload([...upwards(path), ...(from === null ? [] : upwards(from))]))
onEvent('trash.changed', () => reload(Object.keys(useFiles.getState().folders)))
onResync(() => reload(Object.keys(useFiles.getState().folders)))
