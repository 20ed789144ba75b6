import { create } from 'zustand'
import type { EventOf } from '@shared/events'
import { onEvent } from '../bridge/event-stream'

export type ChangedBy = EventOf<'story.changed'>['by']
interface Changes { by: Readonly<Record<string, ChangedBy>>; /** Changed by others and not looked at yet. */ unseen: ReadonlySet<string>; seen(key: string): void }

const mostKept = 2_000

/** Who changed an entity last, as the event said; and what others changed that the author has not looked at (09 §1 Live). */
export const useStoryChanges = create<Changes>((set, get) => ({
  by: {}, unseen: new Set(),
  seen(key) {
    if (!get().unseen.has(key)) return
    const unseen = new Set(get().unseen)
    unseen.delete(key)
    set({ unseen })
  },
}))

export const changedBy = (kind: string, id: string): ChangedBy => useStoryChanges.getState().by[`${kind}:${id}`] ?? 'outside'

/** The event names kinds and ids apart, so every pair is noted; a wrong pair names nothing that exists or was changed too. */
onEvent('story.changed', ({ kinds, ids, by }) => {
  if (kinds.length * ids.length > mostKept) return
  const keys = kinds.flatMap((kind) => ids.map((id) => `${kind}:${id}`))
  const state = useStoryChanges.getState()
  const unseen = by === 'author' ? state.unseen : new Set([...state.unseen, ...keys].slice(-mostKept))
  useStoryChanges.setState({ by: { ...state.by, ...Object.fromEntries(keys.map((key) => [key, by])) }, unseen })
})
