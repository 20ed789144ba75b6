import type { KeyboardEvent } from 'react'
import type { Question } from '@shared/session'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { setGiven, useGiven, type Given } from '../../stores/answers'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'

/** One of the questions of a form. `other: false`: only what is offered may be answered. */
export interface FormQuestion extends Question { other?: boolean; /** What must be known to answer. */ more?: string }
interface Props { /** Whatever asks; what is filled in is kept under it. */ id: string; questions: readonly FormQuestion[]; testId?: string; /** False when it was not taken: the answers stay. */ send: (given: readonly Given[]) => Promise<boolean> }

const nothing: Given = { picked: [], text: '' }

/** Of several one stays picked; where several may be, each is put in and taken out, and words may stand beside them. */
function pick(question: Question, given: Given, at: number): Given {
  if (question.multiSelect !== true) return { picked: [at], text: '' }
  return { ...given, picked: given.picked.includes(at) ? given.picked.filter((one) => one !== at) : [...given.picked, at].toSorted((a, b) => a - b) }
}

/** Questions as a form where they stand, never a dialog: of an assistant in its conversation, of a job in its row. */
export function QuestionForm({ id, questions, testId, send }: Props) {
  const t = useText()
  const kept = useGiven(id)
  const readOnly = useReadOnly()
  const given = questions.map((_, at) => kept?.[at] ?? nothing)
  const set = (index: number, one: Given) => setGiven(id, given.map((g, at) => (at === index ? one : g)))
  const ready = !readOnly && given.every((g) => g.picked.length > 0 || g.text.trim() !== '')
  const submit = async () => { if (ready && await send(given)) setGiven(id, null) }
  return (
    <form className="questions" data-testid={testId} onSubmit={(event) => { event.preventDefault(); void submit() }}>
      {questions.map((question, index) => <Field key={index} name={`${id}-${index}`} question={question} given={given[index] ?? nothing} onGiven={(one) => set(index, one)} />)}
      <div className="dialog-buttons"><Button kind="primary" type="submit" size="small" disabled={!ready}>{t('sessions.questionSend')}</Button></div>
    </form>
  )
}

/** As in the composer: Enter sends, Shift+Enter breaks the line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || composing(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Field({ name, question, given, onGiven }: { name: string; question: FormQuestion; given: Given; onGiven: (given: Given) => void }) {
  const t = useText()
  const own = question.options === undefined ? 'sessions.questionOwn' : 'sessions.questionOther'
  return (
    <fieldset>
      <legend data-user-content>{question.header ? `${question.header} · ` : ''}{question.question}</legend>
      {question.more !== undefined && <p className="question-more" data-user-content>{question.more}</p>}
      {question.options?.map((option, at) => (
        <label key={at} className="check-row"><input type={question.multiSelect === true ? 'checkbox' : 'radio'} name={name} checked={given.picked.includes(at)} onChange={() => onGiven(pick(question, given, at))} /><span data-user-content>{option.label}{option.description && <span className="muted"> · {option.description}</span>}</span></label>
      ))}
      {question.other !== false && <textarea className="input" rows={question.options === undefined ? 2 : 1} data-user-content aria-label={t(own)} placeholder={t(own)} value={given.text} onKeyDown={sendOnEnter} onChange={(event) => onGiven({ text: event.target.value, picked: question.multiSelect === true ? given.picked : [] })} />}
    </fieldset>
  )
}
