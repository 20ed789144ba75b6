import { create } from 'zustand'
import type { Picture } from '@shared/session'
import { useLayout } from './layout'

interface Composer {
  focusAsked: boolean; /** Put beside the words of a message not yet sent, by its draft's key. */ pictures: Readonly<Record<string, readonly Picture[]>>
  askFocus(): void
  focusTaken(): void
  setPictures(key: string, pictures: readonly Picture[]): void
}

/** Asks the composer to take the focus; its words are kept with the layout, so they survive closing, reload and restart (09 §1, R5). */
export const useComposer = create<Composer>((set, get) => ({
  focusAsked: false, pictures: {},
  askFocus: () => set({ focusAsked: true }),
  focusTaken: () => set({ focusAsked: false }),
  setPictures(key, pictures) {
    const others = Object.entries(get().pictures).filter(([one]) => one !== key)
    set({ pictures: Object.fromEntries(pictures.length === 0 ? others : [...others, [key, pictures]]) })
  },
}))

export const draftKey = (sessionId: number | null): string => (sessionId === null ? 'new' : String(sessionId))
export const draftOf = (key: string): string => useLayout.getState().drafts[key] ?? ''

export function setDraft(key: string, text: string): void {
  const { drafts, set } = useLayout.getState()
  const others = Object.entries(drafts).filter(([one]) => one !== key)
  set({ drafts: Object.fromEntries(text === '' ? others : [...others, [key, text]]) })
}

/** Opens the assistant with a request written in its composer; sending stays the author's. */
export function askAssistant(text: string): void {
  const { sessionId, set } = useLayout.getState()
  set({ assistant: true })
  setDraft(draftKey(sessionId), text)
  useComposer.getState().askFocus()
}
