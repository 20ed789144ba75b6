import { createContext, useContext, useId, useMemo } from 'react'
import type { Subject } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { mostListed } from '../../story/fields/choice'
import type { Option } from '../../story/fields/option'
import { SearchChoice } from '../../story/fields/search-choice'
import { isOwnType, typeText } from '../words'

export const newSubjectValue = '+new'
interface Props {
  label: string; value: string; /** Only of this type; `*` or absent: any. */ type?: string; /** This type stands first. */ first?: string; exclude?: readonly string[]; /** A last choice that is no subject. */ other?: { value: string; label: string }
  onPick: (id: string) => void; allowNew?: boolean; placeholder?: string; missing?: boolean; disabled?: boolean; testId?: string
}

const none: readonly string[] = []
/** Subjects of a form that it is about to register. */
export const FreshSubjects = createContext<readonly Subject[]>([])
const byName = (a: Subject, b: Subject): number => a.name.localeCompare(b.name)

/** A subject of the world by its name, grouped by type. An id the world does not know (yet) stays as it is. */
export function SubjectChoice({ label, value, type = '*', first, exclude = none, other, onPick, allowNew = false, placeholder, missing = false, disabled = false, testId }: Props) {
  const t = useText()
  const id = useId()
  const subjects = useWorld((s) => s.subjects)
  const fresh = useContext(FreshSubjects)
  const types = useWorld((s) => s.files?.schema.types)
  const groups = useMemo(() => {
    const fitting = [...(subjects ?? []), ...fresh].filter((subject) => (type === '*' || subject.type === type) && !exclude.includes(subject.id))
    const found = [...Map.groupBy(fitting, (subject) => subject.type)].map(([name, rows]) => ({ name, rows: rows.toSorted(byName) }))
    return found.toSorted((a, b) => Number(b.name === first) - Number(a.name === first))
  }, [subjects, fresh, type, first, exclude])
  const unknown = value !== '' && value !== newSubjectValue && !groups.some(({ rows }) => rows.some((row) => row.id === value))
  const listed = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  if (listed > mostListed) {
    const options: Option[] = [
      { value: '', label: placeholder ?? t('world.chooseSubject'), prompt: value === '' }, ...(unknown ? [{ value, label: value, own: true }] : []), ...(allowNew ? [{ value: newSubjectValue, label: t('world.newSubjectHere') }] : []),
      ...groups.flatMap(({ name, rows }) => rows.map((row) => ({ value: row.id, label: row.name, own: true, hint: typeText(t, name, types ?? {}) }))), ...(other ? [other] : []),
    ]
    return <SearchChoice label={label} value={value} options={options} onPick={onPick} testId={testId} disabled={disabled} missing={missing} />
  }
  return (
    <div className="field" data-missing={missing}>
      <label className="label" htmlFor={id}>{label}</label>
      <select id={id} className="input" data-testid={testId} aria-invalid={missing || undefined} value={value} disabled={disabled} onChange={(event) => onPick(event.target.value)}>
        <option value="">{placeholder ?? t('world.chooseSubject')}</option>
        {unknown && <option value={value} data-user-content>{value}</option>}
        {allowNew && <option value={newSubjectValue}>{t('world.newSubjectHere')}</option>}
        {groups.map(({ name, rows }) => (
          <optgroup key={name} label={typeText(t, name, types ?? {})} data-user-content={isOwnType(name, types ?? {}) ? '' : undefined}>
            {rows.map((subject) => <option key={subject.id} value={subject.id} data-user-content>{subject.name}</option>)}
          </optgroup>
        ))}
        {other && <option value={other.value}>{other.label}</option>}
      </select>
    </div>
  )
}
