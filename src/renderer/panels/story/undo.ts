import type { KeyboardEvent as ReactKey } from 'react'
import type { MessageKey } from '@shared/i18n'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform, withdrawUndo } from '../../stores/notices'
import { useStoryTree, type Step } from '../../stores/story-tree'
import { inOrder } from './in-order'
import { stand } from './stand'
import { loadAndClose } from './story-changes'

const verbs: Readonly<Record<string, MessageKey>> = {
  created: 'story.did.created', moved: 'story.did.moved', trashed: 'story.did.trashed', archived: 'story.did.archived', fulfilled: 'story.did.fulfilled',
  abandoned: 'story.did.abandoned', decided: 'story.did.decided', dropped: 'story.did.dropped', superseded: 'story.did.superseded',
}
const verb = (done: string): string => text(verbs[done] ?? 'story.did.changed')

/** Names the step that was taken back, or says why it was not. */
export function undoneText({ done, title, kept }: Pick<Output<'story.undo'>, 'done' | 'title' | 'kept'>): string {
  if (kept) return text('story.undoKept', { title: title ?? '' })
  if (title === null) return text(done === 'ordered' ? 'story.undoneOrder' : 'story.undone')
  return text('story.undoneStep', { act: verb(done), title })
}

const redoneText = (done: string, title: string | null): string => (title === null ? text('story.redone') : text('story.redoneStep', { act: verb(done), title }))

type Run = Pick<Output<'story.undo'>, 'kind' | 'id' | 'again' | 'kept'> & Partial<Pick<Output<'story.undo'>, 'done' | 'title'>>

async function run(step: Step): Promise<Run | null> {
  const project = projectId()
  if ('undoId' in step) {
    withdrawUndo(step.undoId)
    return attempt(() => call('story.undo', { project, undoId: step.undoId }))
  }
  const gone = await attempt(() => call('story.trash', { project, ...step.trash }))
  return gone && { ...step.trash, kept: false, again: gone.undoId === null ? null : { undoId: gone.undoId } }
}

/** Mod+Z in the tree, the board and the ledgers: the newest structural change goes back. */
export const undoLast = (): Promise<void> => inOrder(async () => {
  const tree = useStoryTree.getState()
  const last = tree.popUndo()
  if (last === undefined) return inform(text('story.nothingToUndo'))
  const taken = await run(last.step)
  if (taken) {
    const what = { done: last.done ?? taken.done ?? '', title: last.title ?? taken.title ?? null }
    if (taken.again) tree.pushRedo({ step: taken.again, ...what })
    inform(undoneText({ ...what, kept: taken.kept }))
  }
  await loadAndClose()
  if (taken && !taken.kept) stand(taken.kind, taken.id)
})

/** Mod+Shift+Z and Mod+Y: what was taken back last is done again. */
export const redoLast = (): Promise<void> => inOrder(async () => {
  const tree = useStoryTree.getState()
  const taken = tree.popRedo()
  if (taken === undefined) return inform(text('story.nothingToRedo'))
  const again = await run(taken.step)
  if (again) {
    const { done, title } = taken
    if (again.again) tree.doneAgain({ step: again.again, done, title })
    inform(redoneText(done ?? '', title))
  }
  await loadAndClose()
  if (again) stand(again.kind, again.id)
})

/** What a key press asks for: Mod+Z undoes, Mod+Shift+Z and Mod+Y do again. */
export function undoKey(event: Pick<ReactKey, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key'>): (() => Promise<void>) | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? redoLast : undoLast
  return key === 'y' && !event.shiftKey ? redoLast : null
}
