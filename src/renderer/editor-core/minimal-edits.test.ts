import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, minimalEdits } from './minimal-edits'

describe('minimal edits', () => {
  it.each([
    ['一\n二\n三\n', '一\n二改\n三\n', [{ from: 3, to: 3, text: '改' }]],
    ['一\n三\n', '一\n二\n三\n', [{ from: 2, to: 2, text: '二\n' }]],
    ['一\n二\n', '二\n', [{ from: 0, to: 2, text: '' }]],
    ['', '字', [{ from: 0, to: 0, text: '字' }]],
    ['same', 'same', []],
    ['𠮷a', '𠮸a', [{ from: 0, to: 2, text: '𠮸' }]],
  ])('%j to %j', (old, next, edits) => expect(minimalEdits(old, next)).toEqual(edits))

  it('always gives the new text, by ascending edits that do not overlap', () => {
    const text = fc.array(fc.constantFrom('雪', '𠮷', '𠮸', '。', '\n', 'a'), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, text, (old, next) => {
      const edits = minimalEdits(old, next)
      expect(applyEdits(old, edits)).toBe(next)
      for (const [i, edit] of edits.entries()) expect(edit.from).toBeGreaterThanOrEqual(edits[i - 1]?.to ?? 0)
    }), { numRuns: 2_000 })
  })
})
