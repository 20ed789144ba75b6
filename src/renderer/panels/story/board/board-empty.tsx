import { useText } from '../../../i18n/text'
import { askAssistant } from '../../../stores/composer'
import { Button } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { useReadOnly } from '../../../stores/app'
import { addPhase, addThread } from './board-actions'

/** No phase and no thread yet: what the board is for, and how to begin. */
export function BoardEmpty() {
  const t = useText()
  const readOnly = useReadOnly()
  return (
    <Empty title={t('board.empty')} testId="board-empty">
      <p className="muted">{t('board.emptyHint')}</p>
      <div className="row">
        <Button kind="primary" testId="board-first-thread" disabled={readOnly} onClick={() => void addThread(null)}>{t('board.firstThread')}</Button>
        <Button testId="board-first-phase" disabled={readOnly} onClick={() => void addPhase()}>{t('board.newPhase')}</Button>
        <Button onClick={() => askAssistant(t('story.askPlanText'))}>{t('story.askPlan')}</Button>
      </div>
    </Empty>
  )
}
