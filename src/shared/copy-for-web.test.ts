import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyForWeb } from './copy-for-web'

describe('copy for web', () => {
  it.each([
    ['他走了。\n\n她没走。\n', '\u3000\u3000他走了。\n\u3000\u3000她没走。'],
    ['\u3000\u3000他走了。\n    她没走。', '\u3000\u3000他走了。\n\u3000\u3000她没走。'],
    ['# 第一章\n\n*雪*落下。**真的**。', '\u3000\u3000第一章\n\u3000\u3000雪落下。真的。'],
    ['他来了。\r\n\r\n***\r\n\r\n她走了。', '\u3000\u3000他来了。\n***\n\u3000\u3000她走了。'],
    ['<!-- 批注\n两行 -->他来了。', '\u3000\u3000他来了。'],
    ['', ''], ['\n\n', ''],
    ['He left.\n\nShe stayed.\n', 'He left.\n\nShe stayed.'],
  ])('%j', (from, to) => expect(copyForWeb(from)).toBe(to))

  it('is the same when done twice', () => {
    const piece = fc.constantFrom('他走了。', '“走吧。”', ' ', '\u3000', '\n', '\n\n', '*', '**', '# ', '***', '_', 'Mr. Smith', '<!--', '-->', '---')
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
      const once = copyForWeb(parts.join(''))
      expect(copyForWeb(once)).toBe(once)
    }), { numRuns: 2_000 })
  })
})
