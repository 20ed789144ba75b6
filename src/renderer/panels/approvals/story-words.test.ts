import { expect, test } from 'vitest'
import { messages, type MessageKey } from '@shared/i18n'
import { storyTarget, storyValue } from './story-words'

const t = (key: MessageKey) => messages[key].zh

test.each([
  ['scene "雪夜叩门"', '场景 “雪夜叩门”'],
  ['chapter 12 "灯灭"', '章 “灯灭”'],
  ['subject "x"', 'subject "x"'],
  ['manuscript/a.md', 'manuscript/a.md'],
])('%s reads %s', (target, words) => { expect(storyTarget(target, t)).toBe(words) })

test.each([
  ['status', 'draft', '构想'],
  ['isMainThread', true, '是'],
  ['title', '雪', null],
  ['threadId', '1', null],
])('%s %j reads %s without an outline', (field, value, words) => { expect(storyValue(field, value, null, t)).toBe(words) })
