import { describe, expect, test } from 'vitest'
import { beginsStep, pauseMs } from './undo-steps'

const after = (before: string, typed: string, idle = 0) => beginsStep({ before, typed, idle })

describe('undo steps', () => {
  test.each([['雪停了。', '他'], ['她问：“走吗？”', '他'], ['走！', '“'], ['他想……', '又'], ['It snowed. ', 'H'], ['"Go!" ', 'h']])('a new one after the sentence %s', (before, typed) => {
    expect(after(before, typed)).toBe(true)
  })

  test.each([['雪停了', '他'], ['她问：“走吗？', '”'], ['走！', '！'], ['他想…', '…'], ['3.', '1'], ['It snowed.', ' '], ['', '他']])('none inside %s', (before, typed) => {
    expect(after(before, typed)).toBe(false)
  })

  test('a new one after a pause, wherever it falls', () => {
    expect(after('雪停', '了', pauseMs)).toBe(true)
    expect(after('雪停', '了', pauseMs - 1)).toBe(false)
  })
})
