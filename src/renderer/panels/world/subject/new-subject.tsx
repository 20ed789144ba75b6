import { ArrowLeft } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { Json } from '@shared/world'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { ownChange, useWorld } from '../../../stores/world'
import { useWorldDrafts, type SubjectDraft } from '../../../stores/world-drafts'
import { useWorldView } from '../../../stores/world-view'
import { Button, IconButton } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { sends } from '../../../ui/send-keys'
import { ErrorNote } from '../../../ui/error-note'
import { FreshSubject, freshId } from '../compose/fresh-subject'
import { builtOf, isBlank, type Wrong } from '../compose/draft-value'
import type { Known } from '../compose/slice-draft'
import { instantNow, TimeField, useTime } from '../compose/time-field'
import { useKnown } from '../compose/use-draft'
import { ValueField } from '../compose/value-field'
import { focusSlices, leaveForm } from '../world-actions'

/** The values that were filled in; what is wrong with others by name. */
function valuesOf({ type, values }: SubjectDraft, known: Known): { values: Record<string, Json>; wrong: Record<string, Wrong> } {
  const attrs = (Object.hasOwn(known.types, type) ? known.types[type]?.attrs : undefined) ?? {}
  const rows = Object.entries(attrs).filter(([name]) => !isBlank(values[name])).map(([name, attr]) => [name, builtOf(attr, 'text', values[name] ?? '')] as const)
  return { values: Object.fromEntries(rows.flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : []))), wrong: Object.fromEntries(rows.flatMap(([name, one]) => ('wrong' in one ? [[name, one.wrong]] : []))) }
}

/** Where first values usually stand: the slice of beginnings, if there is one. */
const firstTime = (): string => useWorld.getState().slices?.find((slice) => slice.kind === 'init')?.time ?? ''

function FirstValues({ draft, known, wrong, onChange }: { draft: SubjectDraft; known: Known; wrong: Readonly<Record<string, Wrong>>; onChange: (draft: SubjectDraft) => void }) {
  const t = useText()
  // Remembered texts come with slices; keyed groups start empty.
  const attrs = Object.entries((Object.hasOwn(known.types, draft.type) ? known.types[draft.type]?.attrs : undefined) ?? {}).filter(([, attr]) => attr.kind !== 'embedding' && !(attr.kind === 'object' && !attr.fields))
  if (attrs.length === 0) return null
  return (
    <section className="composer-changes"><h3>{t('world.firstValues')}</h3><p className="muted small">{t('world.firstValuesHint')}</p>
      <div className="value-grid">{attrs.map(([name, attr]) => <ValueField key={name} attr={attr} kind="text" optional value={draft.values[name] ?? ''} label={attr.label ?? name} wrong={wrong[name] ?? null} testId={`value-${name}`} onChange={(value) => onChange({ ...draft, values: { ...draft.values, [name]: value } })} />)}</div>
    </section>
  )
}

/** A person, a place, a thing comes into the world with its first values (03 §11). */
export function NewSubject() {
  const t = useText()
  const known = useKnown()
  const readOnly = useReadOnly()
  const kept = useWorldDrafts((s) => s.subject)
  const put = useWorldDrafts((s) => s.putSubject)
  const draft = kept ?? { id: '', name: '', type: Object.keys(known.types)[0] ?? '', time: firstTime(), values: {} }
  const read = useTime(draft.time)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Fault | null>(null)
  const box = useRef<HTMLElement>(null)
  const { values, wrong } = valuesOf(draft, known)
  const missing = draft.name.trim() === '' || draft.type === '' || draft.id === ''
  const save = async () => {
    setTried(true)
    const at = await instantNow(read)
    if (missing || at === null || Object.keys(wrong).length > 0) { requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()); return }
    try {
      await ownChange(() => call('world.createSubject', { project: projectId(), subject: { id: draft.id, type: draft.type, name: draft.name.trim() }, at, values }))
      if (useWorldDrafts.getState().subject === kept) put(null)
      useWorldView.setState({ writing: null, tab: 'state', subject: draft.id, cursor: at, chapter: null })
      focusSlices()
      inform(t('world.subjectMade', { name: draft.name.trim() }))
    } catch (error) {
      setRefused(errorFault(error))
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (sends(event)) { event.preventDefault(); void save() }
    if (event.key === 'Escape') { event.stopPropagation(); leaveForm() }
  }
  return (
    <section ref={box} className="composer-form" data-testid="subject-form" aria-label={t('world.newSubject')} onKeyDown={keys}>
      <header className="composer-head"><IconButton label={t('world.leaveForm')} onClick={leaveForm}><ArrowLeft size={16} aria-hidden /></IconButton><h2>{t('world.newSubject')}</h2></header>
      <div className="composer-body">
        <div className="subject-names"><FreshSubject fresh={{ type: draft.type, name: draft.name }} id={draft.id} known={known} missing={tried && missing} onChange={(fresh, id) => put({ ...draft, ...fresh, id: id ?? freshId(fresh.name, known) })} /></div>
        <p className="muted small">{t('world.idHint')}</p>
        <TimeField label={t('world.sinceWhen')} value={draft.time} read={read} missing={tried && read.instant === null} testId="subject-time" onType={(time) => put({ ...draft, time })} />
        {refused?.code === 'SLICE_EXISTS' ? <div className="form-note" data-kind="warn" role="alert" data-testid="slice-conflict"><p>{t('world.subjectTimeTaken')}</p></div> : refused && <ErrorNote fault={refused} />}
        <FirstValues draft={draft} known={known} wrong={tried ? wrong : {}} onChange={put} />
      </div>
      <footer className="composer-foot">
        <Button kind="primary" testId="subject-save" disabled={readOnly} onClick={() => void save()}>{t('world.makeSubject')}</Button>
        <span className="muted keys-hint" aria-hidden>{t('world.saveKeys')}</span>
        <span className="board-gap" />
        {kept && <Button kind="quiet" size="small" onClick={() => { put(null); leaveForm() }}>{t('world.dropDraft')}</Button>}
      </footer>
    </section>
  )
}
