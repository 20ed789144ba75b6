import { create } from 'zustand'
import type { StoryOutline } from '@shared/procedures/story'
import type { Fault } from '@shared/fault'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { useApp } from './app'

interface Story { outline: StoryOutline | null; fault: Fault | null; load(): Promise<void>; clear(): void }

let loading: Promise<void> | null = null
let next: Promise<void> | null = null

/** The read model of the side list; refetched on change, never under an edit (drafts live in their panels). */
export const useStory = create<Story>((set, get) => ({
  outline: null, fault: null,
  clear: () => set({ outline: null, fault: null }),
  async load() {
    // One on its way may have been read before the change the caller waits for: what counts is the one after it.
    if (loading) return (next ??= loading.then(() => { next = null; return get().load() }))
    const project = useApp.getState().project
    if (!project) return
    loading = call('story.outline', { project: project.project })
      .then((outline) => set({ outline, fault: null }))
      .catch((error: unknown) => set({ fault: errorFault(error) }))
      .finally(() => { loading = null })
    return loading
  },
}))

/** Keeps the outline live: committed changes show in ≤200 ms, whoever made them. */
export function startStoryStore(): void {
  const load = () => void useStory.getState().load()
  onEvent('story.changed', load)
  onEvent('file.changed', (event) => { if (event.path.startsWith('manuscript/')) load() })
  onEvent('trash.changed', load)
  onResync(load)
}
