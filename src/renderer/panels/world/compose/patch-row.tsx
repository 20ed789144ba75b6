import { X } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { Fault } from '@shared/fault'
import { faultText } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { IconButton } from '../../../ui/button'
import { opText } from '../words'
import { FreshSubject, freshId } from './fresh-subject'
import { pathOf, type Place } from './places'
import { placesFor, valueAttr, type Known, type RowDraft, type RowFault } from './slice-draft'
import { newSubjectValue, SubjectChoice } from './subject-choice'
import { useHeld } from './use-held'
import { ValueField, WrongNote } from './value-field'

interface Props { row: RowDraft; known: Known; fault: RowFault | null; /** What core said about this row. */ refused: Fault | null; allowNew: boolean; onChange: (row: RowDraft) => void; onRemove: () => void; number: number }

const labelOf = (place: Place, any: string): string => place.names.join(' › ') + (place.hole === null ? '' : ` › ${any}`)

function PlaceChoice({ row, places, missing, onPick }: { row: RowDraft; places: readonly Place[]; missing: boolean; onPick: (place: string) => void }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field" data-missing={missing}>
      <label className="label" htmlFor={id}>{t('world.attribute')}</label>
      <select id={id} className="input" data-testid="patch-attribute" aria-invalid={missing || undefined} value={row.place} onChange={(event) => onPick(event.target.value)}>
        <option value="">{t('world.chooseAttribute')}</option>
        {places.map((place) => <option key={place.id} value={place.id} data-user-content>{labelOf(place, t(place.hole === 'index' ? 'world.anyEntry' : 'world.anyKey'))}</option>)}
        <option value="custom">{t('world.otherAttribute')}</option>
      </select>
    </div>
  )
}

/** The chosen part of a place: a key, for relations a subject, or a position. */
function Chosen({ row, place, missing, onChange }: { row: RowDraft; place: Place; missing: boolean; onChange: (chosen: string) => void }) {
  const t = useText()
  const id = useId()
  const index = place.hole === 'index'
  const shown = index && row.chosen !== '' && Number.isInteger(Number(row.chosen)) ? String(Number(row.chosen) + 1) : row.chosen
  const typed = (text: string) => onChange(index && /^\d+$/.test(text.trim()) && Number(text) > 0 ? String(Number(text) - 1) : text)
  return (
    <div className="field" data-missing={missing}>
      <label className="label" htmlFor={id}>{t(index ? 'world.whichEntry' : 'world.whichKey')}</label>
      <input id={id} className="input" data-testid="patch-key" data-user-content inputMode={index ? 'numeric' : undefined} maxLength={200} aria-invalid={missing || undefined} value={shown} onChange={(event) => typed(event.target.value)} />
    </div>
  )
}

function CustomPath({ row, missing, onChange }: { row: RowDraft; missing: boolean; onChange: (row: RowDraft) => void }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field" data-missing={missing}>
      <label className="label" htmlFor={id}>{t('world.attributeName')}</label>
      <input id={id} className="input" data-testid="patch-path" data-user-content maxLength={512} aria-invalid={missing || undefined} placeholder={t('world.attributeNameHint')} value={row.path} onChange={(event) => onChange({ ...row, path: event.target.value })} onBlur={() => { const path = row.path.trim(); if (path !== '' && !path.startsWith('/')) onChange({ ...row, path: `/${path}` }) }} />
    </div>
  )
}

function Kinds({ row, onChange }: { row: RowDraft; onChange: (row: RowDraft) => void }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>{t('world.valueKind')}</label>
      <select id={id} className="input" data-testid="patch-kind" value={row.op === 'increment' ? 'number' : row.kind} disabled={row.op === 'increment'} onChange={(event) => onChange({ ...row, kind: event.target.value as RowDraft['kind'] })}>
        {(['text', 'number', 'truth', 'ref', 'raw'] as const).map((kind) => <option key={kind} value={kind}>{t(`world.valueKind.${kind}`)}</option>)}
      </select>
    </div>
  )
}

function Ops({ row, place, onChange }: { row: RowDraft; place: Place | null; onChange: (op: RowDraft['op']) => void }) {
  const t = useText()
  const id = useId()
  const attr = place?.attr ?? null
  const kind = attr !== null && (attr.kind === 'list' || attr.kind === 'collection') ? 'list' : attr !== null && (attr.kind === 'text' || attr.kind === 'embedding') ? 'text' : 'other'
  const ops = place?.ops ?? ['replace', 'increment', 'append', 'take', 'remove']
  return (
    <div className="field">
      <label className="label" htmlFor={id}>{t('world.whatHappens')}</label>
      <select id={id} className="input" data-testid="patch-op" value={row.op} onChange={(event) => onChange(event.target.value as RowDraft['op'])}>{ops.map((op) => <option key={op} value={op}>{opText(t, op, kind)}</option>)}</select>
    </div>
  )
}

