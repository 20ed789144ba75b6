import { Plus, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { MessageKey } from '@shared/i18n'
import { useText } from '../../../i18n/text'
import { Button, IconButton } from '../../../ui/button'
import type { DraftValue, FreeKind, Wrong } from './draft-value'
import type { PlaceAttr } from './places'
import { SubjectChoice } from './subject-choice'

const wrongKeys: Record<Wrong, MessageKey> = { needed: 'board.needed', notNumber: 'world.wrong.number', notWhole: 'world.wrong.whole', notRaw: 'world.wrong.raw' }
/** What is wrong with a field, below it. */
export function WrongNote({ wrong, id }: { wrong: Wrong | null; id?: string }) {
  const t = useText()
  return wrong === null ? null : <span id={id} role="alert" className="field-missing" data-testid="field-missing">{t(wrongKeys[wrong])}</span>
}

interface Props { attr: PlaceAttr | null; kind: FreeKind; /** The value is what a number changes by. */ by?: boolean; value: DraftValue; onChange: (value: DraftValue) => void; label: string; wrong?: Wrong | null; testId?: string | undefined; /** May stay empty. */ optional?: boolean }

const asText = (value: DraftValue): string => (typeof value === 'string' ? value : '')
const asList = (value: DraftValue): readonly DraftValue[] => (Array.isArray(value) ? value : [])
const asFields = (value: DraftValue): Readonly<Record<string, DraftValue>> => (typeof value === 'string' || Array.isArray(value) ? {} : (value as Readonly<Record<string, DraftValue>>))

function Labelled({ label, wrong = null, children }: { label: string; wrong?: Wrong | null; children: (id: string, whyId: string | undefined) => ReactNode }) {
  const id = useId()
  return <div className="field" data-missing={wrong !== null}><label className="label" htmlFor={id}>{label}</label>{children(id, wrong === null ? undefined : `${id}-why`)}<WrongNote wrong={wrong} id={`${id}-why`} /></div>
}

function Pick({ options, empty, ...props }: Props & { options: readonly { value: string; label: string; own?: boolean }[]; empty: string }) {
  const { value, onChange, label, wrong = null, testId } = props
  return (
    <Labelled label={label} wrong={wrong}>
      {(id, why) => (
        <select id={id} className="input" data-testid={testId} aria-invalid={wrong !== null || undefined} aria-describedby={why} value={asText(value)} onChange={(event) => onChange(event.target.value)}>
          <option value="">{empty}</option>
          {options.map((option) => <option key={option.value} value={option.value} data-user-content={option.own ? '' : undefined}>{option.label}</option>)}
        </select>
      )}
    </Labelled>
  )
}

function Words({ value, onChange, label, wrong = null, testId, numeric = false, hint }: Props & { numeric?: boolean; hint?: string }) {
  return (
    <Labelled label={label} wrong={wrong}>
      {(id, why) => numeric
        ? <input id={id} className="input" inputMode="decimal" data-testid={testId} data-user-content aria-invalid={wrong !== null || undefined} aria-describedby={why} placeholder={hint} value={asText(value)} onChange={(event) => onChange(event.target.value)} />
        : <textarea id={id} className="input" rows={1} maxLength={5_000} data-testid={testId} data-user-content aria-invalid={wrong !== null || undefined} aria-describedby={why} placeholder={hint} value={asText(value)} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  )
}

/** Every entry of a list, one field each. */
function Entries(props: Props & { attr: Extract<PlaceAttr, { kind: 'list' | 'collection' }> }) {
  const t = useText()
  const { attr, value, onChange, label, testId } = props
  const items = asList(value)
  const put = (at: number, item: DraftValue) => onChange(items.map((one, index) => (index === at ? item : one)))
  return (
    <fieldset className="value-items"><legend className="label">{label}</legend>
      {items.length === 0 && <p className="muted small">{t('world.emptyList')}</p>}
      {items.map((item, at) => (
        <div key={at} className="value-item">
          <ValueField attr={attr.item} kind="text" value={item} label={t('world.entryNumber', { number: at + 1 })} testId={testId} onChange={(next) => put(at, next)} />
          <IconButton label={t('world.removeEntry', { number: at + 1 })} onClick={() => onChange(items.filter((_, index) => index !== at))}><X size={14} aria-hidden /></IconButton>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...items, ''])}><Plus size={14} aria-hidden />{t('world.addEntry')}</Button>
    </fieldset>
  )
}

function Fields(props: Props & { attr: Extract<PlaceAttr, { kind: 'object' }> }) {
  const { attr, value, onChange, label, testId } = props
  const given = asFields(value)
  return (
    <fieldset className="value-items"><legend className="label">{label}</legend>
      {Object.entries(attr.fields ?? {}).map(([name, field]) => <ValueField key={name} attr={field} kind="text" optional value={given[name] ?? ''} label={field.label ?? name} testId={testId} onChange={(next) => onChange({ ...given, [name]: next })} />)}
    </fieldset>
  )
}

/** The field that fits a value's kind: a number, words, one of several, a subject, a list. */
export function ValueField(props: Props) {
  const t = useText()
  const { attr, kind, value, onChange, label, wrong = null, testId, by = false, optional = false } = props
  const truths = [{ value: 'true', label: t('common.yes') }, { value: 'false', label: t('common.no') }]
  const empty = optional ? t('world.notSet') : t('board.choose')
  const subject = (type: string) => <SubjectChoice label={label} value={asText(value)} type={type} missing={wrong !== null} testId={testId ?? ''} placeholder={empty} onPick={onChange} />
  if (attr === null) {
    if (kind === 'truth') return <Pick {...props} options={truths} empty={empty} />
    if (kind === 'ref') return subject('*')
    return <Words {...props} numeric={kind === 'number'} {...(by ? { hint: t('world.byHint') } : {})} />
  }
  if (attr.kind === 'list' || attr.kind === 'collection') return <Entries {...props} attr={attr} />
  if (attr.kind === 'object' && attr.fields) return <Fields {...props} attr={attr} />
  if (attr.kind !== 'scalar') return <Words {...props} />
  if (attr.type === 'bool') return <Pick {...props} options={truths} empty={empty} />
  if (attr.type === 'enum') return <Pick {...props} options={(attr.values ?? []).map((one) => ({ value: one, label: one, own: true }))} empty={empty} />
  if (attr.type === 'ref') return subject(attr.target ?? '*')
  const numeric = attr.type === 'int' || attr.type === 'float'
  return <Words {...props} numeric={numeric} {...(by ? { hint: t('world.byHint') } : {})} />
}
