import { create } from 'zustand'
import { onEvent } from '../bridge/event-stream'
import { onOtherNovel } from './app'
import { useLayout } from './layout'
import { useWorld } from './world'

export type WorldTab = 'state' | 'issues' | 'rules' | 'calendar'
/** What is written in the centre: a new slice, an existing one, a new subject. */
export type Writing = { kind: 'slice'; id: string | null } | { kind: 'subject' } | null

interface View {
  tab: WorldTab; /** Null: the latest. */ cursor: string | null; /** The chapter the cursor was set by. */ chapter: string | null; subject: string | null; writing: Writing; filter: string; /** Changed by others and not looked at yet. */ unseen: ReadonlySet<string>
  setTab(tab: WorldTab): void
  /** Moves the instant cursor and leaves a form, whose draft stays. */
  look(instant: string | null, chapter?: string | null): void
  showSubject(id: string): void
  write(writing: Writing): void
  setFilter(filter: string): void
  seen(sliceId: string): void
}

const start = { tab: 'state', cursor: null, chapter: null, subject: null, writing: null, filter: '', unseen: new Set<string>() } as const

/** What the author looks at in the world: the cursor, a subject, a form. */
export const useWorldView = create<View>((set, get) => ({
  ...start,
  setTab: (tab) => set({ tab, writing: null }),
  look: (cursor, chapter = null) => set({ cursor, chapter, ...(get().tab === 'state' ? {} : { tab: 'state' }), writing: null }),
  showSubject: (subject) => set({ subject, tab: 'state', writing: null }),
  write: (writing) => set({ writing }),
  setFilter: (filter) => set({ filter }),
  seen(sliceId) {
    if (!get().unseen.has(sliceId)) return
    const unseen = new Set(get().unseen)
    unseen.delete(sliceId)
    set({ unseen })
  },
}))

onOtherNovel(() => useWorldView.setState({ ...start, unseen: new Set() }))

const mostUnseen = 500
let foreign = false
onEvent('world.changed', ({ by }) => { if (by !== 'author') foreign = true })
/** What others wrote is marked until it is looked at; another process does not say what it was, so the lists are compared. */
useWorld.subscribe(({ slices }, before) => {
  if (!foreign || slices === before.slices || !slices || !before.slices) return
  foreign = false
  const known = new Map(before.slices.map((slice) => [slice.id, JSON.stringify(slice)]))
  const changed = slices.filter((slice) => known.get(slice.id) !== JSON.stringify(slice)).map(({ id }) => id)
  useWorldView.setState(({ unseen }) => ({ unseen: new Set([...unseen, ...changed].slice(-mostUnseen)) }))
})

/** The instant the panel shows. */
export const instantOf = (cursor: string | null, now: string): string => cursor ?? now
export const useInstant = (): string => {
  const cursor = useWorldView((s) => s.cursor)
  const now = useWorld((s) => s.now)
  return instantOf(cursor, now)
}

/** Shows the world; the first time makes its icon stay (09 §1). */
export function openWorld(tab?: WorldTab): void {
  if (tab) useWorldView.getState().setTab(tab)
  useLayout.getState().show('world')
}
