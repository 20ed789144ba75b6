import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { DecisionView } from '@shared/story-ledgers'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId, useApp } from './app'
import { coalesced } from './coalesced'

interface Decisions { decisions: readonly DecisionView[] | null; fault: Fault | null; status: string; current: string | null; load(): Promise<void>; setStatus(status: string): void; select(id: string | null): void }

/** Why the story is as it is. */
export const useDecisions = create<Decisions>((set) => ({
  decisions: null, fault: null, status: '', current: null,
  load: coalesced(async () => {
    if (!useApp.getState().project) return
    try {
      const { decisions } = await call('story.decisions', { project: projectId() })
      set({ decisions, fault: null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  }),
  setStatus: (status) => set({ status }),
  select: (current) => set({ current }),
}))

const reload = () => { if (useDecisions.getState().decisions) void useDecisions.getState().load() }
onEvent('story.changed', reload)
onEvent('trash.changed', reload)
onResync(reload)
