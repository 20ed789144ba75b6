import { expect, test } from 'vitest'
import { messages } from '@shared/i18n'
import type { text } from '../../i18n/text'
import { attrLabel, issueWords, namesWith, patchWords, sliceTarget, subjectName, valueWords, type WorldNames } from './world-words'

const t = ((key: keyof typeof messages) => messages[key].zh) as typeof text
const effect = { kind: 'world', before: null, after: 'x', action: 'create', preview: '' }
const names: WorldNames = namesWith([{ ...effect, target: '林渊 (hero)', resolved: 'hero', type: 'character' }, { ...effect, target: 'slice "z" · 一', resolved: null }], {
  subjects: [{ id: 'inn', type: 'location', name: '客栈' }],
  types: { character: { attrs: {
    hp: { kind: 'scalar', type: 'int', label: '血量' }, place: { kind: 'scalar', type: 'ref', target: 'location', label: '所在' }, skills: { kind: 'collection', item: { kind: 'scalar', type: 'string' }, label: '本事' },
    bonds: { kind: 'object', item: { kind: 'scalar', type: 'int' }, label: '亲疏' }, memory: { kind: 'embedding', form: 'array', label: '记忆' },
  } } },
})

test.each([
  ['slice "雪 · 夜" · 建元元年', { title: '雪 · 夜', time: '建元元年', was: null }],
  ['slice 12 "he said "no"" · CE 1 (was CE 2)', { title: 'he said "no"', time: 'CE 1', was: 'CE 2' }],
  ['other: slice "z" · 一', null], ['林渊 (hero)', null],
])('%s', (target, parts) => { expect(sliceTarget(target)).toEqual(parts) })

test.each<[string, string | null]>([
  ['+hero /hp increment -30', '林渊|血量|增减|-30'], ['+hero /hp increment 5', '林渊|血量|增减|+5'], ['-hero /place replace "subject://inn"', '林渊|所在|变为|客栈'],
  ['+hero /skills append "剑"', '林渊|本事|加上|剑'], ['+hero /skills remove "剑"', '林渊|本事|去掉|剑'], ['+hero /skills remove', '林渊|本事|清除|'], ['+hero /bonds/inn replace 3', '林渊|亲疏 › 客栈|变为|3'],
  ['+hero /memory append {"text":"灯灭"}', '林渊|记忆|记下|灯灭'], [' ghost /a/b replace true', 'ghost|/a/b|变为|是'], ['+hero /odd name replace 1', '林渊|odd name|变为|1'],
  ['+hero /hp replace {broken', null], ['anything', null],
])('%s', (line, want) => {
  const words = patchWords(line, names, t)
  expect(words && [words.who, words.what, words.op, words.value].join('|')).toBe(want)
})

test('values, labels, names and issues in words', () => {
  expect([null, '', false, 1.5, ['a', 'subject://inn'], [], { inn: 3, x: 'y' }].map((value) => valueWords(value, names, t))).toEqual(['—', '—', '否', '1.5', 'a、客栈', '空', '客栈 3、x y'])
  expect([attrLabel('hero', 'hp', names), attrLabel('hero', 'toString', names), attrLabel('nobody', 'hp', names)]).toEqual(['血量', 'toString', 'hp'])
  expect(subjectName({ ...effect, target: 'a (b) (c)', resolved: 'c' })).toBe('a (b)')
  expect(issueWords('E1 broken-relative: 没有底数')).toBe('没有底数')
})
