import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Fault } from '@shared/fault'
import type { MessageKey } from '@shared/i18n'
import type { ProviderSpec } from '@shared/settings'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { emptyModel, emptyService, modelFaults, modelOf, serviceFaults, serviceKinds, serviceOf, type DraftFaults, type DraftField, type ModelDraft, type ServiceDraft } from './model-form'
import { Choice, Refused } from './rows'

interface FieldOf<F extends DraftField> { field: F; label: MessageKey; type?: string }
const ofService: readonly FieldOf<DraftField>[] = [{ field: 'name', label: 'settings.providerName' }, { field: 'baseURL', label: 'settings.baseUrl' }]
const ofModel: readonly FieldOf<keyof ModelDraft>[] = [
  { field: 'model', label: 'settings.modelName' }, { field: 'context', label: 'settings.context', type: 'number' }, { field: 'maxOutput', label: 'settings.maxOutput', type: 'number' },
  { field: 'input', label: 'settings.priceInput', type: 'number' }, { field: 'output', label: 'settings.priceOutput', type: 'number' }, { field: 'currency', label: 'settings.currency' },
]

interface FieldsProps<D> { draft: D; fields: readonly FieldOf<Extract<keyof D, DraftField>>[]; faults: DraftFaults; /** Fields that were left, or all once saving was tried. */ shown: ReadonlySet<string>; onChange: (draft: D) => void; onLeft: (field: string) => void }

/** Each field with what is wrong in it, said once it was left: not while the first letter is typed. */
function Fields<D extends ModelDraft>({ draft, fields, faults, shown, onChange, onLeft }: FieldsProps<D>) {
  const t = useText()
  return (
    <div className="form-grid">
      {fields.map(({ field, label, type }) => {
        const wrong = shown.has(field) ? faults[field] : undefined
        return (
          <label key={field} className="field"><span className="label">{t(label)}</span>
            <input className="input" name={field} type={type ?? 'text'} step="any" spellCheck={false} aria-invalid={wrong !== undefined || undefined} value={String(draft[field])} onChange={(event) => onChange({ ...draft, [field]: event.target.value })} onBlur={() => onLeft(field)} />
            <Refused why={wrong === undefined ? null : t(wrong, { example: 'https://example.com/v1' })} /></label>
        )
      })}
    </div>
  )
}

interface FormProps { faults: DraftFaults; save: () => Promise<unknown>; onDone: () => void; testId: string; children: (shown: ReadonlySet<string>, onLeft: (field: string) => void) => ReactNode }

/** Saves what is right; what is not is said at its field, and the first such field takes the keys. */
function DraftForm({ faults, save, onDone, testId, children }: FormProps) {
  const t = useText()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Fault | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = [...ofService, ...ofModel].filter(({ field }) => faults[field] !== undefined)
    setLeft(new Set([...left, ...wrong.map(({ field }) => field)]))
    if (wrong[0]) return form.current?.querySelector<HTMLInputElement>(`[name="${wrong[0].field}"]`)?.focus()
    try {
      await save()
      await useModels.getState().load()
      onDone()
    } catch (error) {
      setRefused(errorFault(error))
    }
  }
  return (
    <form ref={form} className="provider" data-testid={testId} noValidate onSubmit={(event) => void submit(event)}>
      {children(left, (field) => setLeft(new Set([...left, field])))}
      {refused && <ErrorNote fault={refused} />}
      <div className="dialog-buttons"><Button kind="quiet" onClick={onDone}>{t('common.cancel')}</Button><Button kind="primary" type="submit">{t('common.save')}</Button></div>
    </form>
  )
}

/** Adds a provider with its first model; the first model becomes the default. */
export function ProviderForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const config = useModels((s) => s.config)
  const [draft, setDraft] = useState<ServiceDraft>(emptyService)
  const faults = serviceFaults(draft, Object.keys(config?.providers ?? {}))
  const save = async () => {
    await call('settings.setProvider', { name: draft.name.trim(), spec: serviceOf(draft), isNew: true })
    if (config?.default === null) await call('settings.setModels', { default: `${draft.name.trim()}/${draft.model.trim()}` })
  }
  return (
    <DraftForm faults={faults} save={save} onDone={onDone} testId="provider-form">
      {(shown, onLeft) => (
        <>
          <label className="field"><span className="label">{t('settings.providerKind')}</span>
            <Choice id="provider-kind" value={draft.kind} options={serviceKinds.map((value) => ({ value, label: t(`settings.kind.${value}`) }))} onChange={(kind) => setDraft({ ...draft, kind })} /></label>
          <Fields draft={draft} fields={[...ofService, ...ofModel]} faults={faults} shown={shown} onChange={setDraft} onLeft={onLeft} />
        </>
      )}
    </DraftForm>
  )
}

/** Adds one more model to a provider; those that are there stay as they are. */
export function ModelForm({ provider, spec, onDone }: { provider: string; spec: ProviderSpec; onDone: () => void }) {
  const [draft, setDraft] = useState<ModelDraft>(emptyModel)
  const faults = modelFaults(draft, Object.keys(spec.models))
  return (
    <DraftForm faults={faults} save={() => call('settings.addModel', { provider, model: draft.model.trim(), spec: modelOf(draft) })} onDone={onDone} testId="model-form">
      {(shown, onLeft) => <Fields draft={draft} fields={ofModel} faults={faults} shown={shown} onChange={setDraft} onLeft={onLeft} />}
    </DraftForm>
  )
}
