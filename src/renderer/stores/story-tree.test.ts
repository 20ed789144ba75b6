import { expect, test } from 'vitest'
import { useStoryTree } from './story-tree'

test('the newest change goes back first; one taken back another way is forgotten; then there is nothing', () => {
  const { pushUndo, popUndo, forgetUndo } = useStoryTree.getState()
  for (const id of ['a', 'b', 'c']) pushUndo(id)
  forgetUndo('b')
  expect([popUndo(), popUndo(), popUndo()]).toEqual(['c', 'a', undefined])
})
