import { create } from 'zustand'

interface StoryTree {
  expanded: ReadonlySet<string>; closed: ReadonlySet<string>; current: string | null; editing: string | null; undoIds: string[]
  toggle(key: string, kind: 'act' | 'chapter', open: boolean): void
  select(key: string | null): void
  edit(key: string | null): void
  pushUndo(id: string | null): void
  popUndo(): string | undefined
  /** Taken back some other way. */
  forgetUndo(id: string | null): void
}

const changed = (set: ReadonlySet<string>, key: string, present: boolean) => {
  const next = new Set(set)
  if (present) next.add(key)
  else next.delete(key)
  return next
}

/** Which rows are open, current, being renamed; and the author's own structural changes that Mod+Z takes back. */
export const useStoryTree = create<StoryTree>((set, get) => ({
  expanded: new Set(), closed: new Set(), current: null, editing: null, undoIds: [],
  toggle: (key, kind, open) => set(kind === 'act' ? { closed: changed(get().closed, key, !open) } : { expanded: changed(get().expanded, key, open) }),
  select: (current) => set({ current }),
  edit: (editing) => set({ editing }),
  pushUndo: (id) => { if (id !== null) set({ undoIds: [...get().undoIds, id].slice(-200) }) },
  forgetUndo: (id) => set({ undoIds: get().undoIds.filter((one) => one !== id) }),
  popUndo() {
    const id = get().undoIds.at(-1)
    set({ undoIds: get().undoIds.slice(0, -1) })
    return id
  },
}))
