import { useEffect, useState } from 'react'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { BudgetRows } from './budget-rows'
import { EmbeddingRow } from './embedding-row'
import { ProviderCard } from './provider-card'
import { ProviderForm } from './provider-form'
import { Choice, SettingRow } from './rows'

/** Providers, the default model, keys. Without any of it the demo model answers. */
export function ModelsSection() {
  const t = useText()
  const { models, config, secure, load } = useModels()
  const [adding, setAdding] = useState(false)
  useEffect(() => { void attempt(load) }, [load])
  if (!config) return null
  const options = [{ value: '', label: t('settings.modelNone') }, ...models.map((model) => ({ value: model.id, label: model.id, userText: true }))]
  const choose = (change: { default?: string | null; small?: string | null }) => void attempt(async () => { await call('settings.setModels', change); await load() })
  const providers = Object.entries(config.providers)
  return (
    <>
      {config.default === null && <p className="note">{t('settings.demoNote')}</p>}
      <SettingRow label={t('settings.modelDefault')} htmlFor="set-model"><Choice id="set-model" value={config.default ?? ''} options={options} onChange={(v) => choose({ default: v === '' ? null : v })} /></SettingRow>
      <SettingRow label={t('settings.modelSmall')} htmlFor="set-small"><Choice id="set-small" value={config.small ?? ''} options={options} onChange={(v) => choose({ small: v === '' ? null : v })} /></SettingRow>
      <EmbeddingRow />
      <h2>{t('settings.providers')}</h2>
      <p className="muted">{t(secure ? 'settings.keyKeychain' : 'settings.keyRunOnly')}</p>
      {providers.length === 0 && !adding && <p className="muted">{t('settings.noProviders')}</p>}
      {providers.map(([name, spec]) => <ProviderCard key={name} name={name} spec={spec} />)}
      {adding ? <ProviderForm onDone={() => setAdding(false)} /> : <div><Button onClick={() => setAdding(true)}>{t('settings.addProvider')}</Button></div>}
      <BudgetRows />
    </>
  )
}
