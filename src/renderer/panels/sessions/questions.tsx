import { useState } from 'react'
import type { Answer, Question } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'

/** Places of the choices picked, and the words beside them. */
interface Given { picked: readonly number[]; text: string }

/** Of several one stays picked; where several may be, each is put in and taken out, and words may stand beside them. */
function pick(question: Question, given: Given | undefined, at: number): Partial<Given> {
  if (question.multiSelect !== true) return { picked: [at], text: '' }
  const picked = given?.picked ?? []
  return { picked: picked.includes(at) ? picked.filter((one) => one !== at) : [...picked, at].sort((a, b) => a - b) }
}

/** `multiSelect` is known only of AskUserQuestion, whose answer names labels. */
function answerOf(question: Question | undefined, questionIndex: number, { picked, text }: Given): Answer {
  const labels = picked.flatMap((at) => question?.options?.[at]?.label ?? [])
  const base = { questionIndex, selectedOptionIndex: picked[0] ?? -1, note: '', ignored: false }
  return question?.multiSelect === undefined ? { ...base, text: text.trim() !== '' ? text.trim() : (labels[0] ?? '') } : { ...base, text: text.trim(), selected: labels }
}

/** The assistant's questions as a form in the conversation, never a dialog. */
export function Questions({ callId, questions }: { callId: string; questions: readonly Question[] }) {
  const t = useText()
  const sessionId = useTranscript((s) => s.sessionId)
  const [given, setGiven] = useState<readonly Given[]>(questions.map(() => ({ picked: [], text: '' })))
  const set = (index: number, change: Partial<Given>) => setGiven(given.map((g, i) => (i === index ? { ...g, ...change } : g)))
  const ready = given.every((g) => g.picked.length > 0 || g.text.trim() !== '')
  const send = () => {
    if (sessionId === null || !ready) return
    const answers = given.map((g, questionIndex) => answerOf(questions[questionIndex], questionIndex, g))
    void attempt(() => call('sessions.answer', { project: projectId(), sessionId, callId, answers }))
  }
  return (
    <form className="questions" onSubmit={(event) => { event.preventDefault(); send() }}>
      {questions.map((question, index) => (
        <fieldset key={index}>
          <legend data-user-content>{question.header ? `${question.header} · ` : ''}{question.question}</legend>
          {question.options?.map((option, i) => (
            <label key={i} className="check-row"><input type={question.multiSelect === true ? 'checkbox' : 'radio'} name={`${callId}-${index}`} checked={given[index]?.picked.includes(i) === true} onChange={() => set(index, pick(question, given[index], i))} /><span data-user-content>{option.label}{option.description && <span className="muted"> · {option.description}</span>}</span></label>
          ))}
          <input className="input" data-user-content aria-label={t('sessions.questionOther')} placeholder={t('sessions.questionOther')} value={given[index]?.text ?? ''} onChange={(event) => set(index, { text: event.target.value, ...(question.multiSelect === true ? {} : { picked: [] }) })} />
        </fieldset>
      ))}
      <div className="dialog-buttons"><Button kind="primary" type="submit" size="small" disabled={!ready}>{t('sessions.questionSend')}</Button></div>
    </form>
  )
}
