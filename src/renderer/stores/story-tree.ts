import type { Output } from '@shared/procedures'
import { create } from 'zustand'

/** How a step is taken back or done again. */
export type Step = NonNullable<Output<'story.undo'>['again']>
/** A step with what it is about, for people; `done` is null when core will say. */
export interface Named { step: Step; done: string | null; title: string | null }

interface StoryTree {
  expanded: ReadonlySet<string>; closed: ReadonlySet<string>; current: string | null; editing: string | null; /** Where a card of the board would land here. */ landing: { key: string; side: 'before' | 'after' | 'into' } | null; undo: Named[]; redo: Named[]
  toggle(key: string, kind: 'act' | 'chapter', open: boolean): void
  select(key: string | null): void
  edit(key: string | null): void
  land(landing: StoryTree['landing']): void
  /** A change of the author's own: what was taken back before it can no longer be done again. */
  pushUndo(id: string | null): void
  popUndo(): Named | undefined
  pushRedo(taken: Named): void
  popRedo(): Named | undefined
  /** Done again: it can be taken back once more, and what else was taken back stays in line. */
  doneAgain(step: Named): void
  /** Taken back some other way. */
  forgetUndo(id: string | null): void
}

const changed = (set: ReadonlySet<string>, key: string, present: boolean) => {
  const next = new Set(set)
  if (present) next.add(key)
  else next.delete(key)
  return next
}

const kept = 200

/** Which rows are open, current, being renamed; and the author's own structural changes that Mod+Z takes back. */
export const useStoryTree = create<StoryTree>((set, get) => ({
  expanded: new Set(), closed: new Set(), current: null, editing: null, landing: null, undo: [], redo: [],
  toggle: (key, kind, open) => set(kind === 'act' ? { closed: changed(get().closed, key, !open) } : { expanded: changed(get().expanded, key, open) }),
  select: (current) => set({ current }),
  edit: (editing) => set({ editing }),
  land: (landing) => { const now = get().landing; if (now?.key !== landing?.key || now?.side !== landing?.side) set({ landing }) },
  pushUndo: (id) => { if (id !== null) set({ undo: [...get().undo, { step: { undoId: id }, done: null, title: null }].slice(-kept), redo: [] }) },
  forgetUndo: (id) => set({ undo: get().undo.filter(({ step }) => !('undoId' in step) || step.undoId !== id) }),
  popUndo() {
    const step = get().undo.at(-1)
    set({ undo: get().undo.slice(0, -1) })
    return step
  },
  pushRedo: (taken) => set({ redo: [...get().redo, taken].slice(-kept) }),
  popRedo() {
    const taken = get().redo.at(-1)
    set({ redo: get().redo.slice(0, -1) })
    return taken
  },
  doneAgain: (step) => set({ undo: [...get().undo, step].slice(-kept) }),
}))
