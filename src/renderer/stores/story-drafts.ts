import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { ChangedBy } from './story-changes'

/** What was typed into one field and is not (yet) what the story holds. */
export interface Draft {
  text: string; /** The story's value this was typed over. */ base: string; /** On its way to core. */ sending: string | null
  /** Values this window wrote; a late read of one is no change by others. */ wrote: readonly string[]
  /** The field changed elsewhere while it was edited: both are kept until the author chooses. */ theirs: { text: string; by: ChangedBy } | null
  fault: Fault | null; focused: boolean
}

interface Drafts { drafts: Readonly<Record<string, Draft>> }

/** Typed and unsaved text of every form of the story panel, by field; outlives the form that shows it (09 §1 Live). */
export const useStoryDrafts = create<Drafts>(() => ({ drafts: {} }))

export const draftOf = (key: string): Draft | undefined => useStoryDrafts.getState().drafts[key]

export function putDraft(key: string, draft: Draft): void {
  useStoryDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }))
}

export function patchDraft(key: string, change: Partial<Draft>): void {
  const draft = draftOf(key)
  if (draft) putDraft(key, { ...draft, ...change })
}

export function dropDraft(key: string): void {
  if (!draftOf(key)) return
  useStoryDrafts.setState(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key)) }))
}

export const isDirty = (draft: Draft): boolean => draft.text.trim() !== draft.base.trim()

/** The story's value as just read: says nothing of a clean field, shows a clash with a typed one (S6). */
export function noticeValue(key: string, value: string, by: ChangedBy): void {
  const draft = draftOf(key)
  if (!draft || value === draft.base || value === draft.sending || draft.wrote.includes(value)) return
  if (value === draft.text.trim()) return patchDraft(key, { base: value, theirs: null })
  if (!isDirty(draft) && !draft.focused) return dropDraft(key)
  patchDraft(key, { theirs: { text: value, by } })
}

/** The project was closed: drafts belong to it. */
export const clearDrafts = (): void => useStoryDrafts.setState({ drafts: {} })
