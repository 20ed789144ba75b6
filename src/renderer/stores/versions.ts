import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Version } from '@shared/procedures/files'
import { call } from '../bridge/call'
import { onEvent } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { onOtherNovel, projectId } from './app'

interface Versions {
  path: string | null; versions: Version[] | null; fault: Fault | null
  /** The version looked at, with its text once read. */ shown: { version: Version; text: string } | null
  load(path: string): Promise<void>
  show(id: string): Promise<void>
  hide(): void
}

const nothing = { path: null, versions: null, fault: null, shown: null }

/** The history of the text in front. */
export const useVersions = create<Versions>((set, get) => ({
  ...nothing,
  async load(path) {
    if (get().path !== path) set({ path, versions: null, fault: null, shown: null })
    try {
      const { versions } = await call('versions.list', { project: projectId(), path })
      if (get().path === path) set({ versions, fault: null })
    } catch (error) {
      if (get().path === path) set({ fault: errorFault(error) })
    }
  },
  async show(id) {
    const { path } = get()
    try {
      const shown = await call('versions.text', { project: projectId(), id })
      if (get().path === path) set({ shown, fault: null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  },
  hide: () => set({ shown: null }),
}))

onOtherNovel(() => useVersions.setState(nothing))
onEvent('version.added', ({ path }) => { if (useVersions.getState().path === path) void useVersions.getState().load(path) })
