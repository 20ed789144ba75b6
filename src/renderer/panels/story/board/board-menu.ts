import { text } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import type { MenuRow } from '../../../ui/menu'
import { word, sceneStatuses, threadStatuses } from '../labels'
import { trash } from '../story-changes'
import { isReadOnly } from '../../../stores/app'
import { addAt, addScene, addThread, openProse, openRow, removeRow, setField, stepRow, unarchive } from './board-actions'
import type { BoardModel, BoardRow } from './board-model'
import { stepMove, type Direction } from './board-moves'

type StepLabel = 'story.moveUp' | 'story.moveDown' | 'board.moveLeft' | 'board.moveRight' | 'board.phaseLeft' | 'board.phaseRight'
const steps: readonly { direction: Direction; label: StepLabel; ofPhase?: StepLabel; keys: string }[] = [
  { direction: 'up', label: 'story.moveUp', keys: 'Alt+↑' }, { direction: 'down', label: 'story.moveDown', keys: 'Alt+↓' },
  { direction: 'left', label: 'board.moveLeft', ofPhase: 'board.phaseLeft', keys: 'Alt+←' }, { direction: 'right', label: 'board.moveRight', ofPhase: 'board.phaseRight', keys: 'Alt+→' },
]

function moves(model: BoardModel, row: BoardRow, readOnly: boolean): MenuRow[] {
  return steps.flatMap(({ direction, label, ofPhase = label, keys }): MenuRow[] => {
    if (row.kind === 'phase' && (direction === 'up' || direction === 'down')) return []
    return [{ label: text(row.kind === 'phase' ? ofPhase : label), keys, disabled: readOnly || stepMove(model, row, direction) === null, onSelect: () => void stepRow(row.key, direction) }]
  })
}

function statusRows(row: BoardRow, readOnly: boolean): MenuRow[] {
  if (row.kind === 'scene') return sceneStatuses.filter((s) => s !== 'archived' && s !== row.scene.status).map((status): MenuRow => ({ label: text('board.markAs', { status: word(text, 'sceneStatus', status) }), disabled: readOnly, onSelect: () => void setField('scene', row.id, { status }) }))
  if (row.kind === 'thread') return threadStatuses.filter((s) => s !== 'archived' && s !== row.thread.status).map((status): MenuRow => ({ label: text('board.markAs', { status: word(text, 'threadStatus', status) }), disabled: readOnly, onSelect: () => void setField('thread', row.id, { status }) }))
  return []
}

function own(row: BoardRow, readOnly: boolean): MenuRow[] {
  if (row.kind === 'phase') return [{ label: text('board.newThread'), keys: 'N', disabled: readOnly, onSelect: () => void addThread(row.id) }]
  if (row.kind === 'thread') return [
    { label: text('board.newScene'), keys: 'N', disabled: readOnly, onSelect: () => void addScene(row.id) },
    { label: text(row.thread.isMainThread ? 'board.notMain' : 'board.makeMain'), disabled: readOnly, onSelect: () => void setField('thread', row.id, { isMainThread: !row.thread.isMainThread }) },
  ]
  if (row.kind !== 'scene') return []
  return [
    { label: text('story.openProse'), leaves: true, disabled: (row.chapter?.prose.length ?? 0) === 0, onSelect: () => openProse(row) },
    { label: text('board.newScene'), keys: 'N', disabled: readOnly, onSelect: () => void addAt(row) },
    { label: text('board.toChapterMenu'), keys: 'M', disabled: readOnly, testId: 'menu-to-chapter', onSelect: () => useBoard.getState().place(row.id) },
  ]
}

function ending(row: BoardRow, readOnly: boolean): MenuRow[] {
  const toTrash: MenuRow = { label: text('story.trash'), disabled: readOnly, ...(row.kind === 'phase' ? { keys: 'Del' } : {}), onSelect: () => { if (row.kind !== 'add') void trash(row.kind, row.id, row.title) } }
  if (row.kind === 'phase' || row.kind === 'add') return [toTrash]
  const archived = (row.kind === 'thread' ? row.thread.status : row.scene.status) === 'archived'
  const archive: MenuRow = archived
    ? { label: text('board.unarchive'), disabled: readOnly, onSelect: () => void unarchive(row.kind, row.id) }
    : { label: text('board.archive'), keys: 'Del', disabled: readOnly, onSelect: () => void removeRow(row) }
  return [archive, toTrash]
}

/** Everything that can be done with a row of the board; the same by keys. */
export function boardMenu(model: BoardModel, row: BoardRow): MenuRow[] {
  const readOnly = isReadOnly()
  if (row.kind === 'add') return [{ label: text('board.newScene'), keys: 'N', disabled: readOnly, onSelect: () => void addScene(row.threadId) }]
  return [
    { label: text('board.open'), keys: 'Enter', onSelect: () => openRow(row) }, ...own(row, readOnly),
    { label: text('story.rename'), keys: 'F2', disabled: readOnly, onSelect: () => useBoard.getState().edit(row.key) }, 'separator',
    ...moves(model, row, readOnly), ...(statusRows(row, readOnly).length > 0 ? ['separator' as const, ...statusRows(row, readOnly)] : []), 'separator', ...ending(row, readOnly),
  ]
}
