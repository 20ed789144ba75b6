import { describe, expect, it } from 'vitest'
import { markdownOf, wordsIn } from './result-text'

describe('a result as Markdown', () => {
  it('a heading per part, lists with their names, words of the language', () => {
    const data = { converged: true, text: '第一行\n第二行', left: [{ weight: 'must', quote: '雪', own: [1, 2] }, { weight: 'should', quote: '', own: [] }], failed: [] }
    expect(markdownOf(data, wordsIn('zh-CN'))).toBe('**改到过关了** 是\n\n## 文字\n\n第一行\n第二行\n\n## 还剩下的\n\n- 轻重: 必须改\n  - 原句: 雪\n  - own\n    - 1\n    - 2\n- 轻重: 可改可不改\n  - 原句: 无\n  - own: 无\n\n## 没有做成的\n\n无')
    expect(markdownOf(data, wordsIn('en'))).toMatch(/^\*\*It stands now\*\* Yes\n/)
  })
  it.each([[null, '- None'], ['x', '- x'], [['a', 'b\nc'], '- a\n- b\n  c'], [{}, '']])('%j', (data, text) => { expect(markdownOf(data, wordsIn('en'))).toBe(text) })
})
