import { beforeEach, expect, test } from 'vitest'
import { inform, useNotices } from './notices'
import { useStoryTree } from './story-tree'
import { noteRestored, noteTrashed } from './taken-back'

beforeEach(() => { useNotices.setState({ notices: [] }); useStoryTree.setState({ undo: [], redo: [] }) })

test('what was restored in the trash is no longer offered to be taken back, by notice or by Mod+Z; other steps stay', () => {
  for (const undoId of ['a', 'b']) {
    useStoryTree.getState().pushUndo(undoId)
    inform(undoId, { label: '撤销', undoId, run: () => undefined })
  }
  noteTrashed('item', 'a')
  noteRestored('item')
  noteRestored('unknown')
  expect([useNotices.getState().notices.map(({ text }) => text), useStoryTree.getState().popUndo()?.step, useStoryTree.getState().popUndo()]).toEqual([['b'], { undoId: 'b' }, undefined])
})
