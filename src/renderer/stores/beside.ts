import { useChapterDrawer } from './chapter-drawer'
import { useEditorView } from './editor'
import { useLayout } from './layout'

/** Esc in a list or the text: what stands beside it closes, the history before the plan. False when nothing stood there. */
export function closeBeside(): boolean {
  const { centre, focus } = useLayout.getState()
  const { history, closeHistory } = useEditorView.getState()
  const { target, close } = useChapterDrawer.getState()
  if (centre === 'editor' && history && !focus) closeHistory()
  else if (target) close()
  else return false
  return true
}
