import type { KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { composing } from '../../../ui/composing'
import { renameRow } from './board-actions'
import type { BoardRow } from './board-model'

/** The title as a field, typed over in place; Enter keeps, Esc leaves it. */
export function InlineRename({ row }: { row: BoardRow }) {
  const t = useText()
  const finish = (value: string) => {
    void renameRow(row, value)
    document.querySelector<HTMLElement>('[data-testid="story-board"]')?.focus({ preventScroll: true })
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event)) return
    if (event.key === 'Enter') finish(event.currentTarget.value)
    if (event.key === 'Escape') finish(row.title)
  }
  return (
    <input className="input board-rename" autoFocus maxLength={120} data-user-content aria-label={t('story.rename')} defaultValue={row.title} onFocus={(event) => event.currentTarget.select()} onKeyDown={keys}
      onPointerDown={(event) => event.stopPropagation()} onClick={(event) => event.stopPropagation()} onBlur={(event) => { if (useBoard.getState().editing === row.key) void renameRow(row, event.currentTarget.value) }} />
  )
}
