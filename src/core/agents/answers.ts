import { fail } from '@shared/fault'
import type { Answer, OpenCall, Question } from '@shared/session'

/** Checks the author's answers: every question once, known options, nothing empty; else ANSWER_INVALID and it still waits. */
export function checkAnswers(call: OpenCall, answers: readonly Answer[]): void {
  if (call.tool === 'AskUserQuestion') return checkPicked(call, answers)
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

const OTHER_CHARS = 4_000

/** AskUserQuestion: every question, known labels, several only where that is asked, not empty (04 §5). */
function checkPicked(call: OpenCall, answers: readonly Answer[]): void {
  const questions = call.questions ?? []
  const problems = questions.flatMap((question, n) => {
    const given = answers.filter((answer) => answer.questionIndex === n)
    const [answer] = given
    if (answer === undefined || given.length > 1) return [{ pointer: `/${n}`, message: given.length > 1 ? 'answered twice' : 'not answered' }]
    const labels = (question.options ?? []).map((option) => option.label)
    const picked = pickedIn(question, answer)
    const strange = picked.filter((label) => !labels.includes(label))
    if (strange.length > 0) return [{ pointer: `/${n}/selected`, message: `no choice "${strange[0]}"; expected one of ${labels.join(', ')}` }]
    if (picked.length > 1 && question.multiSelect !== true) return [{ pointer: `/${n}/selected`, message: `${picked.length} picked, expected one` }]
    if (otherIn(question, answer).length > OTHER_CHARS) return [{ pointer: `/${n}/other`, message: `${otherIn(question, answer).length} characters, at most ${OTHER_CHARS}` }]
    return picked.length === 0 && otherIn(question, answer).trim() === '' ? [{ pointer: `/${n}`, message: 'empty' }] : []
  })
  const beyond = answers.filter((answer) => questions[answer.questionIndex] === undefined)
  problems.push(...beyond.map((answer) => ({ pointer: `/${answer.questionIndex}`, message: 'no such question' })))
  if (problems.length > 0) fail('ANSWER_INVALID', problems.map((one) => `${one.pointer}: ${one.message}`).join('; '), { problems })
}

/** The labels picked: as they were sent, else by the place of the one choice. */
function pickedIn(question: Question | undefined, answer: Answer): string[] {
  const label = question?.options?.[answer.selectedOptionIndex]?.label
  return answer.selected ?? (label === undefined ? [] : [label])
}

/** What was written beside the choices; a text that only repeats the choice is none. */
const otherIn = (question: Question | undefined, answer: Answer): string => (pickedIn(question, answer).includes(answer.text) ? '' : answer.text)

/** What the call gives: by question, as the pack's own form has it. */
export function answersDetails(call: OpenCall, answers: readonly Answer[]): Record<string, unknown> {
  if (call.tool !== 'AskUserQuestion') return { answers }
  return { answers: Object.fromEntries(answers.map((answer) => { const question = call.questions?.[answer.questionIndex]; return [String(answer.questionIndex), { selected: pickedIn(question, answer), other: otherIn(question, answer) }] })) }
}

/** The answers as the model reads them. */
export function answersText(call: OpenCall, answers: readonly Answer[]): string {
  if (call.tool === 'AskUserQuestion') {
    return answers.map((answer) => {
      const question = call.questions?.[answer.questionIndex]
      return `Q: ${question?.question ?? ''}\nA: ${[...pickedIn(question, answer), otherIn(question, answer)].filter((one) => one.trim() !== '').join('; ')}`
    }).join('\n')
  }
  return answers.map((answer) => {
    const question = call.questions?.[answer.questionIndex]
    const chosen = question?.options?.[answer.selectedOptionIndex]?.label
    const said = answer.ignored ? '(left to you)' : chosen ?? answer.text
    const more = [chosen !== undefined && answer.text !== '' && answer.text !== chosen ? answer.text : '', answer.note].filter((part) => part !== '').join('; ')
    return `Q: ${question?.question ?? ''}\nA: ${said}${more === '' ? '' : ` (${more})`}`
  }).join('\n')
}
