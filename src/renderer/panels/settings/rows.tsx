import { useState, type ReactNode } from 'react'
import { useText } from '../../i18n/text'

/** A setting: its name, its control, a quiet line of what it means. */
export function SettingRow({ label, hint, children, htmlFor }: { label: string; hint?: string; children: ReactNode; htmlFor?: string }) {
  return (
    <div className="setting">
      <label className="setting-label" htmlFor={htmlFor}>{label}{hint && <span className="setting-hint">{hint}</span>}</label>
      <div className="setting-control">{children}</div>
    </div>
  )
}

interface ChoiceProps<T extends string> { id: string; value: T; options: readonly { value: T; label: string; userText?: boolean }[]; onChange: (value: T) => void; testId?: string }

/** One of several, by the system's own list so that keys and screen readers work everywhere. */
export function Choice<T extends string>({ id, value, options, onChange, testId }: ChoiceProps<T>) {
  const pick = (chosen: string) => { const option = options.find((o) => o.value === chosen); if (option) onChange(option.value) }
  return (
    <select id={id} className="input" data-testid={testId} value={value} onChange={(event) => pick(event.target.value)}>
      {options.map((option) => <option key={option.value} value={option.value} data-user-content={option.userText ? '' : undefined}>{option.label}</option>)}
    </select>
  )
}

export function Toggle({ id, on, onChange, testId }: { id: string; on: boolean; onChange: (on: boolean) => void; testId?: string }) {
  return <input id={id} type="checkbox" className="toggle" role="switch" aria-checked={on} data-testid={testId} checked={on} onChange={(event) => onChange(event.target.checked)} />
}

/** Why what was typed was not taken, at its field; null: nothing was refused. */
export function Refused({ why }: { why: string | null }) {
  return why === null ? null : <span className="field-refused" role="alert" data-testid="field-refused">{why}</span>
}

export function NumberField({ id, value, min, max, step, onChange, testId, placeholder }: { id: string; value: number | null; min: number; max: number; step: number; onChange: (n: number | null) => void; testId?: string; placeholder?: string }) {
  const t = useText()
  const [refused, setRefused] = useState<string | null>(null)
  const take = (raw: string) => {
    setRefused(null)
    if (raw.trim() === '') return onChange(null)
    const n = Number(raw)
    if (Number.isFinite(n) && n >= min && n <= max) onChange(n)
  }
  // What was not taken does not stay in the field: the last good value comes back, and the field says why.
  const leave = (field: HTMLInputElement) => {
    const raw = field.value.trim()
    const n = Number(raw)
    if (raw !== '' && Number.isFinite(n) && n >= min && n <= max) return
    setRefused(raw !== '' || field.validity.badInput ? raw : null)
    field.value = value === null ? '' : String(value)
  }
  return (
    <>
      <input id={id} className="input number" type="number" data-testid={testId} min={min} max={max} step={step} defaultValue={value ?? ''} placeholder={placeholder} aria-describedby={`${id}-range`} onChange={(event) => take(event.target.value)} onBlur={(event) => leave(event.target)} />
      <span id={`${id}-range`} className="muted number-range">{t('settings.range', { min, max })}</span>
      <Refused why={refused === null ? null : refused === '' ? t('settings.refusedNumber') : t('settings.refusedRange', { value: refused, min, max })} />
    </>
  )
}
