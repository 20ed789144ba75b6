import { expect, it } from 'vitest'
import { checkAnswers } from './answers'
import { mixingRefusals } from './mixing'

const calls = (...tools: (string | [string, Record<string, unknown>])[]) => tools.map((tool, n) => (typeof tool === 'string' ? { id: `c${n}`, tool, args: {} } : { id: `c${n}`, tool: tool[0], args: tool[1] }))
const good: [string, Record<string, unknown>] = ['Task', { description: 'x', prompt: 'x', subagent_type: 'explore' }]
const codes = (given: ReturnType<typeof calls>) => { const refused = mixingRefusals(given, () => ['explore', 'plan']); return given.map((call) => refused.get(call.id)?.code ?? 'runs') }

it.each([
  ['14.28 17 Tasks', calls(...Array.from({ length: 17 }, () => good)), Array.from({ length: 17 }, () => 'TASK_BATCH')],
  ['16 Tasks', calls(...Array.from({ length: 16 }, () => good)), Array.from({ length: 16 }, () => 'runs')],
  ['14.29 Task + Read', calls(good, 'Read'), ['TASK_BATCH', 'TASK_BATCH']],
  ['Task + TodoWrite', calls(good, 'TodoWrite'), ['runs', 'runs']],
  ['one bad of two', calls(good, ['Task', { description: 'x', prompt: 'x', subagent_type: 'main' }]), ['TASK_BATCH', 'TASK_BATCH']],
  ['one bad alone is told what is wrong by its own check', calls(['Task', {}]), ['runs']],
  ['background beside another', calls(good, ['Task', { ...good[1], background: true }]), ['TASK_BATCH', 'TASK_BATCH']],
  ['14.30 structured_output + TodoWrite', calls('structured_output', 'TodoWrite'), ['MUST_BE_ALONE', 'MUST_BE_ALONE']],
  ['a question alone', calls('AskUserQuestion'), ['runs']],
  ['two lists', calls('TodoWrite', 'Read', 'TodoWrite'), ['ONCE_PER_REPLY', 'runs', 'ONCE_PER_REPLY']],
])('%s', (_, given, expected) => { expect(codes(given)).toEqual(expected) })

it('14.32 answers of AskUserQuestion: every question, known labels, several only where asked, not empty', () => {
  const options = [{ label: 'a', description: '' }, { label: 'b', description: '' }]
  const open = { callId: 'c', tool: 'AskUserQuestion', args: {}, state: 'question' as const, approvalId: null, stage: null, elapsedMs: 0, questions: [{ question: 'q', header: 'h', options, multiSelect: false }, { question: 'r', header: 'h', options, multiSelect: true }] }
  const one = (questionIndex: number, selected: string[], text = '') => ({ questionIndex, selected, text, selectedOptionIndex: -1, note: '', ignored: false })
  const code = (...answers: ReturnType<typeof one>[]) => { try { checkAnswers(open, answers); return 'ok' } catch (error) { return (error as { fault: { code: string } }).fault.code } }
  expect(code(one(0, ['a']), one(1, ['a', 'b'], 'and more'))).toBe('ok')
  for (const bad of [[one(0, ['z']), one(1, ['a'])], [one(0, ['a'])], [one(0, ['a', 'b']), one(1, ['a'])], [one(0, []), one(1, ['a'])], [one(0, ['a']), one(1, ['a']), one(2, ['a'])]]) expect(code(...bad)).toBe('ANSWER_INVALID')
  expect(code({ ...one(0, []), selected: undefined as never, selectedOptionIndex: 1 }, one(1, ['b']))).toBe('ok')
})
