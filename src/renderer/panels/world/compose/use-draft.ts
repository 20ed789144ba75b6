import { useMemo } from 'react'
import type { Slice } from '@shared/world'
import { useWorld } from '../../../stores/world'
import { newSlice, useWorldDrafts } from '../../../stores/world-drafts'
import { useSlice } from '../../../stores/world-state'
import { draftOfSlice, emptyDraft, isDirty, wordsOf, type Known, type SliceDraft } from './slice-draft'

const noTypes = {}
const noSubjects: Known['subjects'] = []

/** What the forms need to know of the world, the same object while it stays the same. */
export function useKnown(): Known {
  const types = useWorld((s) => s.files?.schema.types) ?? noTypes
  const subjects = useWorld((s) => s.subjects) ?? noSubjects
  return useMemo(() => ({ types, subjects }), [types, subjects])
}
export const knownNow = (): Known => ({ types: useWorld.getState().files?.schema.types ?? {}, subjects: useWorld.getState().subjects ?? [] })

export interface Form {
  readonly key: string; readonly draft: SliceDraft | null; readonly dirty: boolean; /** The slice as the world holds it now. */ readonly stored: Slice | null; /** It was hidden since the form was opened. */ readonly gone: boolean; /** It was changed elsewhere since. */ readonly theirs: Slice | null
  put(draft: SliceDraft): void
  drop(): void
}

const words = ({ instant, title, summary, kind, patches }: Slice): string => JSON.stringify([instant, title, summary, kind, patches])

/** The form of a slice: what was typed, over what is stored. Only a changed draft is kept; a clean one follows the world. */
export function useForm(id: string | null): Form {
  const key = id ?? newSlice
  const known = useKnown()
  const kept = useWorldDrafts((s) => s.slices[key])
  const stored = useSlice(id)
  const slices = useWorld((s) => s.slices)
  const clean = useMemo(() => (id === null ? emptyDraft() : stored ? draftOfSlice(stored, known) : null), [id, stored, known])
  const draft = kept ?? clean
  const base = kept?.base ?? null
  const cleanWords = useMemo(() => (base === null ? null : wordsOf(draftOfSlice(base, known))), [base, known])
  const put = useWorldDrafts((s) => s.put)
  const drop = useWorldDrafts((s) => s.drop)
  const theirs = kept?.base && stored && words(kept.base) !== words(stored) ? stored : null
  return { key, draft, dirty: kept !== undefined && isDirty(kept, cleanWords), stored, gone: id !== null && slices !== null && !slices.some((slice) => slice.id === id), theirs, put: (draft) => put(key, draft), drop: () => drop(key) }
}
