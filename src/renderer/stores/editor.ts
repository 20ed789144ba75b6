import { create } from 'zustand'

interface EditorView {
  find: boolean; query: string; matchCase: boolean; /** Grows each time the bar is asked for, so that it takes the focus again. */ findAsked: number
  history: boolean
  openFind(chosen: string): void
  setFind(change: { query?: string; matchCase?: boolean }): void
  closeFind(): void
  toggleHistory(): void
  closeHistory(): void
}

/** Which of the editor's own bars are open, and what is looked for. */
export const useEditorView = create<EditorView>((set, get) => ({
  find: false, query: '', matchCase: false, findAsked: 0, history: false,
  openFind: (chosen) => set({ find: true, findAsked: get().findAsked + 1, ...(chosen === '' ? {} : { query: chosen }) }),
  setFind: (change) => set(change),
  closeFind: () => set({ find: false }),
  toggleHistory: () => set({ history: !get().history }),
  closeHistory: () => set({ history: false }),
}))
