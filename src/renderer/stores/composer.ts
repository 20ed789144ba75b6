import { create } from 'zustand'
import type { Picture } from '@shared/session'
import { useLayout, type Kept } from './layout'

interface Composer { focusAsked: boolean; askFocus(): void; focusTaken(): void }

/** Asks the composer to take the focus; its words and pictures are kept with the layout, so they survive closing, reload and restart (09 §1, R5). */
export const useComposer = create<Composer>((set) => ({
  focusAsked: false,
  askFocus: () => set({ focusAsked: true }),
  focusTaken: () => set({ focusAsked: false }),
}))

export const draftKey = (sessionId: number | null): string => (sessionId === null ? 'new' : String(sessionId))
export const draftOf = (key: string): string => useLayout.getState().drafts[key] ?? ''

export function setDraft(key: string, text: string): void {
  const { drafts, set } = useLayout.getState()
  const others = Object.entries(drafts).filter(([one]) => one !== key)
  set({ drafts: Object.fromEntries(text === '' ? others : [...others, [key, text]]) })
}

const none: readonly Picture[] = []
export const draftPicturesIn = (layout: Pick<Kept, 'draftPictures'>, key: string): readonly Picture[] => layout.draftPictures[key] ?? none
export const draftPicturesOf = (key: string): readonly Picture[] => draftPicturesIn(useLayout.getState(), key)

export function setDraftPictures(key: string, pictures: readonly Picture[]): void {
  const { draftPictures, set } = useLayout.getState()
  const others = Object.entries(draftPictures).filter(([one]) => one !== key)
  set({ draftPictures: Object.fromEntries(pictures.length === 0 ? others : [...others, [key, [...pictures]]]) })
}

/** Opens the assistant with a request written in its composer; sending stays the author's. */
export function askAssistant(text: string): void {
  const { sessionId, set } = useLayout.getState()
  set({ assistant: true })
  setDraft(draftKey(sessionId), text)
  useComposer.getState().askFocus()
}
