import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { addChapter } from '../story/tree-actions'

/** No text open: write, or ask. */
export function EditorEmpty() {
  const t = useText()
  const readOnly = useReadOnly()
  const set = useLayout((s) => s.set)
  return (
    <Empty title={t('editor.empty')} testId="editor-empty">
      <div className="row">
        <Button kind="primary" testId="editor-add-chapter" disabled={readOnly} onClick={() => void addChapter()}>{t('story.addChapter')}</Button>
        <Button testId="editor-ask" onClick={() => set({ assistant: true })}>{t('story.askPlan')}</Button>
      </div>
    </Empty>
  )
}