const emptyValue = (place: Place | null, op: RowDraft['op']): RowDraft['value'] => { const attr = valueAttr(place, op); return attr !== null && attr !== 'none' && (attr.kind === 'list' || attr.kind === 'collection') ? [''] : '' }

/** Words and lists need room; a number or a choice does not. */
const isWide = (attr: ReturnType<typeof valueAttr>, row: RowDraft): boolean => (attr === null || attr === 'none' ? row.kind === 'text' || row.kind === 'raw' : attr.kind !== 'scalar' || attr.type === 'string')

/** One change: whose, of what, how, to what. Its path is in sight for those who read it, never asked for. */
export function PatchRow({ row, known, fault, refused, allowNew, onChange, onRemove, number }: Props) {
  const t = useText()
  const held = useHeld(row.fresh ? '' : row.subjectId)
  const places = useMemo(() => placesFor(known, row, held), [known, row, held])
  const place = places.find(({ id }) => id === row.place) ?? null
  const pick = (subjectId: string) => onChange(subjectId === newSubjectValue ? { ...row, subjectId: '', fresh: { type: Object.keys(known.types)[0] ?? '', name: '' }, place: '', value: '' } : { ...row, subjectId, fresh: null })
  const pickPlace = (id: string) => { const next = places.find((one) => one.id === id) ?? null; const op = next?.ops[0] ?? 'replace'; onChange({ ...row, place: id, chosen: '', op, kind: 'text', value: emptyValue(next, op) }) }
  const pickOp = (op: RowDraft['op']) => onChange({ ...row, op, ...(op === 'increment' && (place?.attr ?? null) === null ? { kind: 'number' as const } : {}), value: Array.isArray(row.value) === Array.isArray(emptyValue(place, op)) ? row.value : emptyValue(place, op) })
  const attr = valueAttr(place, row.op)
  const bad = (field: RowFault['field']) => fault?.field === field
  const path = place ? (place.hole && row.chosen === '' ? place.id : pathOf(place, row.chosen)) : row.path
  return (
    <li className="patch-row" data-testid="slice-patch" data-id={row.patchId ?? row.key} data-state={fault || refused ? 'bad' : undefined}>
      <div className="patch-fields">
        <SubjectChoice label={t('world.whose')} value={row.fresh ? newSubjectValue : row.subjectId} allowNew={allowNew} missing={bad('subject')} testId="patch-subject" onPick={pick} />
        {row.fresh && <FreshSubject fresh={row.fresh} id={row.subjectId} known={known} missing={bad('name') || bad('subject')} onChange={(fresh, id) => onChange({ ...row, fresh, subjectId: id ?? freshId(fresh.name, known), ...(fresh.type === row.fresh?.type ? {} : { place: '', value: '' }) })} />}
        {(row.subjectId !== '' || row.fresh) && <PlaceChoice row={row} places={places} missing={bad('place')} onPick={pickPlace} />}
        {row.place === 'custom' && <CustomPath row={row} missing={bad('place')} onChange={onChange} />}
        {place?.hole && <Chosen row={row} place={place} missing={bad('chosen')} onChange={(chosen) => onChange({ ...row, chosen })} />}
        {row.place !== '' && <Ops row={row} place={place} onChange={pickOp} />}
        {row.place !== '' && attr === null && <Kinds row={row} onChange={onChange} />}
        {row.place !== '' && attr !== 'none' && <div className="patch-value" data-wide={isWide(attr, row)}><ValueField attr={attr} kind={row.op === 'increment' ? 'number' : row.kind} by={row.op === 'increment'} value={row.value} label={t(row.op === 'increment' ? 'world.by' : 'world.value')} wrong={bad('value') ? (fault?.wrong ?? null) : null} testId="patch-value" onChange={(value) => onChange({ ...row, value })} /></div>}
      </div>
      <IconButton label={t('world.removeChange', { number })} testId="patch-remove" onClick={onRemove}><X size={14} aria-hidden /></IconButton>
      {row.place !== '' && <span className="patch-path muted" data-user-content title={t('world.pathHint')}>{path}</span>}
      {fault && fault.field !== 'value' && <WrongNote wrong={fault.wrong} />}
      {refused && <p className="field-fault" role="alert" data-code={refused.code} title={faultText(refused).details}>{faultText(refused).line}</p>}
    </li>
  )
}
