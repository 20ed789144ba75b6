import { create } from 'zustand'
import type { DraftValue } from '../panels/world/compose/draft-value'
import type { SliceDraft } from '../panels/world/compose/slice-draft'
import { onOtherNovel } from './app'

/** A subject being made: its first values by attribute name. */
export interface SubjectDraft { readonly id: string; readonly name: string; readonly type: string; readonly time: string; readonly values: Readonly<Record<string, DraftValue>> }
export const newSlice = 'new'

interface Drafts {
  /** By slice id; `new` for one not saved yet. */ slices: Readonly<Record<string, SliceDraft>>
  subject: SubjectDraft | null; /** Texts of schema and calendar that differ from their files. */ texts: Readonly<Record<string, { text: string; base: string | null }>>
  put(key: string, draft: SliceDraft): void
  drop(key: string): void
  putSubject(draft: SubjectDraft | null): void
  putText(file: string, draft: { text: string; base: string | null } | null): void
}

const without = <T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> => Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))
const nothing = { slices: {}, subject: null, texts: {} }
export const nothingWritten = ({ slices, subject, texts }: Pick<Drafts, 'slices' | 'subject' | 'texts'>): boolean => Object.keys(slices).length + Object.keys(texts).length === 0 && subject === null

/** What is being written about the world; outlives the forms that show it and every refresh (09 §1 Live). */
export const useWorldDrafts = create<Drafts>((set, get) => ({
  ...nothing,
  put: (key, draft) => set({ slices: { ...get().slices, [key]: draft } }),
  drop: (key) => set({ slices: without(get().slices, key) }),
  putSubject: (subject) => set({ subject }),
  putText: (file, draft) => set({ texts: draft === null ? without(get().texts, file) : { ...get().texts, [file]: draft } }),
}))

onOtherNovel(() => useWorldDrafts.setState(nothing))
