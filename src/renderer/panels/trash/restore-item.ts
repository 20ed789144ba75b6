import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'
import { noteRestored } from '../../stores/taken-back'
import { useTrash } from '../../stores/trash'

/** Puts an item back and says where. */
export async function restoreItem({ id, name }: { id: string; name: string }): Promise<void> {
  const done = await attempt(() => call('trash.restore', { project: projectId(), id }))
  if (!done) return
  noteRestored(id)
  inform(text(done.renamed ? 'trash.restoredRenamed' : 'trash.restored', { name, place: done.restoredTo }))
  await useTrash.getState().load()
}
