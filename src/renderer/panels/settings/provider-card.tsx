import type { ProviderSpec } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { CheckButton } from './check-button'
import { KeyRow } from './key-row'
import { ModelDetails } from './model-details'

function CheckRow({ model }: { model: string }) {
  return <div className="row"><span data-user-content>{model}</span><CheckButton testId="model-check" check={() => call('models.check', { model })} /></div>
}

/** One provider: its models with a live test, its key shown only as set or not. */
export function ProviderCard({ name, spec }: { name: string; spec: ProviderSpec }) {
  const t = useText()
  const load = useModels((s) => s.load)
  const key = spec.key?.replace('keychain:', '') ?? null
  return (
    <section className="provider" data-testid="settings-provider" data-id={name}>
      <header className="row"><strong data-user-content>{name}</strong><span className="muted">{spec.kind === 'demo' ? '' : t(`settings.kind.${spec.kind}`)}</span>
        {spec.baseURL && <span className="muted ellipsis" data-user-content>{spec.baseURL}</span>}</header>
      {key !== null && <KeyRow name={key} />}
      {Object.keys(spec.models).map((model) => <div key={model}><CheckRow model={`${name}/${model}`} /><ModelDetails provider={name} from={spec} model={model} /></div>)}
      <div><Button size="small" kind="quiet" onClick={() => void attempt(async () => { await call('settings.removeProvider', { name }); await load() })}>{t('settings.removeProvider')}</Button></div>
    </section>
  )
}
