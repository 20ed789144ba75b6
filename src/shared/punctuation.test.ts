import { describe, expect, it } from 'vitest'
import { punctuate, type QuoteStyle } from './punctuation'

/** Types one key after another, as the editor does. */
function type(keys: string, style: QuoteStyle = 'curly', start = ''): string {
  let text = start
  for (const key of keys) {
    const change = punctuate(text, key, style)
    text += key
    if (change) text = text.slice(0, text.length - change.remove) + change.insert
  }
  return text
}

describe('punctuation switch', () => {
  it.each([
    ['他,', '他，'], ['他.', '他。'], ['他?', '他？'], ['他!', '他！'], ['他:', '他：'], ['他;', '他；'], ['他(她)', '他（她）'],
    ['3,', '3,'], ['3.14', '3.14'], ['12:30', '12:30'], ['３,', '３,'], ['world,', 'world,'], [',', ','], [' ,', ' ,'], ['々,', '々，'], ['𠮷,', '𠮷，'], ['〇,', '〇，'],
    ['他说:"走吧."她说', '他说：“走吧。”她说'], ['"走."', '“走。”'], ['他说"好",', '他说“好”，'], ['他\'好\'', '他‘好’'], ["don't", "don't"], ['5\'6"', '5\'6"'], ['say "hi"', 'say “hi”'], ['他"OK"', '他“OK”'],
    ['他--', '他——'], ['他--她', '他——她'], ['--', '--'], ['---', '---'], ['a--', 'a--'], ['他-', '他-'], ['好!--', '好！——'],
    ['他...', '他……'], ['...', '...'], ['3...', '3...'], ['他说...!', '他说……！'], ['他......', '他…………'],
  ])('%s gives %s', (keys, text) => expect(type(keys)).toBe(text))

  it.each([['"走."', '「走。」'], ["'走'", '『走』'], ['他说"他说\'走\'."', '他说「他说『走』。」']])('corner quotes: %s gives %s', (keys, text) => expect(type(keys, 'corner')).toBe(text))

  it('counts quotes within the paragraph only: the next one opens again', () => {
    expect(type('"', 'curly', '“走吧。”她又说：')).toBe('“走吧。”她又说：“')
    expect(type('"', 'curly', '')).toBe('“')
  })

  it('turns dots typed with the switch off into an ellipsis only after Chinese', () => {
    expect(punctuate('他..', '.')).toEqual({ remove: 3, insert: '……' })
    expect(punctuate('wait..', '.')).toBeNull()
  })
})
