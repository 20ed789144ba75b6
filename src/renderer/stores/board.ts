import { create } from 'zustand'
import { useLayout } from './layout'

export type StoryTab = 'board' | 'promises' | 'decisions'

interface Board {
  tab: StoryTab; /** Key of the row the keys act on, e.g. `scene:12`. */ current: string | null; editing: string | null; /** The scene whose chapter is being chosen. */ placing: string | null
  /** Threads whose scenes are folded away. */ folded: ReadonlySet<string>; showArchived: boolean
  setTab(tab: StoryTab): void
  select(key: string | null): void
  edit(key: string | null): void
  place(sceneId: string | null): void
  fold(threadId: string, folded: boolean): void
  foldAll(threadIds: readonly string[]): void
  setShowArchived(on: boolean): void
}

/** What the author looks at on the board; the story itself is in `useStory`. */
export const useBoard = create<Board>((set, get) => ({
  tab: 'board', current: null, editing: null, placing: null, folded: new Set(), showArchived: false,
  setTab: (tab) => set({ tab }),
  select: (current) => set({ current }),
  edit: (editing) => set({ editing }),
  place: (placing) => set({ placing }),
  fold(threadId, folded) {
    const next = new Set(get().folded)
    if (folded) next.add(threadId)
    else next.delete(threadId)
    set({ folded: next })
  },
  foldAll: (threadIds) => set({ folded: new Set(threadIds) }),
  setShowArchived: (showArchived) => set({ showArchived }),
}))

/** Shows one of the three views in the centre. */
export function openBoard(tab?: StoryTab): void {
  if (tab) useBoard.getState().setTab(tab)
  useLayout.getState().set({ centre: 'board' })
}
