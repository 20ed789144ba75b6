import { create } from 'zustand'

interface EditorView { find: boolean; history: boolean; /** Grows when the find bar should take the focus again. */ findAsked: number; openFind(): void; closeFind(): void; toggleHistory(): void; closeHistory(): void }

/** Which of the editor's own bars are open. */
export const useEditorView = create<EditorView>((set, get) => ({
  find: false, history: false, findAsked: 0,
  openFind: () => set({ find: true, findAsked: get().findAsked + 1 }),
  closeFind: () => set({ find: false }),
  toggleHistory: () => set({ history: !get().history }),
  closeHistory: () => set({ history: false }),
}))
