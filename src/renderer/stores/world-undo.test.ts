import { beforeEach, expect, it, vi } from 'vitest'
import { inform, useNotices } from './notices'
import { useWorldUndo } from './world-undo'

beforeEach(() => {
  useWorldUndo.setState({ steps: [] })
  useNotices.setState({ notices: [] })
})

it('takes back the newest step, and the step an offer names', () => {
  const [first, second] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())]
  const { push, takeBack } = useWorldUndo.getState()
  const id = push(first)
  push(second)
  takeBack(id)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  takeBack(id)
  takeBack()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

it('withdraws the offer of a step taken back another way', () => {
  const { push, takeBack } = useWorldUndo.getState()
  const undoId = push(() => Promise.resolve())
  inform('hidden', { label: 'Undo', run: () => takeBack(undoId), undoId })
  takeBack()
  expect(useNotices.getState().notices).toEqual([])
})
