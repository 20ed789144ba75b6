import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../i18n/text'
import { Button, IconButton } from '../../../ui/button'
import { Choice } from '../../settings/rows'
import { freshName, isTaken, kinds, readForm, writeForm, type FormModel, type Param } from './form-model'

const effects = ['none', 'read', 'write', 'network'] as const

interface RowProps { param: Param; at: number; params: readonly Param[]; onChange: (next: Param) => void; onRemove: () => void; readOnly: boolean }

/** A name another parameter has is said and not taken: two of one name would be one in the file. */
function NameField({ param, at, params, onChange, readOnly }: Omit<RowProps, 'onRemove'>) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const type = (name: string) => {
    const taken = isTaken(params, at, name)
    setTyped(taken ? name : null)
    if (!taken) onChange({ ...param, name })
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>{t('tools.form.name')}</label>
      <input id={id} className="input" data-testid="param-name" data-user-content readOnly={readOnly} spellCheck={false} aria-invalid={typed !== null || undefined} aria-describedby={typed === null ? undefined : `${id}-why`} value={typed ?? param.name} onChange={(event) => type(event.target.value)} onBlur={() => setTyped(null)} />
      {typed !== null && <span id={`${id}-why`} role="alert" className="field-missing" data-testid="param-taken">{t('tools.form.nameTaken')}</span>}
    </div>
  )
}

function ParamRow({ param, at, params, onChange, onRemove, readOnly }: RowProps) {
  const t = useText()
  return (
    <li className="param-form" data-testid="param-row" data-id={param.name}>
      <div className="param-fields">
        <NameField param={param} at={at} params={params} onChange={onChange} readOnly={readOnly} />
        <label className="field" htmlFor={`param-kind-${at}`}><span className="label">{t('tools.form.kind')}</span><Choice id={`param-kind-${at}`} value={param.kind} onChange={(kind) => onChange({ ...param, kind })} options={kinds.map((value) => ({ value, label: t(`tools.form.kind.${value}`) }))} /></label>
        <label className="check-row"><input type="checkbox" disabled={readOnly} checked={param.required} onChange={(event) => onChange({ ...param, required: event.target.checked })} />{t('tools.form.required')}</label>
      </div>
      <label className="field"><span className="label">{t('tools.form.about')}</span><input className="input" data-user-content readOnly={readOnly} value={param.about} onChange={(event) => onChange({ ...param, about: event.target.value })} /></label>
      {param.kind === 'choice' && <label className="field"><span className="label">{t('tools.form.values')}</span><input className="input" data-user-content readOnly={readOnly} defaultValue={param.values} onBlur={(event) => onChange({ ...param, values: event.target.value })} onChange={(event) => onChange({ ...param, values: event.target.value })} /></label>}
      <IconButton label={t('tools.form.removeParam', { name: param.name })} data-user-content disabled={readOnly} onClick={onRemove}><Trash2 size={15} aria-hidden /></IconButton>
    </li>
  )
}

function Effects({ model, onChange, readOnly }: { model: FormModel; onChange: (effects: string[]) => void; readOnly: boolean }) {
  const t = useText()
  const tick = (one: (typeof effects)[number]) => {
    if (one === 'none') return onChange(['none'])
    const rest = model.effects.filter((each) => each !== 'none' && each !== one)
    onChange(model.effects.includes(one) ? (rest.length > 0 ? rest : ['none']) : [...rest, one])
  }
  return <fieldset className="effects-form"><legend>{t('tools.form.effects')}</legend>{effects.map((one) => <label key={one} className="check-row"><input type="checkbox" disabled={readOnly} checked={model.effects.includes(one)} onChange={() => tick(one)} />{t(`tools.effect.${one}`)}</label>)}</fieldset>
}

/** `tool.json` as a form; every change is a change of the text, which the form never replaces but where it was changed. */
export function ToolForm({ text, readOnly, onType }: { text: string; readOnly: boolean; onType: (text: string) => void }) {
  const t = useText()
  const model = readForm(text)
  if (!model) return <div className="tool-form"><p className="form-note" data-kind="warn">{t('tools.notJson')}</p></div>
  const write = (change: Partial<FormModel>) => onType(writeForm({ ...model, ...change }))
  const setParam = (at: number, next: Param | null) => write({ params: model.params.flatMap((one, n) => (n === at ? (next === null ? [] : [next]) : [one])) })
  return (
    <div className="tool-form" data-testid="tool-form">
      <label className="field"><span className="label">{t('tools.form.description')}</span><textarea className="input" data-testid="form-description" data-user-content rows={3} readOnly={readOnly} value={model.description} onChange={(event) => write({ description: event.target.value })} /></label>
      <section><h2>{t('tools.form.params')}</h2>
        <ul className="param-forms">{model.params.map((param, at) => <ParamRow key={at} at={at} param={param} params={model.params} readOnly={readOnly} onChange={(next) => setParam(at, next)} onRemove={() => setParam(at, null)} />)}</ul>
        <Button size="small" testId="param-add" disabled={readOnly} onClick={() => write({ params: [...model.params, { name: freshName(model.params), kind: 'text', about: '', required: true, values: '', node: {} }] })}>{t('tools.form.addParam')}</Button></section>
      <Effects model={model} readOnly={readOnly} onChange={(next) => write({ effects: next })} />
      <label className="field timeout-field"><span className="label">{t('tools.form.timeout')}</span><input className="input number" type="number" min={1} max={600} readOnly={readOnly} value={model.timeout} onChange={(event) => { const n = Number(event.target.value); if (Number.isInteger(n)) write({ timeout: n }) }} /></label>
    </div>
  )
}
