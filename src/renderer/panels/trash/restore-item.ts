import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'
import { useStory } from '../../stores/story'
import { noteRestored } from '../../stores/taken-back'
import { useTrash } from '../../stores/trash'
import { stand } from '../story/stand'
import { showRestored } from './show-restored'
import { placeParts } from './trash-place'

type Restored = Output<'trash.restore'>

/** Where it is now; a name of the plan that was taken is none the author sees. */
function said(name: string, { story, renamed, restoredTo }: Restored): string {
  if (story === null) return text(renamed ? 'trash.restoredRenamed' : 'trash.restored', { name, place: restoredTo })
  const parts = placeParts(story.kind, story.place).map((part) => ('own' in part ? text(part.own) : text('trash.holder', { kind: text(part.kind), title: part.title })))
  return text('trash.restoredIn', { name, place: parts.join(text('trash.between')) })
}

/** Puts an item back and says where; what belongs to the plan has the keys there, one click away. */
export async function restoreItem({ id, name }: { id: string; name: string }): Promise<void> {
  const done = await attempt(() => call('trash.restore', { project: projectId(), id }))
  if (!done) return
  noteRestored(id)
  const { story } = done
  if (story) {
    await useStory.getState().load()
    stand(story.kind, story.id)
  }
  inform(said(name, done), story && { label: text('trash.show'), run: () => showRestored(story.kind, story.id) })
  await useTrash.getState().load()
}
