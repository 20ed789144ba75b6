import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { ProviderSpec } from '@shared/settings'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import type { MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { Choice } from './rows'

const kinds = ['openai-compatible', 'openai', 'anthropic', 'google'] as const
type Draft = { name: string; kind: (typeof kinds)[number]; baseURL: string; model: string; context: string; maxOutput: string; input: string; output: string; currency: string }
const empty: Draft = { name: '', kind: 'openai-compatible', baseURL: '', model: '', context: '65536', maxOutput: '8192', input: '', output: '', currency: 'CNY' }

const toSpec = (d: Draft): ProviderSpec => ({
  kind: d.kind, key: `keychain:${d.name}`, timeoutMs: 600_000, ...(d.baseURL.trim() === '' ? {} : { baseURL: d.baseURL.trim() }),
  models: { [d.model.trim()]: {
    context: Number(d.context), maxOutput: Number(d.maxOutput), tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto',
    ...(d.input === '' || d.output === '' ? {} : { price: { currency: d.currency, per: 1_000_000, input: Number(d.input), output: Number(d.output) } }),
  } },
})

const texts: { field: keyof Draft; label: MessageKey; type?: string }[] = [
  { field: 'name', label: 'settings.providerName' }, { field: 'baseURL', label: 'settings.baseUrl' }, { field: 'model', label: 'settings.modelName' },
  { field: 'context', label: 'settings.context', type: 'number' }, { field: 'maxOutput', label: 'settings.maxOutput', type: 'number' },
  { field: 'input', label: 'settings.priceInput', type: 'number' }, { field: 'output', label: 'settings.priceOutput', type: 'number' }, { field: 'currency', label: 'settings.currency' },
]

/** Adds a provider with its first model; the first model becomes the default. */
export function ProviderForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const { config, load } = useModels()
  const [draft, setDraft] = useState(empty)
  const [fault, setFault] = useState<Fault | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [])
  const ready = /^[a-z0-9_-]{1,32}$/.test(draft.name) && draft.model.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await call('settings.setProvider', { name: draft.name, spec: toSpec(draft) })
      if (config?.default === null) await call('settings.setModels', { default: `${draft.name}/${draft.model.trim()}` })
      await load()
      onDone()
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  return (
    <form ref={form} className="provider" onSubmit={(event) => void submit(event)}>
      <label className="field"><span className="label">{t('settings.providerKind')}</span>
        <Choice id="provider-kind" value={draft.kind} options={kinds.map((value) => ({ value, label: t(`settings.kind.${value}`) }))} onChange={(kind) => setDraft({ ...draft, kind })} /></label>
      <div className="form-grid">
        {texts.map(({ field, label, type }) => (
          <label key={field} className="field"><span className="label">{t(label)}</span>
            <input className="input" name={field} type={type ?? 'text'} step="any" value={draft[field]} onChange={(event) => setDraft({ ...draft, [field]: event.target.value })} /></label>
        ))}
      </div>
      {fault && <ErrorNote fault={fault} />}
      <div className="dialog-buttons"><Button kind="quiet" onClick={onDone}>{t('common.cancel')}</Button><Button kind="primary" type="submit" disabled={!ready}>{t('common.save')}</Button></div>
    </form>
  )
}
