import { create } from 'zustand'

/** Words of forms that are sent whole (a new promise, a decision being taken), by form; they survive closing it. */
interface Forms { forms: Readonly<Record<string, Readonly<Record<string, string>>>>; set(form: string, field: string, text: string): void; clear(form: string): void }

export const useStoryForms = create<Forms>((set, get) => ({
  forms: {},
  set: (form, field, text) => set({ forms: { ...get().forms, [form]: { ...get().forms[form], [field]: text } } }),
  clear: (form) => set({ forms: Object.fromEntries(Object.entries(get().forms).filter(([name]) => name !== form)) }),
}))
