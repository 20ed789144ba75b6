import { useId, type FormEvent } from 'react'
import type { MessageKey } from '@shared/i18n'
import type { ModelSpec, ProviderSpec } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { shownPrice, writtenPrice } from './price-form'

const numbers: { name: 'context' | 'maxOutput' | 'input' | 'cachedInput' | 'output'; label: MessageKey }[] = [
  { name: 'context', label: 'settings.context' }, { name: 'maxOutput', label: 'settings.maxOutput' },
  { name: 'input', label: 'settings.priceInput' }, { name: 'cachedInput', label: 'settings.priceCached' }, { name: 'output', label: 'settings.priceOutput' },
]
const flags: { name: 'tools' | 'parallelTools' | 'vision'; label: MessageKey }[] = [{ name: 'tools', label: 'settings.modelTools' }, { name: 'parallelTools', label: 'settings.modelParallel' }, { name: 'vision', label: 'settings.modelVision' }]

function valueOf(spec: ModelSpec, name: (typeof numbers)[number]['name']): number | undefined {
  return name === 'context' || name === 'maxOutput' ? spec[name] : shownPrice(spec.price, name)
}

/** The form's values over what was there; without both prices the model is unpriced. */
function changed(spec: ModelSpec, data: FormData): ModelSpec {
  const number = (name: string): number | null => { const raw = String(data.get(name) ?? '').trim(); return raw === '' || !Number.isFinite(Number(raw)) || Number(raw) < 0 ? null : Number(raw) }
  const { price: before, ...rest } = spec
  const currency = String(data.get('currency') ?? '').trim().toUpperCase() || 'CNY'
  const price = writtenPrice(before, currency, { input: number('input'), cachedInput: number('cachedInput'), output: number('output') })
  return {
    ...rest, context: Math.floor(number('context') ?? 0) || spec.context, maxOutput: Math.floor(number('maxOutput') ?? 0) || spec.maxOutput,
    tools: data.has('tools'), parallelTools: data.has('parallelTools'), vision: data.has('vision'),
    ...(price === undefined ? {} : { price }),
  }
}

/** What a model can do, what it costs, and whether agents may name it for one call (04 §8). */
export function ModelDetails({ provider, from, model }: { provider: string; from: ProviderSpec; model: string }) {
  const t = useText()
  const { config, load } = useModels()
  const id = useId()
  const spec = from.models[model]
  if (!spec || !config) return null
  const full = `${provider}/${model}`
  const listed = config.visible.find((one) => one.model === full)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const note = String(data.get('note') ?? '').trim()
    const others = config.visible.filter((one) => one.model !== full)
    const visible = data.has('visible') ? [...others, { model: full, ...(note === '' ? {} : { note }) }] : others
    void attempt(async () => {
      await call('settings.setProvider', { name: provider, spec: { ...from, models: { ...from.models, [model]: changed(spec, data) } } })
      await call('settings.setModels', { visible })
      await load()
    })
  }
  return (
    <details className="model-details" data-testid="model-details" data-id={full}>
      <summary>{t('settings.modelDetails')}</summary>
      <form onSubmit={save}>
        <div className="form-grid">
          {numbers.map(({ name, label }) => <label key={name} className="field"><span className="label">{t(label)}</span><input className="input" type="number" step="any" min={0} name={name} defaultValue={valueOf(spec, name) ?? ''} /></label>)}
          <label className="field"><span className="label">{t('settings.currency')}</span><input className="input" name="currency" maxLength={8} defaultValue={spec.price?.currency ?? 'CNY'} /></label>
        </div>
        {flags.map(({ name, label }) => <label key={name} className="check-row" htmlFor={`${id}-${name}`}><input id={`${id}-${name}`} type="checkbox" name={name} defaultChecked={spec[name]} /> {t(label)}</label>)}
        <label className="check-row" htmlFor={`${id}-visible`}><input id={`${id}-visible`} type="checkbox" name="visible" defaultChecked={listed !== undefined} /> {t('settings.modelVisible')}</label>
        <label className="field"><span className="label">{t('settings.modelNote')}</span><input className="input" name="note" maxLength={200} defaultValue={listed?.note ?? ''} /></label>
        <Button size="small" type="submit">{t('common.save')}</Button>
      </form>
    </details>
  )
}
