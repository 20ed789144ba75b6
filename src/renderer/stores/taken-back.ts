import { withdrawUndo } from './notices'
import { useStoryTree } from './story-tree'

/** Which step put an item into the trash, as long as this window may still offer to take it back. */
const steps = new Map<string, string>()

export function noteTrashed(item: string, undoId: string | null): void {
  if (undoId !== null) steps.set(item, undoId)
}

/** The item came back another way: neither a notice nor Mod+Z may offer it again, for it would only fail. */
export function noteRestored(item: string): void {
  const undoId = steps.get(item)
  steps.delete(item)
  if (undoId === undefined) return
  withdrawUndo(undoId)
  useStoryTree.getState().forgetUndo(undoId)
}
