import { fail } from '@shared/fault'
import type { Answer, OpenCall, Question } from '@shared/session'

interface Problem { pointer: string; message: string }

/** Checks the author's answers: every question once, known options, nothing empty; else ANSWER_INVALID and it still waits. */
export function checkAnswers(call: OpenCall, answers: readonly Answer[]): void {
  const questions = call.questions ?? []
  const check = call.tool === 'AskUserQuestion' ? pickedProblem : chosenProblem
  const problems = questions.flatMap((question, n): Problem[] => {
    const given = answers.filter((answer) => answer.questionIndex === n)
    const [answer] = given
    if (answer === undefined || given.length > 1) return [{ pointer: `/${n}`, message: given.length > 1 ? 'answered twice' : 'not answered' }]
    const problem = check(question, answer)
    return problem === null ? [] : [{ pointer: `/${n}${problem.pointer}`, message: problem.message }]
  })
  const beyond = answers.filter((answer) => questions[answer.questionIndex] === undefined)
  problems.push(...beyond.map((answer) => ({ pointer: `/${answer.questionIndex}`, message: 'no such question' })))
  if (problems.length > 0) fail('ANSWER_INVALID', problems.map((one) => `${one.pointer}: ${one.message}`).join('; '), { problems })
}

function chosenProblem(question: Question, answer: Answer): Problem | null {
  if (answer.ignored) return null
  const options = question.options?.length ?? 0
  if (answer.selectedOptionIndex < -1 || answer.selectedOptionIndex >= options) return { pointer: '/selectedOptionIndex', message: `no option ${answer.selectedOptionIndex}` }
  return answer.selectedOptionIndex === -1 && answer.text.trim() === '' ? { pointer: '/text', message: 'empty' } : null
}

const OTHER_CHARS = 4_000

/** AskUserQuestion: known labels, several only where that is asked, not empty (04 §5). */
function pickedProblem(question: Question, answer: Answer): Problem | null {
  const labels = (question.options ?? []).map((option) => option.label)
  const picked = pickedIn(question, answer)
  const other = otherIn(question, answer)
  const strange = picked.find((label) => !labels.includes(label))
  if (strange !== undefined) return { pointer: '/selected', message: `no choice "${strange}"; expected one of ${labels.join(', ')}` }
  if (picked.length > 1 && question.multiSelect !== true) return { pointer: '/selected', message: `${picked.length} picked, expected one` }
  if (other.length > OTHER_CHARS) return { pointer: '/other', message: `${other.length} characters, at most ${OTHER_CHARS}` }
  return picked.length === 0 && other.trim() === '' ? { pointer: '', message: 'empty' } : null
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
