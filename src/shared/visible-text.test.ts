import { expect, test } from 'vitest'
import { visibleText } from './visible-text'

test.each([
  ['雪夜\n第二行\t完', '雪夜\n第二行\t完'],
  ['a\u202eb', 'a⟨U+202E⟩b'],
  ['零\u200b宽', '零⟨U+200B⟩宽'],
  ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ['esc\u001b[31m', 'esc⟨U+001B⟩[31m'],
  ['cr\r\n', 'cr⟨U+000D⟩\n'],
])('%j shows as %j', (text, shown) => { expect(visibleText(text)).toBe(shown) })
