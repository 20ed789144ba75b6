import { create } from 'zustand'
import { useLayout } from './layout'

interface Composer { drafts: Readonly<Record<string, string>>; focusAsked: number; setDraft(session: string, text: string): void; askFocus(): void }

/** Unsent words per session (`new` for one not begun); they survive closing the panel until sent (09 §1). */
export const useComposer = create<Composer>((set, get) => ({
  drafts: {}, focusAsked: 0,
  setDraft: (session, text) => set({ drafts: { ...get().drafts, [session]: text } }),
  askFocus: () => set({ focusAsked: get().focusAsked + 1 }),
}))

/** Opens the assistant with a request written in its composer; sending stays the author's. */
export function askAssistant(text: string): void {
  const { sessionId, set } = useLayout.getState()
  set({ assistant: true })
  useComposer.getState().setDraft(sessionId === null ? 'new' : String(sessionId), text)
  useComposer.getState().askFocus()
}
