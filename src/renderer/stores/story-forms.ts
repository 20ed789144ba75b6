import { create } from 'zustand'

/** Words of forms that are sent whole (a new promise, a decision being taken), by form; they survive closing it. */
interface Forms { forms: Readonly<Record<string, Readonly<Record<string, string>>>>; set(form: string, field: string, text: string): void; clear(form: string): void; /** What was sent is kept; what was typed since stays. */ settle(form: string, sent: Readonly<Record<string, string>>): void }

export const useStoryForms = create<Forms>((set, get) => ({
  forms: {},
  set: (form, field, text) => set({ forms: { ...get().forms, [form]: { ...get().forms[form], [field]: text } } }),
  settle: (form, sent) => set({ forms: { ...get().forms, [form]: Object.fromEntries(Object.entries(get().forms[form] ?? {}).filter(([field, text]) => sent[field] !== text)) } }),
  clear: (form) => set({ forms: Object.fromEntries(Object.entries(get().forms).filter(([name]) => name !== form)) }),
}))
