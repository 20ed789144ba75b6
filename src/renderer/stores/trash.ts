import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { TrashItem } from '@shared/procedures/files'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { onOtherNovel, projectId, shownNovel, useApp } from './app'

interface Trash {
  items: TrashItem[] | null; fault: Fault | null; shown: string | null; ticked: ReadonlySet<string>; purging: boolean
  load(): Promise<void>
  show(id: string | null): void
  tick(id: string): void
  setPurging(open: boolean): void
}

const nothing = { items: null, fault: null, shown: null, ticked: new Set<string>(), purging: false }

/** What was deleted, newest first; which one is looked at, which are chosen. */
export const useTrash = create<Trash>((set, get) => ({
  ...nothing,
  async load() {
    const project = projectId()
    try {
      const { items } = await call('trash.list', { project })
      if (shownNovel() !== project) return
      const ids = new Set(items.map((item) => item.id))
      const shown = get().shown
      set({ items, fault: null, ticked: new Set([...get().ticked].filter((id) => ids.has(id))), shown: shown !== null && ids.has(shown) ? shown : null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  },
  show: (shown) => set({ shown }),
  tick(id) {
    const ticked = new Set(get().ticked)
    if (!ticked.delete(id)) ticked.add(id)
    set({ ticked })
  },
  setPurging: (purging) => set({ purging }),
}))

onOtherNovel(() => useTrash.setState(nothing))
const reload = () => { if (useApp.getState().project && useTrash.getState().items) void useTrash.getState().load() }
onEvent('trash.changed', reload)
onResync(reload)
