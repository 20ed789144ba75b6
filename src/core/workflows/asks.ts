import { fail } from '@shared/fault'
import type { JobAsk } from '@shared/job'
import type { WorkflowAnswer } from '@shared/workflow'
import { z } from 'zod'
import type { ActivityRow } from './journal'

const base = { text: z.string().trim().min(1).max(2_000), description: z.string().max(4_000).optional() }
const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('select'), ...base, options: z.array(z.string().trim().min(1).max(200)).min(2).max(20).refine((options) => new Set(options).size === options.length, 'options must differ') }),
  z.object({ kind: z.literal('text'), ...base }), z.object({ kind: z.literal('approve'), ...base }),
])
export const AskArgs = z.object({ questions: z.array(Question).min(1).max(10), single: z.boolean() })
const MOST_TEXT = 4_000

const askId = (n: number, at: number): string => `ask-${n}-${at + 1}`

/** The questions of an activity as its job shows them. */
export function asksOf(row: Pick<ActivityRow, 'n' | 'args'>): JobAsk[] {
  return AskArgs.parse(JSON.parse(row.args)).questions.map((question, at): JobAsk => ({
    id: askId(row.n, at), kind: question.kind, text: question.text, ...(question.description === undefined ? {} : { description: question.description }), ...(question.kind === 'select' ? { options: question.options } : {}),
  }))
}

/** The answers of the author, per activity, in the form a script gets them; all are checked before one is given. */
export function answersOf(open: readonly ActivityRow[], answers: Readonly<Record<string, WorkflowAnswer>>): Map<number, unknown> {
  const known = new Set(open.flatMap((row) => asksOf(row).map((ask) => ask.id)))
  const unknown = Object.keys(answers).find((id) => !known.has(id))
  if (unknown !== undefined) fail('ASK_UNKNOWN', `There is no open question "${unknown.slice(0, 60)}".`, { actual: unknown, expected: `one of ${[...known].join(', ')}` })
  if (Object.keys(answers).length === 0) fail('ANSWER_INVALID', 'No answer was given.')
  const given = new Map<number, unknown>()
  const problems: { pointer: string; message: string }[] = []
  for (const row of open) {
    const asks = asksOf(row)
    if (!asks.some((ask) => Object.hasOwn(answers, ask.id))) continue
    const values = asks.map((ask) => checked(ask, answers[ask.id], problems))
    given.set(row.n, AskArgs.parse(JSON.parse(row.args)).single ? values[0] : values)
  }
  return problems.length === 0 ? given : fail('ANSWER_INVALID', 'These answers cannot be taken; nothing was stored.', { problems })
}

function checked(ask: JobAsk, answer: WorkflowAnswer | undefined, problems: { pointer: string; message: string }[]): WorkflowAnswer | null {
  const wrong = (message: string): null => { problems.push({ pointer: `/answers/${ask.id}`, message }); return null }
  if (answer === undefined) return wrong('missing; the questions of one form are answered together.')
  switch (ask.kind) {
    case 'approve': return typeof answer === 'boolean' ? answer : wrong('expected yes (true) or no (false).')
    case 'select': return typeof answer === 'string' && ask.options?.includes(answer) === true ? answer : wrong(`expected one of ${ask.options?.join(', ') ?? ''}.`)
    case 'text': return typeof answer === 'string' && answer.trim() !== '' && answer.length <= MOST_TEXT ? answer : wrong(`expected words, at most ${MOST_TEXT} characters.`)
    case 'approval': case 'pause': return wrong('this is answered in its session.')
  }
}
