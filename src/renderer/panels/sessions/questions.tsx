import { useState } from 'react'
import type { Question } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'

interface Given { option: number; text: string }

/** The assistant's questions as a form in the conversation, never a dialog. */
export function Questions({ callId, questions }: { callId: string; questions: readonly Question[] }) {
  const t = useText()
  const sessionId = useTranscript((s) => s.sessionId)
  const [given, setGiven] = useState<readonly Given[]>(questions.map(() => ({ option: -1, text: '' })))
  const set = (index: number, change: Partial<Given>) => setGiven(given.map((g, i) => (i === index ? { ...g, ...change } : g)))
  const ready = given.every((g) => g.option >= 0 || g.text.trim() !== '')
  const send = () => {
    if (sessionId === null || !ready) return
    const answers = given.map((g, questionIndex) => ({ questionIndex, text: g.text.trim() !== '' ? g.text.trim() : (questions[questionIndex]?.options?.[g.option]?.label ?? ''), selectedOptionIndex: g.option, note: '', ignored: false }))
    void attempt(() => call('sessions.answer', { project: projectId(), sessionId, callId, answers }))
  }
  return (
    <form className="questions" onSubmit={(event) => { event.preventDefault(); send() }}>
      {questions.map((question, index) => (
        <fieldset key={index}>
          <legend data-user-content>{question.header ? `${question.header} · ` : ''}{question.question}</legend>
          {question.options?.map((option, i) => (
            <label key={i} className="check-row"><input type="radio" name={`${callId}-${index}`} checked={given[index]?.option === i} onChange={() => set(index, { option: i, text: '' })} /><span data-user-content>{option.label}{option.description && <span className="muted"> · {option.description}</span>}</span></label>
          ))}
          <input className="input" data-user-content aria-label={t('sessions.questionOther')} placeholder={t('sessions.questionOther')} value={given[index]?.text ?? ''} onChange={(event) => set(index, { text: event.target.value, option: -1 })} />
        </fieldset>
      ))}
      <div className="dialog-buttons"><Button kind="primary" type="submit" size="small" disabled={!ready}>{t('sessions.questionSend')}</Button></div>
    </form>
  )
}
