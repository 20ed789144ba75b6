import { expect, test } from 'vitest'
import { diffLines } from './diff-lines'

const read = (diff: string) => diffLines(diff).map(({ kind, parts }) => `${kind} ${parts.map((part) => (part.changed ? `[${part.text}]` : part.text)).join('')}`)
const head = '--- a/x.md\n+++ b/x.md\n'

test.each([
  ['a new text', '--- /dev/null\n+++ b/x.md\n@@ -0,0 +1,2 @@\n+一\n+二', ['added +一', 'added +二']],
  ['one changed word', `${head}@@ -1,1 +1,1 @@\n-船家说，她把斗笠压得更底。\n+船家说，她把斗笠压得更低。`, ['removed -船家说，她把斗笠压得[更底]。', 'added +船家说，她把斗笠压得[更低]。']],
  ['nothing in common', `${head}@@ -1,1 +1,1 @@\n-雪下到第三更。\n+Nobody came.`, ['removed -雪下到第三更。', 'added +Nobody came.']],
  ['prose that begins with dashes', `${head}@@ -1,2 +1,1 @@\n--- 破折\n 一`, ['removed --- 破折', 'same  一']],
  ['no line break at the end', `${head}@@ -1,1 +1,1 @@\n-甲\n\\ No newline at end of file\n+乙\n\\ No newline at end of file`, ['removed -甲', 'ending ', 'added +乙', 'ending ']],
  ['two places', `${head}@@ -1,1 +1,1 @@\n-甲\n@@ -9,1 +8,1 @@\n+乙`, ['removed -甲', 'gap ⋯', 'added +乙']],
])('%s', (_, diff, lines) => { expect(read(diff)).toEqual(lines) })

test('every character of the diff is there, invisible ones written out', () => {
  const text = diffLines(`${head}@@ -1,1 +1,1 @@\n-他走\u200b了。\n+他走了吗。`).map((line) => line.parts.map((part) => part.text).join(''))
  expect(text).toEqual(['-他走⟨U+200B⟩了。', '+他走了吗。'])
})
