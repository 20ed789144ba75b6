import { applyPatch, structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff'

const line = fc.constantFrom('a', 'b', '', '雪落了一夜', '- x', '+ y', 'a\r')
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))
/** A text and what became of it: mostly the same lines. */
const change = fc.tuple(text, text, fc.nat(30), fc.nat(5)).map(([before, more, at, gone]) => {
  const lines = before.split('\n')
  lines.splice(Math.min(at, lines.length), gone, ...more.split('\n').slice(0, 3))
  return [before, lines.join('\n')] as const
})

const counts = (before: string, after: string): number[] => {
  const lines = structuredPatch('', '', before, after, undefined, undefined, { context: 3 }).hunks.flatMap((hunk) => hunk.lines)
  return ['+', '-'].map((mark) => lines.filter((one) => one.startsWith(mark)).length)
}

it('shows as few lines as a comparison of the whole texts, at their own numbers: the patch gives the new text', () => {
  fc.assert(fc.property(fc.oneof(change, fc.tuple(text, text)), ([before, after]) => {
    const { added, removed, text: shown } = unifiedDiff('a.md', before, after)
    expect([added, removed]).toEqual(counts(before, after))
    if (before !== after) expect(applyPatch(before, shown, { autoConvertLineEndings: false, fuzzFactor: 0 })).toBe(after)
  }), { numRuns: 3_000 })
})

it('shows a line far down with three lines on each side', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n + 1}`)
  expect(unifiedDiff('a.md', `${lines.join('\n')}\n`, `${lines.with(399, 'other').join('\n')}\n`)).toEqual({
    added: 1, removed: 1, text: '--- a/a.md\n+++ b/a.md\n@@ -397,7 +397,7 @@\n line 397\n line 398\n line 399\n-line 400\n+other\n line 401\n line 402\n line 403',
  })
})
