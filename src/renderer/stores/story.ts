import { create } from 'zustand'
import type { StoryOutline } from '@shared/procedures/story'
import type { Fault } from '@shared/fault'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { useApp } from './app'
import { coalesced } from './coalesced'

interface Story { outline: StoryOutline | null; fault: Fault | null; load(): Promise<void>; clear(): void }

/** The read model of the side list; refetched on change, never under an edit (drafts live in their panels). */
export const useStory = create<Story>((set) => ({
  outline: null, fault: null,
  clear: () => set({ outline: null, fault: null }),
  load: coalesced(async () => {
    const project = useApp.getState().project
    if (!project) return
    try {
      set({ outline: await call('story.outline', { project: project.project }), fault: null })
    } catch (error) {
      set({ fault: errorFault(error) })
    }
  }),
}))

/** Keeps the outline live: committed changes show in ≤200 ms, whoever made them. */
export function startStoryStore(): void {
  const load = () => void useStory.getState().load()
  onEvent('story.changed', load)
  onEvent('file.changed', (event) => { if (event.path.startsWith('manuscript/')) load() })
  onEvent('trash.changed', load)
  onResync(load)
}
