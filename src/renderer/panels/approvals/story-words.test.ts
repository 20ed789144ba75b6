import { expect, test } from 'vitest'
import { messages, type MessageKey } from '@shared/i18n'
import { reasonWords, storyTarget, storyValue } from './story-words'

const t = (key: MessageKey) => messages[key].zh

test.each([
  ['scene "雪夜叩门"', '场景 “雪夜叩门”'],
  ['chapter 12 "灯灭"', '章 “灯灭”'],
  ['promise 1', '伏笔 1'],
  ['beat of promise 1 "灯" in scene 2 "雪"', '伏笔“{{promise}}”在场景“{{scene}}”里'],
  ['galaxy "x"', 'galaxy "x"'],
  ['manuscript/a.md', 'manuscript/a.md'],
])('%s reads %s', (target, words) => { expect(storyTarget(target, t)).toBe(words) })

test.each([
  ['status', 'draft', '构想'],
  ['isMainThread', true, '是'],
  ['title', '雪', null],
  ['threadId', '1', null],
])('%s %j reads %s without an outline', (field, value, words) => { expect(storyValue(field, value, null, t)).toBe(words) })

test.each([
  ['its payoff is set in scene 12', '因为这里写下了它的收回'],
  ['its last payoff, in scene 3, was removed', '因为它最后一处收回没有了'],
  ['decision 4, which superseded it, went to the trash', '因为取代它的决策进了回收站'],
  ['120 rows in all; the first 50 are shown.', '上面只列出开头的一部分，同意后全部都会改。'],
  ['anything else', 'anything else'],
])('the reason %s reads %s', (reason, words) => { expect(reasonWords(reason, t)).toBe(words) })
