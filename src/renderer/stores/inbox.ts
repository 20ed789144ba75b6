import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { ChangeGroup, ChangeItem, Clash } from '@shared/procedures/inbox'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { isShown, onOtherNovel, useApp } from './app'
import { coalesced } from './coalesced'

/** How many items one look lists. */
export const listed = 300

interface Inbox {
  view: 'new' | 'all'; groups: ChangeGroup[] | null; waiting: number; more: boolean; fault: Fault | null
  /** The item looked at, with its place so that the next one is shown when it is settled. */ shown: string | null; at: number
  /** What the author is asked about, for the item it names. */ clash: Clash | null
  /** Counts acts from the list: the row shown then takes the focus. */ focusAsked: number
  load(): Promise<void>
  setView(view: 'new' | 'all'): void
  show(id: string): void
  ask(clash: Clash | null): void
  askFocus(): void
}

export const itemsOf = (groups: readonly ChangeGroup[] | null): ChangeItem[] => (groups ?? []).flatMap((group) => group.items)

/** An item's first row: its id grows while a run goes on changing the same thing. */
const rootOf = (id: string): string => id.split('.')[0] ?? id

/** What is looked at after a new list: the same item, the same one grown, else what stands in its place now. */
function stillShown(items: readonly ChangeItem[], shown: string | null, at: number): string | null {
  if (shown === null) return null
  const same = items.find((item) => item.id === shown) ?? items.find((item) => rootOf(item.id) === rootOf(shown))
  return (same ?? items[Math.min(at, items.length - 1)])?.id ?? null
}

const nothing = { view: 'new', groups: null, waiting: 0, more: false, fault: null, shown: null, at: 0, clash: null } as const

/** What others changed and proposals, newest first; kept live by events. */
export const useInbox = create<Inbox>((set, get) => ({
  ...nothing, focusAsked: 0,
  load: coalesced(async () => {
    const project = useApp.getState().project
    if (!project) return
    try {
      const { view } = get()
      const { groups, waiting, more } = await call('inbox.list', { project: project.project, view, limit: listed })
      if (!isShown(project.project) || get().view !== view) return
      const shown = stillShown(itemsOf(groups), get().shown, get().at)
      const { clash } = get()
      set({ groups, waiting, more, fault: null, shown, at: Math.max(0, itemsOf(groups).findIndex((item) => item.id === shown)), clash: clash !== null && clash.id === shown ? clash : null })
    } catch (error) {
      if (isShown(project.project)) set({ fault: errorFault(error) })
    }
  }),
  setView(view) {
    set({ view, groups: null })
    void get().load()
  },
  show(shown) {
    if (shown === get().shown) return
    set({ shown, at: Math.max(0, itemsOf(get().groups).findIndex((item) => item.id === shown)), clash: null })
  },
  ask: (clash) => set({ clash }),
  askFocus: () => set({ focusAsked: get().focusAsked + 1 }),
}))

onOtherNovel(() => useInbox.setState(nothing))

/** What others commit is in the list in ≤200 ms (09 §1 Live). */
export function startInboxStore(): void {
  const load = () => void useInbox.getState().load()
  const ofOthers = ({ by }: { by: 'author' | 'agent' | 'outside' }) => { if (by !== 'author') load() }
  onEvent('inbox.changed', load)
  onEvent('file.changed', ofOthers)
  onEvent('story.changed', ofOthers)
  onEvent('world.changed', ofOthers)
  onResync(load)
}
