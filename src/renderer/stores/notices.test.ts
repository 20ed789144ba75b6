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
