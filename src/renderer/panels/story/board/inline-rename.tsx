import { RenameField } from '../fields/rename-field'
import { renameRow } from './board-actions'
import type { BoardRow } from './board-model'

/** A row's title typed over in place; the board has the keys again. */
export function InlineRename({ row }: { row: BoardRow }) {
  const done = (title: string, byKeys: boolean) => {
    void renameRow(row, title)
    if (byKeys) document.querySelector<HTMLElement>('[data-testid="story-board"]')?.focus({ preventScroll: true })
  }
  return <RenameField title={row.title} className="board-rename" onDone={done} />
}
