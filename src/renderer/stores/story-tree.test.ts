import { beforeEach, expect, test } from 'vitest'
import { useStoryTree } from './story-tree'

const named = (undoId: string) => ({ step: { undoId }, done: null, title: null })
beforeEach(() => useStoryTree.setState({ undo: [], redo: [] }))

test('the newest change goes back first; one taken back another way is forgotten; then there is nothing', () => {
  const { pushUndo, popUndo, forgetUndo } = useStoryTree.getState()
  for (const id of ['a', 'b', 'c']) pushUndo(id)
  forgetUndo('b')
  expect([popUndo(), popUndo(), popUndo()]).toEqual([named('c'), named('a'), undefined])
})

test('what was taken back is done again in turn, until the author changes something else', () => {
  const { pushUndo, popUndo, pushRedo, popRedo, doneAgain } = useStoryTree.getState()
  const taken = (undoId: string) => ({ step: { undoId }, done: 'moved', title: '灯' })
  pushUndo('a')
  pushRedo(taken('b'))
  pushRedo(taken('c'))
  expect(popRedo()).toEqual(taken('c'))
  doneAgain(taken('d'))
  expect([popUndo(), popRedo(), popRedo()]).toEqual([taken('d'), taken('b'), undefined])
  pushRedo(taken('e'))
  pushUndo('f')
  expect(popRedo()).toBeUndefined()
})
