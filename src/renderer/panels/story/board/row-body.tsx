import { ChevronDown, ChevronRight, Plus, Star } from 'lucide-react'
import { useText } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { BeatMarks, type Mark } from '../ledger/beat-marks'
import { EarlierMark } from '../earlier-mark'
import { word } from '../labels'
import { numberOf } from '../tree-numbers'
import type { BoardRow } from './board-model'
import { InlineRename } from './inline-rename'

function ThreadBody({ row, editing }: { row: BoardRow & { kind: 'thread' }; editing: boolean }) {
  const t = useText()
  const fold = useBoard((s) => s.fold)
  const { thread } = row
  const Icon = row.open ? ChevronDown : ChevronRight
  return (
    <>
      <button type="button" className="tree-twisty" tabIndex={-1} aria-label={t(row.open ? 'story.collapse' : 'story.expand')} onClick={(event) => { event.stopPropagation(); fold(row.id, row.open) }}><Icon size={14} aria-hidden /></button>
      <span className="thread-words">
        <span className="thread-title">
          {thread.isMainThread && <Star size={13} className="main-flag" role="img" aria-label={t('board.mainThread')} data-testid="main-flag" />}
          {editing ? <InlineRename row={row} /> : <span className="ellipsis" data-user-content>{row.title}</span>}
        </span>
        <span className="board-line">
          <span className="board-state" data-state={thread.status}>{word(t, 'threadStatus', thread.status)}</span>
          <span data-value={row.scenes}>{t('board.sceneCount', { count: row.scenes })}</span>
          {thread.miceType && <span>{word(t, 'mice', thread.miceType)}</span>}
        </span>
      </span>
    </>
  )
}

function SceneBody({ row, marks, editing }: { row: BoardRow & { kind: 'scene' }; marks: readonly Mark[]; editing: boolean }) {
  const t = useText()
  const { scene, chapter } = row
  return (
    <>
      {editing ? <InlineRename row={row} /> : <span className="card-title" data-user-content title={row.title}>{row.title}</span>}
      <span className="board-line ellipsis" data-testid="scene-chapter">{chapter ? <>{numberOf(chapter.title) !== chapter.number && `${t('board.chapterNumber', { number: chapter.number })} `}<span data-user-content>{chapter.title}</span></> : t('board.noChapter')}</span>
      <span className="board-line">
        <span className="board-state" data-state={scene.status}>{word(t, 'sceneStatus', scene.status)}</span>
        {scene.outcomeType && <span className="ellipsis">{word(t, 'outcome', scene.outcomeType)}</span>}
        <span className="board-gap" />
        <EarlierMark than={row.earlierThan} />
        <BeatMarks marks={marks} />
      </span>
    </>
  )
}

/** What stands on a row: a thread's head, a scene card, or the place for a new scene. */
export function RowBody({ row, marks }: { row: BoardRow; marks: readonly Mark[] }) {
  const t = useText()
  const editing = useBoard((s) => s.editing === row.key)
  if (row.kind === 'thread') return <ThreadBody row={row} editing={editing} />
  if (row.kind === 'scene') return <SceneBody row={row} marks={marks} editing={editing} />
  return <span className="add-scene"><Plus size={14} aria-hidden />{t('board.newScene')}</span>
}
