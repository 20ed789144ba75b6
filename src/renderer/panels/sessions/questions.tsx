import type { Answer, Question } from '@shared/session'
import { call } from '../../bridge/call'
import type { Given } from '../../stores/answers'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { QuestionForm } from './question-form'

/** `multiSelect` is known only of AskUserQuestion, whose answer names labels. */
function answerOf(question: Question | undefined, questionIndex: number, { picked, text }: Given): Answer {
  const labels = picked.flatMap((at) => question?.options?.[at]?.label ?? [])
  const base = { questionIndex, selectedOptionIndex: picked[0] ?? -1, note: '', ignored: false }
  return question?.multiSelect === undefined ? { ...base, text: text.trim() !== '' ? text.trim() : (labels[0] ?? '') } : { ...base, text: text.trim(), selected: labels }
}

/** The assistant's questions as a form in the conversation, never a dialog. */
export function Questions({ callId, questions }: { callId: string; questions: readonly Question[] }) {
  const sessionId = useTranscript((s) => s.sessionId)
  const send = async (given: readonly Given[]) => {
    if (sessionId === null) return false
    const answers = given.map((one, index) => answerOf(questions[index], index, one))
    return (await attempt(() => call('sessions.answer', { project: projectId(), sessionId, callId, answers }))) !== null
  }
  return <QuestionForm id={callId} questions={questions} send={send} />
}
