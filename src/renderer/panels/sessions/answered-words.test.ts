import { expect, it } from 'vitest'
import { answeredIn } from './answered-words'

const questions = [{ question: '谁来开口？', options: [{ label: '林霜' }, { label: '老周' }] }, { question: '还要什么？' }]
const answer = (questionIndex: number, more: object) => ({ questionIndex, text: '', selectedOptionIndex: -1, note: '', ignored: false, ...more })

it.each([
  ['a choice and own words', [answer(0, { selectedOptionIndex: 1, text: '老周' }), answer(1, { text: '一场雪' })], ['老周', '一场雪']],
  ['a choice with a note', [answer(0, { selectedOptionIndex: 0, note: '先不说破' }), answer(1, { text: '雪' })], ['林霜 · 先不说破', '雪']],
  ['left to the assistant', [answer(0, { ignored: true }), answer(1, { text: '雪' })], [null, '雪']],
  ['another answer', [answer(0, { text: '都不说' })], ['都不说']],
])('request_user_input: %s', (_, answers, words) => {
  expect(answeredIn({ questions }, { answers }).map((one) => one.words)).toEqual(words)
})

it('AskUserQuestion: labels and what was written beside them', () => {
  expect(answeredIn({ questions }, { answers: { 0: { selected: ['林霜', '老周'], other: '' }, 1: { selected: [], other: '雪' } } })).toEqual([{ question: '谁来开口？', words: '林霜 · 老周' }, { question: '还要什么？', words: '雪' }])
})

it('a call that asked nothing, or was never answered, shows nothing', () => {
  expect([answeredIn({}, { answers: [] }), answeredIn({ questions }, {}), answeredIn({ questions: 'x' }, { answers: [] })]).toEqual([[], [], []])
})
