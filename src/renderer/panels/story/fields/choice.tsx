import { useId } from 'react'
import { useReadOnly } from '../../../stores/app'
import type { Option } from './option'
import { usePending } from './pending'
import { SearchChoice } from './search-choice'

interface Props { label: string; value: string; options: readonly Option[]; /** May answer a promise; null or false: it was not taken. */ onPick: (value: string) => unknown; testId?: string; hideLabel?: boolean; disabled?: boolean; className?: string; /** A filter stays usable when the project is read-only. */ always?: boolean }

/** More than these are not read through: they are searched. */
export const mostListed = 40

/** One of several by the system's own list, so that keys and screen readers work everywhere; one of many by searching. */
export function Choice({ label, value, options, onPick, testId, hideLabel = false, disabled = false, className = '', always = false }: Props) {
  const id = useId()
  const readOnly = useReadOnly()
  const [shown, choose] = usePending(value, onPick)
  const off = disabled || (readOnly && !always)
  if (options.length > mostListed) return <SearchChoice label={label} value={shown} options={options} onPick={choose} testId={testId} hideLabel={hideLabel} disabled={off} className={className} />
  return (
    <div className={`field ${className}`}>
      <label className={hideLabel ? 'visually-hidden' : 'label'} htmlFor={id}>{label}</label>
      <select id={id} className="input" data-testid={testId} value={shown} disabled={off} title={hideLabel ? label : undefined} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => <option key={option.value} value={option.value} data-user-content={option.own ? '' : undefined}>{option.label}</option>)}
      </select>
    </div>
  )
}
