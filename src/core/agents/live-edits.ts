import type { ToolResult } from '@shared/tool-result'
import type { Run } from './run'

type Editing = Pick<Run, 'sessionId' | 'deltas' | 'editing'>

/** From its first change of a file until it is over, a run is editing it: the window marks the text, if it is open (09 §5). */
export function tellEdits({ sessionId, deltas, editing }: Editing, { changes }: ToolResult): void {
  for (const { kind, target: path } of changes) {
    if (kind !== 'file' || editing.has(path)) continue
    editing.add(path)
    deltas.tell({ type: 'file.editing', path, sessionId, active: true })
  }
}

/** The run is over, or waits for the author. */
export function endEdits({ sessionId, deltas, editing }: Editing): void {
  for (const path of editing) deltas.tell({ type: 'file.editing', path, sessionId, active: false })
}
