import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useDecisions } from '../../../stores/decisions'
import { useStoryForms } from '../../../stores/story-forms'
import { Button } from '../../../ui/button'
import { Choice } from '../fields/choice'
import { openDecision, setDecision, type DecisionForm } from './decision-actions'
import { missingOf } from './decision-rules'
import { FormField, formValue } from './form-field'
import { sendByKeys, useFirstMissing } from './form-keys'

interface FrameProps { name: DecisionForm; id: string; label: string; missing: readonly string[]; busy: boolean; onSubmit: () => void; children: ReactNode }

/** A form of its own inside the drawer: Save or leave it; what was typed stays either way until saved. */
function Frame({ name, id, label, missing, busy, onSubmit, children }: FrameProps) {
  const t = useText()
  const box = useRef<HTMLFormElement>(null)
  useFirstMissing(box, missing)
  // Asked for by the author: the keys are in its first field.
  useEffect(() => { box.current?.querySelector<HTMLElement>('input, textarea, select, .choice-button')?.focus() }, [])
  const submit = (event: FormEvent) => { event.preventDefault(); onSubmit() }
  return (
    <form ref={box} className="decision-form drawer-fields" data-testid={`decision-${name}-form`} aria-label={label} onKeyDown={sendByKeys} onSubmit={submit}>
      <h3>{label}</h3>
      {children}
      <div className="row">
        <Button kind="primary" type="submit" testId="decision-save" disabled={busy}>{label}</Button>
        <Button kind="quiet" onClick={() => openDecision(id)}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}

/** Checks, sends, and leaves the form when it was taken; refused in place otherwise (S8). */
function useSend(decision: DecisionView, name: DecisionForm) {
  const form = `decision:${decision.id}:${name}`
  const [missing, setMissing] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const send = async (values: Readonly<Record<string, string>>, needed: readonly string[], fields: Record<string, unknown>) => {
    const lacking = missingOf(values, needed)
    setMissing(lacking)
    if (lacking.length > 0) return
    setBusy(true)
    const done = await setDecision(decision.id, fields, name === 'supersede' ? undefined : name)
    setBusy(false)
    if (!done) return
    useStoryForms.getState().clear(form)
    openDecision(decision.id)
  }
  return { form, missing, busy, send }
}

function Chosen({ form, decision }: { form: string; decision: DecisionView }) {
  const t = useText()
  const chosen = useStoryForms((s) => s.forms[form]?.['chosen'] ?? '')
  const set = useStoryForms((s) => s.set)
  if (decision.options.length === 0) return null
  const pick = (option: string) => {
    set(form, 'chosen', option)
    if (option !== '' && formValue(form, 'decision', decision.decision ?? '') === '') set(form, 'decision', option)
  }
  const row = (value: string, label: ReactNode) => <label key={value} className="check-row"><input type="radio" name={`${form}-option`} data-testid="decision-option" checked={chosen === value} onChange={() => pick(value)} />{label}</label>
  return (
    <fieldset className="option-choice"><legend className="label">{t('board.field.chosen')}</legend>
      {decision.options.map(({ option, note }) => row(option, <span data-user-content>{option}{note && <span className="muted"> {note}</span>}</span>))}
      {row('', <span className="muted">{t('board.noneOfThese')}</span>)}
    </fieldset>
  )
}

/** Which option, what it means, why, and what it may cost. */
export function DecideForm({ decision }: { decision: DecisionView }) {
  const t = useText()
  const { form, missing, busy, send } = useSend(decision, 'decide')
  const needed = ['decision', 'motivation', 'risk'] as const
  const submit = () => {
    const values = Object.fromEntries(needed.map((field) => [field, formValue(form, field, decision[field] ?? '')]))
    const chosen = formValue(form, 'chosen')
    void send(values, needed, { ...values, ...(chosen === '' ? {} : { chosenOption: chosen }) })
  }
  return (
    <Frame name="decide" id={decision.id} label={t('board.decideNow')} missing={missing} busy={busy} onSubmit={submit}>
      <Chosen form={form} decision={decision} />
      {needed.map((field) => <FormField key={field} form={form} field={field} first={decision[field] ?? ''} label={t(`board.field.${field}`)} hint={t(`board.hint.${field}`)} needed missing={missing.includes(field)} testId={`decision-${field}`} />)}
    </Frame>
  )
}

export function DropForm({ decision }: { decision: DecisionView }) {
  const t = useText()
  const { form, missing, busy, send } = useSend(decision, 'drop')
  const submit = () => { const note = formValue(form, 'note', decision.note ?? ''); void send({ note }, ['note'], { note }) }
  return (
    <Frame name="drop" id={decision.id} label={t('board.dropNow')} missing={missing} busy={busy} onSubmit={submit}>
      <FormField form={form} field="note" first={decision.note ?? ''} label={t('board.field.dropReason')} hint={t('board.hint.dropReason')} needed missing={missing.includes('note')} testId="decision-reason" />
    </Frame>
  )
}

export function SupersedeForm({ decision }: { decision: DecisionView }) {
  const t = useText()
  const decisions = useDecisions((s) => s.decisions) ?? []
  const { form, missing, busy, send } = useSend(decision, 'supersede')
  const by = useStoryForms((s) => s.forms[form]?.['by'] ?? '')
  const set = useStoryForms((s) => s.set)
  const others = [{ value: '', label: t('board.chooseDecision'), prompt: true }, ...decisions.filter((one) => one.id !== decision.id).map((one) => ({ value: one.id, label: one.title, own: true }))]
  return (
    <Frame name="supersede" id={decision.id} label={t('board.supersedeNow')} missing={missing} busy={busy} onSubmit={() => void send({ by }, ['by'], { status: 'superseded', supersededById: by })}>
      <Choice label={t('board.field.supersededBy')} value={by} options={others} testId="decision-by" onPick={(value) => set(form, 'by', value)} />
      {missing.includes('by') && <span role="alert" className="field-missing" data-testid="field-missing">{t('board.needed')}</span>}
    </Frame>
  )
}
