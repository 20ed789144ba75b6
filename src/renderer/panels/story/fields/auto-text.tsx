import { useEffect, useId, useRef, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react'
import { faultText, isWorthRetrying } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { changedBy } from '../../../stores/story-changes'
import { isDirty, noticeValue, useStoryDrafts, type Draft } from '../../../stores/story-drafts'
import { Button } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { showInDrawer } from '../drawer/show-in-drawer'
import { keyOf, type FieldAt } from './field-at'
import { enterField, keepMine, leaveField, saveField, schedule, takeTheirs, typeInto } from './save-field'

/** Both texts, who wrote the other one, and the choice (S6). */
function Clash({ at, theirs }: { at: FieldAt; theirs: NonNullable<Draft['theirs']> }) {
  const t = useText()
  return (
    <div className="field-clash" role="status" data-testid="field-clash" data-by={theirs.by}>
      <p>{t(`board.changedBy.${theirs.by}`)}</p>
      <blockquote data-user-content>{theirs.text === '' ? t('board.emptied') : theirs.text}</blockquote>
      <span className="row">
        <Button size="small" testId="field-keep-mine" onClick={() => keepMine(at)}>{t('board.keepMine')}</Button>
        <Button size="small" testId="field-take-theirs" onClick={() => takeTheirs(at)}>{t('board.takeTheirs')}</Button>
      </span>
    </div>
  )
}

function Failed({ draft, at }: { draft: Draft; at: FieldAt }) {
  const t = useText()
  if (!draft.fault) return null
  const { line, details } = faultText(draft.fault)
  return (
    <p className="field-fault" role="alert" data-code={draft.fault.code} title={details}>
      <span>{line}</span>
      {isWorthRetrying(draft.fault) && <Button size="small" kind="quiet" onClick={() => void saveField(at)}>{t('common.retry')}</Button>}
    </p>
  )
}

const stateOf = (draft: Draft | undefined): string => (!draft ? 'saved' : draft.fault ? 'failed' : draft.theirs ? 'clash' : draft.sending !== null ? 'saving' : isDirty(draft) ? 'unsaved' : 'saved')

interface Props { at: FieldAt; value: string; label: string; hint?: string; single?: boolean; numeric?: boolean; max?: number; testId?: string; className?: string; hideLabel?: boolean; children?: ReactNode }

/** A text that saves itself when left, or after a second of rest; what is typed outlives the form and every refresh. */
export function AutoText({ at, value, label, hint, single = false, numeric = false, max = 5_000, testId, className = '', hideLabel = false, children }: Props) {
  const id = useId()
  const key = keyOf(at)
  const draft = useStoryDrafts((s) => s.drafts[key])
  const readOnly = useReadOnly()
  const box = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const wanted = useChapterDrawer((s) => s.focusField === key)
  useEffect(() => noticeValue(key, value, changedBy(at.kind, at.id)), [key, value, at.kind, at.id])
  useEffect(() => {
    if (!wanted) return
    box.current?.focus({ preventScroll: true })
    showInDrawer(box.current, 'centre')
    useChapterDrawer.getState().askFocus(null)
  }, [wanted])
  const typed = (event: ChangeEvent<HTMLTextAreaElement | HTMLInputElement>) => {
    typeInto(at, event.target.value, value)
    if (!('isComposing' in event.nativeEvent && event.nativeEvent.isComposing)) schedule(at)
  }
  const keys = (event: KeyboardEvent) => { if (single && event.key === 'Enter' && !composing(event)) { event.preventDefault(); void saveField(at) } }
  const shared = {
    id, ref: box, readOnly, maxLength: max, 'data-user-content': true, value: draft?.text ?? value, placeholder: hint, onChange: typed, onKeyDown: keys,
    onFocus: () => enterField(at), onBlur: () => leaveField(at), onCompositionEnd: () => schedule(at),
  }
  return (
    <div className={`field auto-field ${className}`} data-testid={testId} data-id={at.field.split('.').at(-1)} data-state={stateOf(draft)}>
      <label className={hideLabel ? 'visually-hidden' : 'label'} htmlFor={id}>{label}</label>
      {single ? <input className="input" inputMode={numeric ? 'numeric' : undefined} {...shared} /> : <textarea className="input" rows={1} {...shared} />}
      {children}
      {draft?.theirs && <Clash at={at} theirs={draft.theirs} />}
      {draft && <Failed draft={draft} at={at} />}
    </div>
  )
}
