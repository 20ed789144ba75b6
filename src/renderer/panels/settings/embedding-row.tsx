import { useId, useState, type FormEvent } from 'react'
import { isEmbeddingKind } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { CheckButton } from './check-button'
import { IndexRow } from './index-row'
import { Choice, SettingRow } from './rows'

const other = '+other'
const choose = (embedding: string | null) => attempt(async () => { await call('settings.setModels', { embedding }); await useModels.getState().load(); return true })

/** A model of a service by its name: makers of vectors are seldom among the models one talks to. */
function ByName({ services, onDone }: { services: readonly string[]; onDone: () => void }) {
  const t = useText()
  const id = useId()
  const [service, setService] = useState(services[0] ?? '')
  const [model, setModel] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await choose(`${service}/${model.trim()}`)) onDone()
  }
  return (
    <form className="provider" onSubmit={(event) => void submit(event)}>
      <div className="form-grid">
        <label className="field"><span className="label">{t('settings.embeddingService')}</span><Choice id={`${id}-service`} value={service} options={services.map((name) => ({ value: name, label: name, userText: true }))} onChange={setService} testId="embedding-service" /></label>
        <label className="field"><span className="label">{t('settings.modelName')}</span><input className="input" data-testid="embedding-name" data-user-content autoFocus maxLength={200} value={model} onChange={(event) => setModel(event.target.value)} /></label>
      </div>
      <div className="dialog-buttons"><Button kind="quiet" onClick={onDone}>{t('common.cancel')}</Button><Button kind="primary" type="submit" disabled={model.trim() === ''}>{t('common.save')}</Button></div>
    </form>
  )
}

/** Which model makes the vectors for search by meaning in the world (03 §9), and what is missing without one. */
export function EmbeddingRow() {
  const t = useText()
  const config = useModels((s) => s.config)
  const [naming, setNaming] = useState(false)
  if (!config) return null
  const services = Object.entries(config.providers).filter(([, { kind }]) => isEmbeddingKind(kind))
  const listed = services.flatMap(([name, { models }]) => Object.keys(models).map((model) => `${name}/${model}`))
  const now = config.embedding
  const ids = now === null || listed.includes(now) ? listed : [now, ...listed]
  const options = [{ value: '', label: t('settings.modelNone') }, ...ids.map((id) => ({ value: id, label: id, userText: true })), ...(services.length > 0 ? [{ value: other, label: t('settings.embeddingOther') }] : [])]
  const pick = (value: string) => { if (value === other) setNaming(true); else void choose(value === '' ? null : value) }
  return (
    <>
      <SettingRow label={t('settings.embedding')} hint={t(services.length === 0 ? 'settings.embeddingNoService' : now === null ? 'settings.embeddingAbsent' : 'settings.embeddingHint')} htmlFor="set-embedding">
        <Choice id="set-embedding" testId="settings-embedding" value={now ?? ''} options={options} onChange={pick} />
      </SettingRow>
      {now !== null && <div className="row"><CheckButton key={now} testId="embedding-check" check={() => call('models.checkEmbedding', {})} /></div>}
      <IndexRow />
      {naming && <ByName services={services.map(([name]) => name)} onDone={() => setNaming(false)} />}
    </>
  )
}
