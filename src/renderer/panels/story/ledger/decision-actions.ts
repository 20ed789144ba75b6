import type { DecisionView } from '@shared/story-ledgers'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useDecisions } from '../../../stores/decisions'
import { useStoryChanges } from '../../../stores/story-changes'
import { text } from '../../../i18n/text'
import type { MenuRow } from '../../../ui/menu'
import { save, trash } from '../story-changes'

export type DecisionForm = 'decide' | 'drop' | 'supersede'
const reload = () => useDecisions.getState().load()

export function openDecision(id: string | null, form?: DecisionForm): void {
  if (id !== null) useStoryChanges.getState().seen(`decision:${id}`)
  useDecisions.getState().select(id)
  useChapterDrawer.getState().open({ kind: 'decision', id, ...(form ? { form } : {}) }, { focusField: id === null ? 'decision:new:title' : null })
}

export async function setDecision(id: string, fields: Record<string, unknown>, action?: 'decide' | 'drop'): Promise<boolean> {
  const done = await save({ kind: 'decision', id, fields, ...(action ? { action } : {}) })
  await reload()
  return done !== null
}

export async function createDecision(fields: Record<string, unknown>): Promise<string | null> {
  const done = await save({ kind: 'decision', fields })
  await reload()
  return done?.id ?? null
}

export const reopen = (id: string) => setDecision(id, { status: 'open' })

export async function removeDecision({ id, title }: Pick<DecisionView, 'id' | 'title'>): Promise<void> {
  await trash('decision', id, title)
  await reload()
}

/** What can be done with a decision as it stands; `rename` lets its title be typed over. */
export function decisionMenu(decision: DecisionView, readOnly: boolean, rename: () => void): MenuRow[] {
  const { id, status } = decision
  const row = (label: string, run: () => unknown): MenuRow => ({ label, disabled: readOnly, onSelect: () => void run() })
  const verbs = status === 'open'
    ? [row(text('board.decide'), () => openDecision(id, 'decide')), row(text('board.drop'), () => openDecision(id, 'drop')), row(text('board.supersede'), () => openDecision(id, 'supersede'))]
    : [row(text('board.reopenDecision'), () => reopen(id)), ...(status === 'decided' ? [row(text('board.supersede'), () => openDecision(id, 'supersede'))] : [])]
  return [{ label: text('board.open'), keys: 'Enter', onSelect: () => openDecision(id) }, { label: text('story.rename'), keys: 'F2', disabled: readOnly, leaves: true, onSelect: rename }, ...verbs, 'separator', { label: text('story.trash'), keys: 'Del', disabled: readOnly, onSelect: () => void removeDecision(decision) }]
}
