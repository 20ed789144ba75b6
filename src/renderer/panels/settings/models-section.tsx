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
  const { models, fallback, config, secure, load } = useModels()
  const [adding, setAdding] = useState(false)
  useEffect(() => { void attempt(load) }, [load])
  if (!config) return null
  const options = [{ value: '', label: t('settings.modelNone') }, ...models.map((model) => ({ value: model.id, label: model.id, userText: true }))]
  // Without a choice of the author's one is used all the same: the conversation names it, so this does as well.
  const now = t('settings.modelNoneNow', { model: fallback === 'demo/author' ? t('sessions.modelDemo') : fallback })
  // A choice that is no longer there is shown as it stands: an empty field would say that none was made.
  const isGone = (id: string) => !models.some((model) => model.id === id)
  const withGone = (id: string | null) => (id === null || !isGone(id) ? options : [...options, { value: id, label: t('sessions.modelGone', { model: id }) }])
  const choose = (change: { default?: string | null; small?: string | null }) => void attempt(async () => { await call('settings.setModels', change); await load() })
  const providers = Object.entries(config.providers)
  return (
    <>
      {config.default === null && fallback === 'demo/author' && <p className="note">{t('settings.demoNote')}</p>}
      <SettingRow label={t('settings.modelDefault')} htmlFor="set-model"><Choice id="set-model" testId="model-default" value={config.default ?? ''} options={withGone(config.default).map((option) => (option.value === '' && config.default === null ? { ...option, label: now } : option))} onChange={(v) => choose({ default: v === '' ? null : v })} /></SettingRow>
      <SettingRow label={t('settings.modelSmall')} htmlFor="set-small"><Choice id="set-small" value={config.small ?? ''} options={withGone(config.small)} onChange={(v) => choose({ small: v === '' ? null : v })} /></SettingRow>
      {config.default !== null && isGone(config.default) && <p className="note" role="status" data-testid="default-gone">{t('settings.defaultGone', { model: config.default })}</p>}
      <EmbeddingRow />
      <h2>{t('settings.providers')}</h2>
      <p className="muted">{t(secure ? 'settings.keyKeychain' : 'settings.keyRunOnly')}</p>
      {providers.length === 0 && !adding && <p className="muted">{t('settings.noProviders')}</p>}
      {providers.map(([name, spec]) => <ProviderCard key={name} name={name} spec={spec} />)}
      {adding ? <ProviderForm onDone={() => setAdding(false)} /> : <div><Button testId="provider-add" onClick={() => setAdding(true)}>{t('settings.addProvider')}</Button></div>}
      <BudgetRows />
    </>
  )
}
