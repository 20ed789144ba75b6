import { useRef, useState } from 'react'
import type { PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { usePromises } from '../../../stores/promises'
import { useStoryForms } from '../../../stores/story-forms'
import { Button } from '../../../ui/button'
import { LateLoading } from '../../../ui/late-loading'
import { useChapterOptions } from '../chapter-options'
import { DrawerSection } from '../drawer/drawer-section'
import { AutoText } from '../fields/auto-text'
import { listText } from '../fields/field-at'
import { Check } from '../fields/check'
import { Choice } from '../fields/choice'
import { choices, importances } from '../labels'
import { freshName, save } from '../story-changes'
import { FormField, formValue } from './form-field'
import { sendByKeys, useFirstMissing } from './form-keys'
import { act, openPromise, setPromise } from './promise-actions'
import { PromiseBeats } from './promise-beats'
import { dueOf, intentional, withIntentional } from './promise-rules'
import { PromiseState } from './promises-view'

const form = 'promise:new'

/** A new promise: its title and what the reader was told; the rest follows when it is there. */
function NewPromise() {
  const t = useText()
  const box = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  useFirstMissing(box, missing)
  const create = async () => {
    const title = formValue(form, 'title')
    setMissing(title === '' ? ['title'] : [])
    if (title === '') return
    const payoff = formValue(form, 'payoff')
    const done = await save({ kind: 'promise', fields: { name: freshName('promise'), title, summary: formValue(form, 'summary'), ...(payoff === '' ? {} : { payoffExpectation: payoff }) } })
    if (!done) return
    useStoryForms.getState().clear(form)
    await usePromises.getState().load()
    openPromise(done.id, 'summary')
  }
  return (
    <form ref={box} className="drawer-fields" data-testid="promise-form" onKeyDown={sendByKeys} onSubmit={(event) => { event.preventDefault(); void create() }}>
      <FormField form={form} field="title" label={t('board.field.title')} single max={120} needed missing={missing.length > 0} testId="promise-title" autoFocus />
      <FormField form={form} field="summary" label={t('board.field.promised')} hint={t('board.hint.promised')} testId="promise-summary" />
      <FormField form={form} field="payoff" label={t('board.field.payoff')} hint={t('board.hint.payoff')} />
      <div className="row"><Button kind="primary" type="submit" testId="promise-create">{t('board.createPromise')}</Button></div>
    </form>
  )
}

function Verbs({ promise }: { promise: PromiseView }) {
  const t = useText()
  const readOnly = useReadOnly()
  const verb = (action: 'fulfill' | 'abandon' | 'reopen', label: string) => <Button size="small" disabled={readOnly} testId={`promise-${action}`} onClick={() => void act(promise.id, action)}>{label}</Button>
  return <div className="row">{promise.status === 'open' ? <>{verb('fulfill', t('board.fulfil'))}{verb('abandon', t('board.abandon'))}</> : verb('reopen', t('board.reopen'))}</div>
}

function Fields({ promise }: { promise: PromiseView }) {
  const t = useText()
  const chapters = useChapterOptions('board.noDeadline')
  const at = (field: string) => ({ kind: 'promise' as const, id: promise.id, field })
  return (
    <div className="drawer-fields">
      <AutoText at={at('title')} value={promise.title} label={t('board.field.title')} single max={120} testId="promise-title" />
      <AutoText at={at('summary')} value={promise.summary} label={t('board.field.promised')} hint={t('board.hint.promised')} testId="promise-summary" />
      <AutoText at={at('payoffExpectation')} value={promise.payoffExpectation ?? ''} label={t('board.field.payoff')} hint={t('board.hint.payoff')} />
      <div className="field-pair">
        <Choice label={t('board.field.importance')} value={promise.importance} options={choices(t, 'importance', importances)} testId="promise-importance" onPick={(importance) => setPromise(promise.id, { importance })} />
        <Choice label={t('board.field.deadline')} value={promise.deadlineChapterId ?? ''} options={chapters} testId="promise-deadline" onPick={(id) => setPromise(promise.id, { deadlineChapterId: id === '' ? null : id })} />
        <AutoText at={at('cadenceChapters')} value={promise.cadenceChapters === null ? '' : String(promise.cadenceChapters)} label={t('board.field.cadence')} hint={t('board.hint.cadence')} single numeric max={4} testId="promise-cadence" />
      </div>
      <AutoText at={at('tags')} value={listText(promise.tags)} label={t('board.field.tags')} hint={t('board.hint.tags')} single />
      <Check label={t('board.intentional')} on={promise.tags.includes(intentional)} testId="promise-intentional" onPick={(on) => setPromise(promise.id, { tags: withIntentional(promise.tags, on) })} />
    </div>
  )
}

/** One promise whole: how it stands, its fields, its beats. */
export function PromiseDrawer({ id }: { id: string | null }) {
  const t = useText()
  const promises = usePromises((s) => s.promises)
  if (id === null) return <NewPromise />
  const promise = promises?.find((one) => one.id === id)
  if (!promise) return promises ? <p className="muted">{t('board.gone')}</p> : <LateLoading />
  return (
    <>
      <div className="drawer-status" data-due={dueOf(promise)}><PromiseState promise={promise} /><Verbs promise={promise} /></div>
      <Fields promise={promise} />
      <DrawerSection title={t('board.beats')}><PromiseBeats promise={promise} /></DrawerSection>
    </>
  )
}
