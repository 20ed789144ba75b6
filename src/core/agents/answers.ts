import { fail } from '@shared/fault'
import type { Answer, OpenCall } from '@shared/session'

/** Checks the author's answers: every question once, known options, nothing empty; else ANSWER_INVALID and it still waits. */
export function checkAnswers(call: OpenCall, answers: readonly Answer[]): void {
  const questions = call.questions ?? []
  const problems = questions.flatMap((question, n) => {
    const given = answers.filter((answer) => answer.questionIndex === n)
    const answer = given[0]
    if (answer === undefined || given.length > 1) return [{ pointer: `/${n}`, message: given.length > 1 ? 'answered twice' : 'not answered' }]
    if (answer.ignored) return []
    const options = question.options?.length ?? 0
    if (answer.selectedOptionIndex < -1 || answer.selectedOptionIndex >= options) return [{ pointer: `/${n}/selectedOptionIndex`, message: `no option ${answer.selectedOptionIndex}` }]
    return answer.selectedOptionIndex === -1 && answer.text.trim() === '' ? [{ pointer: `/${n}/text`, message: 'empty' }] : []
  })
  const strange = answers.filter((answer) => answer.questionIndex < 0 || answer.questionIndex >= questions.length)
  problems.push(...strange.map((answer) => ({ pointer: `/${answer.questionIndex}`, message: 'no such question' })))
  if (problems.length > 0) fail('ANSWER_INVALID', problems.map((one) => `${one.pointer}: ${one.message}`).join('; '), { problems })
}

/** The answers as the model reads them. */
export function answersText(call: OpenCall, answers: readonly Answer[]): string {
  return answers.map((answer) => {
    const question = call.questions?.[answer.questionIndex]
    const chosen = question?.options?.[answer.selectedOptionIndex]?.label
    const said = answer.ignored ? '(left to you)' : chosen ?? answer.text
    const more = [chosen !== undefined && answer.text !== '' && answer.text !== chosen ? answer.text : '', answer.note].filter((part) => part !== '').join('; ')
    return `Q: ${question?.question ?? ''}\nA: ${said}${more === '' ? '' : ` (${more})`}`
  }).join('\n')
}
