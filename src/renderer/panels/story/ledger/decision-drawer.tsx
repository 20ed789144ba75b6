import { useEffect, useRef, useState } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useDecisions } from '../../../stores/decisions'
import { usePromises } from '../../../stores/promises'
import { useStoryForms } from '../../../stores/story-forms'
import { Button } from '../../../ui/button'
import { LateLoading } from '../../../ui/late-loading'
import { useChapterOptions } from '../chapter-options'
import { AutoText } from '../fields/auto-text'
import { Choice } from '../fields/choice'
import { word } from '../labels'
import { freshName } from '../story-changes'
import { createDecision, openDecision, reopen, setDecision, type DecisionForm } from './decision-actions'
import { DecisionAnchorField } from './decision-anchor'
import { DecideForm, DropForm, SupersedeForm } from './decision-forms'
import { DecisionOptions } from './decision-options'
import { DecisionRefs } from './decision-refs'
import { missingOf } from './decision-rules'
import { FormField, formValue } from './form-field'
import { sendByKeys, useFirstMissing } from './form-keys'

const form = 'decision:new'

/** A question to be decided later; options and the rest follow when it is there. */
function NewDecision() {
  const t = useText()
  const box = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  useFirstMissing(box, missing)
  const create = async () => {
    const values = { title: formValue(form, 'title'), question: formValue(form, 'question') }
    const lacking = missingOf(values, ['title', 'question'])
    setMissing(lacking)
    if (lacking.length > 0) return
    const id = await createDecision({ name: freshName('decision'), ...values })
    if (id === null) return
    useStoryForms.getState().clear(form)
    openDecision(id)
  }
  return (
    <form ref={box} className="drawer-fields" data-testid="decision-form" onKeyDown={sendByKeys} onSubmit={(event) => { event.preventDefault(); void create() }}>
      <FormField form={form} field="title" label={t('board.field.title')} single max={120} needed missing={missing.includes('title')} testId="decision-title" autoFocus />
      <FormField form={form} field="question" label={t('board.field.question')} hint={t('board.hint.question')} needed missing={missing.includes('question')} testId="decision-question" />
      <div className="row"><Button kind="primary" type="submit" testId="decision-create">{t('board.createDecision')}</Button></div>
    </form>
  )
}

function Status({ decision }: { decision: DecisionView }) {
  const t = useText()
  const readOnly = useReadOnly()
  const successor = useDecisions((s) => s.decisions?.find((one) => one.id === decision.supersededById))
  const verb = (name: DecisionForm, label: string) => <Button size="small" disabled={readOnly} testId={`drawer-${name}`} onClick={() => openDecision(decision.id, name)}>{label}</Button>
  return (
    <div className="drawer-status">
      <span className="board-state" data-state={decision.status}>{word(t, 'decisionStatus', decision.status)}</span>
      {successor && <Button size="small" kind="quiet" onClick={() => openDecision(successor.id)}>{t('board.supersededBy')} <span data-user-content>{successor.title}</span></Button>}
      <span className="row">
        {decision.status === 'open' && <>{verb('decide', t('board.decide'))}{verb('drop', t('board.drop'))}</>}
        {(decision.status === 'open' || decision.status === 'decided') && verb('supersede', t('board.supersede'))}
        {decision.status !== 'open' && <Button size="small" disabled={readOnly} testId="decision-reopen" onClick={() => void reopen(decision.id)}>{t('board.reopenDecision')}</Button>}
      </span>
    </div>
  )
}

/** What was decided, why, at what risk, and what was not taken; also where another decision has replaced it. */
function Answer({ decision }: { decision: DecisionView }) {
  const t = useText()
  const at = (field: string) => ({ kind: 'decision' as const, id: decision.id, field })
  if (decision.status !== 'decided' && !(decision.status === 'superseded' && decision.decision !== null)) return null
  return (
    <div className="drawer-fields decision-answer">
      {(['decision', 'motivation', 'risk'] as const).map((field) => <AutoText key={field} at={at(field)} value={decision[field] ?? ''} label={t(`board.field.${field}`)} testId={`answer-${field}`} />)}
      {decision.rejectedAlternatives.length > 0 && (
        <div className="field"><span className="label">{t('board.field.rejected')}</span>
          <ul className="ref-rows">{decision.rejectedAlternatives.map(({ option, whyRejected }) => <li key={option} data-testid="rejected"><span data-user-content>{option}{whyRejected && <span className="muted"> {whyRejected}</span>}</span></li>)}</ul>
        </div>
      )}
    </div>
  )
}

function Fields({ decision }: { decision: DecisionView }) {
  const t = useText()
  const chapters = useChapterOptions('board.noDeadline')
  const at = (field: string) => ({ kind: 'decision' as const, id: decision.id, field })
  return (
    <div className="drawer-fields">
      <AutoText at={at('title')} value={decision.title} label={t('board.field.title')} single max={120} />
      <AutoText at={at('question')} value={decision.question} label={t('board.field.question')} hint={t('board.hint.question')} />
      <Answer decision={decision} />
      <DecisionOptions decision={decision} />
      <Choice label={t('board.field.deadline')} value={decision.deadlineChapterId ?? ''} options={chapters} testId="decision-deadline" onPick={(id) => setDecision(decision.id, { deadlineChapterId: id === '' ? null : id })} />
      <DecisionAnchorField decision={decision} />
      <DecisionRefs decision={decision} field="serves" />
      <DecisionRefs decision={decision} field="dependsOn" />
      <AutoText at={at('note')} value={decision.note ?? ''} label={t('board.field.note')} hint={t('board.hint.note')} />
    </div>
  )
}

const forms = { decide: DecideForm, drop: DropForm, supersede: SupersedeForm } as const

/** One decision whole, with the form that is being filled in on top. */
export function DecisionDrawer({ id, form }: { id: string | null; form: DecisionForm | null }) {
  const t = useText()
  const decisions = useDecisions((s) => s.decisions)
  const loadPromises = usePromises((s) => s.load)
  useEffect(() => { void loadPromises() }, [loadPromises])
  if (id === null) return <NewDecision />
  const decision = decisions?.find((one) => one.id === id)
  if (!decision) return decisions ? <p className="muted">{t('board.gone')}</p> : <LateLoading />
  const Form = form ? forms[form] : null
  return (
    <>
      {Form ? <><p className="drawer-question" data-user-content>{decision.question}</p><Form decision={decision} /></> : <Status decision={decision} />}
      <Fields decision={decision} />
    </>
  )
}
