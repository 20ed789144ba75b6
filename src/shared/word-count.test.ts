import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords } from './word-count'

/** 09 §5, row by row: text, 字数, 含标点. */
const golden: [string, number, number][] = [
  ['', 0, 0],
  ['你好 world 42', 4, 4],
  ['“走吧。”她说……', 4, 9],
  ['第１２章　风雪', 5, 5],
  ['二〇二六年', 5, 5],
  ['コーヒー', 4, 4],
  ['## 第一章 *雪*', 4, 4],
  ['[长安](a.md)城', 3, 3],
  ['　　他走了。\n\n她没走。', 6, 8],
  ['e\u0301tude', 1, 1],
  ['——他说', 2, 4],
  ['你好', 2, 2],
  ['你好，world！', 3, 5],
  ["don't stop—well-known", 3, 4],
  ['3.14 和 1,000', 3, 3],
  ['𠮷野家', 3, 3],
  ['안녕 world', 3, 3],
  ['<!-- 批注 -->他来了', 3, 3],
  ['❤️👍🏽好', 1, 1],
  ['iPhone15很贵', 3, 3],
  ["Mr. Smith's 3rd", 3, 4],
  ['***', 0, 0],
]

const further: [string, string, number, number][] = [
  ['front matter', '---\ntitle: 雪夜\nchapter: c1\ntags:\n  - 风\n---\n他走了。', 3, 4],
  ['front matter with CRLF and BOM', '\uFEFF---\r\ntitle: 雪夜\r\n---\r\n他走了。', 3, 4],
  ['two scene breaks are not front matter', '---\n\n他走了。\n\n---\n\n她来了。', 6, 8],
  ['々 〇 and iteration marks', '人々〇', 3, 3],
  ['decomposed hangul is composed first', '한국'.normalize('NFD'), 2, 2],
  ['bopomofo', 'ㄅㄆ', 2, 2],
  ['comment over lines', '他<!-- 批\n\n注 -->走', 2, 2],
  ['comment never closed is text', '他<!-- 批注', 3, 6],
  ['image target', '![雪](img/a.png)城', 2, 2],
  ['linked image', '[![雪](a.png)](b.md)城', 2, 2],
  ['reference link and its target', '[长安][1]城\n\n[1]: https://example.com/a', 3, 3],
  ['target with title and brackets', '[长安](<a b.md> "古都")[洛](x(1).md)', 3, 3],
  ['brackets that link nowhere', '[系统]你好', 4, 6],
  ['footnote marks', '长安[^1]\n\n[^1]: 今西安。', 5, 6],
  ['bullets, quotes, rules', '> - 他走了\n\n* 她来了\n\n* * *\n\n---', 6, 6],
  ['strong with punctuation inside', '他**“走吧。”**说', 4, 7],
  ['a lone star is punctuation', '他妈的**\n\n5 * 3', 5, 8],
  ['escaped star', '\\*雪\\*', 1, 3],
  ['underscore inside a word', 'snake_case 与 _雪_', 3, 3],
  ['underscore between Han is no emphasis', '与_雪', 2, 3],
  ['a hash tag is not a heading', '#标签', 2, 3],
  ['setext and table rules', '雪夜\n---\n\n|a|b|\n|-|:-:|\n|c|d|', 6, 6],
  ['code fence line', '```js\n雪\n```', 1, 1],
  ['a hyphen before Han is punctuation', 'A-座', 2, 3],
  ['two hyphens part words', 'well--known', 2, 4],
  ['dot at the end of a number', '3.14.', 1, 2],
  ['full-width letters are one run', 'ＡＢＣ店', 2, 2],
  ['full-width hash', '＃ 第２章', 3, 4],
  ['a backslash before a comment keeps it', '\\<!-- 留 -->雪<!-- 去 -->', 2, 7],
  ['a literal backslash before a comment does not', '\\\\<!-- 去 -->雪', 1, 2],
  ['unpaired surrogate', '雪\ud83d', 1, 1],
]

describe('countWords', () => {
  it.each(golden)('E1 %j is %i / %i', (text, words, withPunctuation) => {
    expect(countWords(text)).toEqual({ words, withPunctuation })
  })

  it.each(further)('%s', (_what, text, words, withPunctuation) => {
    expect(countWords(text)).toEqual({ words, withPunctuation })
  })

  it('is additive over paragraphs of plain text, so a total is the sum of its chapters', () => {
    const paragraph = fc.string({ unit: fc.constantFrom('他', '，', '。', 'a', '1', ' ', '　', '’', '.', 'ー') })
    fc.assert(fc.property(paragraph, paragraph, (a, b) => {
      const [one, two, both] = [countWords(a), countWords(b), countWords(`${a}\n\n${b}`)]
      expect(both.words).toBe(one.words + two.words)
      expect(both.withPunctuation).toBe(one.withPunctuation + two.withPunctuation)
    }))
  })

  it('never throws and never counts more than there are code points', () => {
    const unit = fc.constantFrom('*', '_', '[', ']', '(', ')', '!', '\\', '#', ' ', '\n', '-', '雪', 'a', '<!--', '-->', '`', '>', '|')
    fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const { words, withPunctuation } = countWords(text)
      expect(words).toBeLessThanOrEqual(withPunctuation)
      expect(withPunctuation).toBeLessThanOrEqual([...text].length)
    }), { numRuns: 500 })
  })

  it.each([
    ['plain prose', '　　他走了，雪夜里只有 42 盏灯。\n\n', 85_000], ['marked prose', '　　他**走**了，[雪](a.md)夜里只有_灯_。\n\n', 85_000],
    ...['[', '![', '[a](', '*', '_a*', '<!--', '\\<!--', '[a](b', '\\', '`', '- ', '> '].map((unit) => [unit, unit, 1_200_000] as const),
  ] as const)('counts in linear time: %s', (_, unit, times) => {
    // Ten times the text in far less than ten times the work of as much text in ten parts; measured in this thread's own processor time, so that
    // a busy machine changes nothing. Work that grows with the square never holds; a collection of garbage in between is looked past.
    const cost = (text: string, repeats: number): number => {
      const from = process.threadCpuUsage()
      for (let n = 0; n < repeats; n++) countWords(text)
      const { user, system } = process.threadCpuUsage(from)
      return user + system
    }
    const [short, long] = [unit.repeat(times / 10), unit.repeat(times)]
    let [small, large] = [Infinity, Infinity]
    for (let tries = 0; tries < 12 && (tries < 3 || large >= 3 * Math.max(small, 10_000)); tries++) {
      small = Math.min(small, cost(short, 10))
      large = Math.min(large, cost(long, 1))
    }
    expect(large).toBeLessThan(3 * Math.max(small, 10_000))
  })
})
