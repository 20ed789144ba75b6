import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ProfileLayer } from '@shared/procedures/profiles'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { currentLocale } from '../i18n/text'
import { onOtherNovel, shownNovel } from './app'
import { coalesced } from './coalesced'

export type OwnLayer = Exclude<ProfileLayer, 'product'>
/** A text being written: what it started from, null for a file that is not there yet. */
export interface ProfileDraft { readonly text: string; readonly baseHash: string | null }

interface Profiles {
  overview: Output<'profiles.overview'> | null; shown: Output<'profiles.show'> | null; /** The profile in front; null: the list. */ key: string | null; fault: Fault | null
  /** By `layer key`; they outlive a look elsewhere until they are saved or discarded (09 §1 Live). */ drafts: Readonly<Record<string, ProfileDraft>>
  load(): Promise<void>
  open(key: string | null): void
  draft(layer: OwnLayer, key: string, draft: ProfileDraft | null): void
}

export const draftId = (layer: OwnLayer, key: string): string => `${layer} ${key}`

async function read(): Promise<void> {
  const project = shownNovel()
  if (project === undefined) return
  const { key } = useProfiles.getState()
  try {
    const [overview, shown] = await Promise.all([call('profiles.overview', { project, lang: currentLocale() }), key === null ? null : call('profiles.show', { project, key, lang: currentLocale() })])
    if (shownNovel() === project && useProfiles.getState().key === key) useProfiles.setState({ overview, shown, fault: null })
  } catch (error) {
    if (shownNovel() === project) useProfiles.setState({ fault: errorFault(error) })
  }
}

/** Kinds of assistants as their files stand, and what the author writes of them (04 §1). */
export const useProfiles = create<Profiles>((set, get) => ({
  overview: null, shown: null, key: null, fault: null, drafts: {},
  load: coalesced(read),
  open(key) { set({ key, shown: null }); void get().load() },
  draft(layer, key, draft) {
    const others = Object.entries(get().drafts).filter(([id]) => id !== draftId(layer, key))
    set({ drafts: Object.fromEntries(draft === null ? others : [...others, [draftId(layer, key), draft]]) })
  },
}))

const reload = () => { if (useProfiles.getState().overview) void useProfiles.getState().load() }
onEvent('settings.changed', reload)
onEvent('trust.changed', reload)
onResync(reload)
onOtherNovel(() => useProfiles.setState({ overview: null, shown: null, key: null, fault: null, drafts: {} }))
