import { FoldVertical, Plus, UnfoldVertical } from 'lucide-react'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useBoard } from '../../../stores/board'
import { Button, IconButton } from '../../../ui/button'
import { addPhase, addThread } from './board-actions'
import type { BoardRow } from './board-model'

/** New phase and thread, folding, what is archived. */
export function BoardTools({ outline, row }: { outline: StoryOutline; row: BoardRow | null }) {
  const t = useText()
  const readOnly = useReadOnly()
  const { folded, foldAll, showArchived, setShowArchived } = useBoard()
  const phase = row ? (row.kind === 'phase' ? row.id : row.kind === 'thread' ? row.thread.storyPhaseId : (outline.threads.find((thread) => thread.id === (row.kind === 'scene' ? row.scene.threadId : row.threadId))?.storyPhaseId ?? null)) : null
  const all = folded.size < outline.threads.length
  return (
    <div className="board-tools">
      <Button size="small" testId="board-add-phase" disabled={readOnly} onClick={() => void addPhase()}><Plus size={14} aria-hidden />{t('board.newPhase')}</Button>
      <Button size="small" testId="board-add-thread" disabled={readOnly} onClick={() => void addThread(phase)}><Plus size={14} aria-hidden />{t('board.newThread')}</Button>
      <span className="board-gap" />
      <span className="row">
        <label className="check-row"><input type="checkbox" data-testid="board-archived" checked={showArchived} onChange={(event) => setShowArchived(event.target.checked)} />{t('board.showArchived')}</label>
        <IconButton label={t(all ? 'board.foldAll' : 'board.unfoldAll')} testId="board-fold" onClick={() => foldAll(all ? outline.threads.map((thread) => thread.id) : [])}>{all ? <FoldVertical size={16} aria-hidden /> : <UnfoldVertical size={16} aria-hidden />}</IconButton>
      </span>
    </div>
  )
}
