import { create } from 'zustand'
import type { StoryOutline } from '@shared/procedures/story'
import type { Fault } from '@shared/fault'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { isShown, onOtherNovel, useApp } from './app'
import { coalesced } from './coalesced'

interface Story { outline: StoryOutline | null; fault: Fault | null; load(): Promise<void> }

/** The read model of the side list; refetched on change, never under an edit (drafts live in their panels). */
export const useStory = create<Story>((set) => ({
  outline: null, fault: null,
  load: coalesced(async () => {
    const project = useApp.getState().project
    if (!project) return
    try {
      const outline = await call('story.outline', { project: project.project })
      if (isShown(project.project)) set({ outline, fault: null })
    } catch (error) {
      if (isShown(project.project)) set({ fault: errorFault(error) })
    }
  }),
}))

onOtherNovel(() => useStory.setState({ outline: null, fault: null }))

/** Keeps the outline live: committed changes show in ≤200 ms, whoever made them. */
export function startStoryStore(): void {
  const load = () => void useStory.getState().load()
  onEvent('story.changed', load)
  onEvent('file.changed', (event) => { if (event.path.startsWith('manuscript/')) load() })
  onEvent('trash.changed', load)
  onResync(load)
}
