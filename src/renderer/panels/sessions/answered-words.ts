import { z } from 'zod'
import { Answer, Question } from '@shared/session'

/** A question as it was put and the author's words; null: it was left to the assistant. */
export interface Answered { readonly question: string; readonly words: string | null }

const Asked = z.object({ questions: z.array(Question) })
const Given = z.union([z.object({ answers: z.array(Answer) }), z.object({ answers: z.record(z.string(), z.object({ selected: z.array(z.string()), other: z.string() })) })])

const joined = (parts: readonly (string | undefined)[]): string => [...new Set(parts.filter((part): part is string => part !== undefined && part.trim() !== ''))].join(' · ')

/** What was asked and answered, of `request_user_input` and `AskUserQuestion` alike; empty when the call says neither. */
export function answeredIn(args: unknown, details: unknown): Answered[] {
  const asked = Asked.safeParse(args)
  const given = Given.safeParse(details)
  if (!asked.success || !given.success) return []
  const { answers } = given.data
  return asked.data.questions.flatMap(({ question, options }, at): Answered[] => {
    if (!Array.isArray(answers)) {
      const one = answers[String(at)]
      return one === undefined ? [] : [{ question, words: joined([...one.selected, one.other]) }]
    }
    const one = answers.find(({ questionIndex }) => questionIndex === at)
    if (one === undefined) return []
    return [{ question, words: one.ignored ? null : joined([options?.[one.selectedOptionIndex]?.label, one.text, one.note]) }]
  })
}
