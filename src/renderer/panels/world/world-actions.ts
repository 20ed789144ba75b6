import type { PatchEdit, Slice, WorldIssue, WorldWrite } from '@shared/world'
import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { isReadOnly, projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt, inform } from '../../stores/notices'
import { ownChange, useWorld } from '../../stores/world'
import { useWorldUndo } from '../../stores/world-undo'
import { useWorldView } from '../../stores/world-view'
import { lastUpTo } from './timeline/scale'

/** Says what was done and offers to take this step back; `back` does it. */
function said(message: string, back: () => Promise<unknown>): void {
  const undoId = useWorldUndo.getState().push(back)
  inform(message, { label: text('common.undo'), run: () => useWorldUndo.getState().takeBack(undoId), undoId })
}

/** One write of the author; throws its fault. */
export async function saveWrite(write: WorldWrite): Promise<{ sliceId: string; issues: WorldIssue[] }> {
  return ownChange(() => call('world.save', { project: projectId(), write }))
}

const hide = (sliceId: string) => attempt(() => saveWrite({ do: 'hide', sliceId }))

export async function restoreSlice(sliceId: string, at?: string): Promise<boolean> {
  return (await attempt(() => ownChange(() => call('world.restore', { project: projectId(), sliceId, ...(at === undefined ? {} : { at }) })))) !== null
}

/** Takes a slice out of the world; the trash and Undo bring it back. */
export async function hideSlice({ id, title }: Slice): Promise<void> {
  if (isReadOnly() || !(await hide(id))) return
  said(text('world.hiddenNow', { title }), () => restoreSlice(id))
}

/** After a new slice was saved: taking it back hides it. */
export function createdSlice(id: string, title: string): void {
  said(text('world.savedNow', { title }), () => hide(id))
}

/** After an edit: taking it back writes the slice as it was. */
export function changedSlice(before: Slice, title: string): void {
  said(text('world.savedNow', { title }), () => attempt(async () => {
    const now = await call('world.slice', { project: projectId(), id: before.id })
    const edits: PatchEdit[] = [...(now.patches ?? []).map(({ patchId }) => ({ patchId, remove: true as const })), ...(before.patches ?? []).map(({ patchId: _id, ...patch }) => ({ add: patch }))]
    await saveWrite({ do: 'edit', sliceId: before.id, edits, meta: { time: before.instant, title: before.title, summary: before.summary, kind: before.kind } })
  }))
}

const titleInput = () => document.querySelector<HTMLElement>('[data-testid="slice-composer"] input:not([disabled])')?.focus()

/** Opens the form of a slice; null: a new one. */
export function writeSlice(id: string | null): void {
  if (id !== null) useWorldView.getState().seen(id)
  if (useLayout.getState().centre !== 'world') useLayout.getState().show('world')
  useWorldView.getState().write({ kind: 'slice', id })
  requestAnimationFrame(titleInput)
}

/** After a form the keys act on the list again. */
export const focusSlices = (): number => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="world-slices"]')?.focus({ preventScroll: true }))

/** Back from a form to what it stood over; its draft stays. */
export function leaveForm(): void {
  useWorldView.getState().write(null)
  focusSlices()
}

/** The slice before or after the cursor. */
export function stepSlice(step: 1 | -1): void {
  const { slices, now } = useWorld.getState()
  const { cursor, look, seen } = useWorldView.getState()
  if (!slices || slices.length === 0) return
  const instant = cursor ?? now
  const last = lastUpTo(instant, slices.map((slice) => slice.instant))
  const next = slices[step === 1 ? last + 1 : slices[last]?.instant === instant ? last - 1 : last]
  if (!next) return
  look(next.instant)
  seen(next.id)
}
