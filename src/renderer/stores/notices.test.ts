import { beforeEach, expect, test, vi } from 'vitest'
import { dropInformation, inform, useNotices, withdrawUndo } from './notices'

beforeEach(() => { vi.useFakeTimers(); dropInformation() })

const texts = () => useNotices.getState().notices.map(({ text }) => text)

test('an offer to undo leaves when its step was taken back another way; the others stay', () => {
  inform('archived', { label: 'undo', undoId: '7', run: () => undefined })
  inform('trashed', { label: 'undo', undoId: '8', run: () => undefined })
  inform('saved')
  withdrawUndo('8')
  expect(texts()).toEqual(['archived', 'saved'])
})

test('the same words said again are one toast that counts, last in line; an offer to undo is never merged', () => {
  const counts = () => useNotices.getState().notices.map(({ text, times }) => `${text} ${times}`)
  for (const said of ['undone', 'undone', 'saved', 'undone']) inform(said)
  expect(counts()).toEqual(['saved 1', 'undone 3'])
  vi.advanceTimersByTime(5_900)
  inform('undone')
  vi.advanceTimersByTime(200)
  expect(counts(), 'said again, it stays its own six seconds').toEqual(['undone 4'])
  for (const undoId of ['1', '2']) inform('trashed', { label: 'undo', undoId, run: () => undefined })
  expect(counts()).toEqual(['undone 4', 'trashed 1', 'trashed 1'])
})
