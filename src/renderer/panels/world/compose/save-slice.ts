import type { Fault } from '@shared/fault'
import type { WorldWrite } from '@shared/world'
import { errorFault } from '../../../i18n/fault-text'
import { newSlice, useWorldDrafts } from '../../../stores/world-drafts'
import { useWorldView } from '../../../stores/world-view'
import { useWorld } from '../../../stores/world'
import { changedSlice, createdSlice, focusSlices, saveWrite } from '../world-actions'
import type { Form } from './use-draft'

/** Saves what is written; the draft goes only once it is saved. Returns what core said against it. */
export async function saveSlice(form: Form, write: WorldWrite): Promise<Fault | null> {
  const { draft, key } = form
  if (!draft) return null
  try {
    const { sliceId } = await saveWrite(write)
    const drafts = useWorldDrafts.getState()
    // Words typed while it was being saved stay.
    if (drafts.slices[key] === draft) drafts.drop(key)
    if (draft.merged) drafts.drop(newSlice)
    if (draft.base) changedSlice(draft.base, draft.title.trim())
    else createdSlice(sliceId, draft.title.trim())
    const saved = useWorld.getState().slices?.find(({ id }) => id === sliceId)
    const first = draft.rows.find((row) => row.subjectId !== '')?.subjectId
    useWorldView.setState({ writing: null, tab: 'state', chapter: null, ...(saved ? { cursor: saved.instant } : {}), ...(first === undefined ? {} : { subject: first }) })
    focusSlices()
    return null
  } catch (error) {
    return errorFault(error)
  }
}

const rowIn = /\/(?:patches|edits)\/(\d+)/

/** The row a fault of core speaks of. */
export const rowOfFault = (fault: Fault | null, order: readonly string[]): string | null => {
  const at = fault?.pointer === undefined ? undefined : rowIn.exec(fault.pointer)?.[1]
  return at === undefined ? null : (order[Number(at)] ?? null)
}
