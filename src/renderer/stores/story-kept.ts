import { z } from 'zod'
import type { KeptForm } from './kept-forms'
import { readKept } from './read-kept'
import { isDirty, useStoryDrafts, type Draft } from './story-drafts'
import { useStoryForms } from './story-forms'

const Kept = z.object({ forms: z.record(z.string(), z.record(z.string(), z.string())), fields: z.record(z.string(), z.object({ text: z.string(), base: z.string() })) })

const unsaved = (): Record<string, { text: string; base: string }> =>
  Object.fromEntries(Object.entries(useStoryDrafts.getState().drafts).filter(([, draft]) => isDirty(draft)).map(([key, { text, base }]) => [key, { text, base }]))
const begun = (): Record<string, Readonly<Record<string, string>>> => Object.fromEntries(Object.entries(useStoryForms.getState().forms).filter(([, fields]) => Object.values(fields).some((text) => text !== '')))
const again = ({ text, base }: { text: string; base: string }): Draft => ({ text, base, sending: null, wrote: [], theirs: null, fault: null, focused: false })

/** Fields of the plan that could not be saved, and forms not sent yet. */
export const storyFormsKept: KeptForm = {
  name: 'story',
  read: () => {
    const [forms, fields] = [begun(), unsaved()]
    return Object.keys(forms).length + Object.keys(fields).length === 0 ? null : JSON.stringify({ forms, fields })
  },
  restore: (text) => {
    const kept = readKept(Kept, text)
    if (!kept) return
    useStoryForms.setState(({ forms }) => ({ forms: { ...kept.forms, ...forms } }))
    useStoryDrafts.setState(({ drafts }) => ({ drafts: { ...Object.fromEntries(Object.entries(kept.fields).map(([key, field]) => [key, again(field)])), ...drafts } }))
  },
  watch: (changed) => { const stops = [useStoryForms.subscribe(changed), useStoryDrafts.subscribe(changed)]; return () => { for (const stop of stops) stop() } },
}
