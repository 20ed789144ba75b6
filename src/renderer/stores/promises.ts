import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { PromiseView } from '@shared/story-ledgers'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId, useApp } from './app'
import { coalesced } from './coalesced'

export interface PromiseFilter { status: string; importance: string; stage: string; due: boolean }
interface Promises {
  promises: readonly PromiseView[] | null; fault: Fault | null; filter: PromiseFilter; current: string | null
  load(): Promise<void>
  setFilter(change: Partial<PromiseFilter>): void
  select(id: string | null): void
}

export const noFilter: PromiseFilter = { status: '', importance: '', stage: '', due: false }

/** What the reader was promised, as core lists it: open first, by importance. */
export const usePromises = create<Promises>((set, get) => ({
  promises: null, fault: null, filter: noFilter, current: null,
  load: coalesced(async () => {
    if (!useApp.getState().project) return
    try {
      const { promises } = await call('story.promises', { project: projectId() })
      set({ promises, fault: null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  }),
  setFilter: (change) => set({ filter: { ...get().filter, ...change } }),
  select: (current) => set({ current }),
}))

const reload = () => { if (usePromises.getState().promises) void usePromises.getState().load() }
onEvent('story.changed', reload)
onEvent('trash.changed', reload)
onResync(reload)
