import { useState } from 'react'
import type { ProviderSpec } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { Button } from '../../ui/button'
import { CheckButton } from './check-button'
import { KeyRow } from './key-row'
import { ModelDetails } from './model-details'
import { ModelForm } from './provider-form'
import { RemoveModel } from './remove-model'

function ModelRow({ provider, model }: { provider: string; model: string }) {
  const id = `${provider}/${model}`
  return <div className="row" data-testid="settings-model" data-id={id}><span data-user-content>{id}</span><CheckButton testId="model-check" check={() => call('models.check', { model: id })} /><RemoveModel provider={provider} model={model} /></div>
}

/** One provider: its models with a live test, its key shown only as set or not. */
export function ProviderCard({ name, spec }: { name: string; spec: ProviderSpec }) {
  const t = useText()
  const [adding, setAdding] = useState(false)
  const key = spec.key?.replace('keychain:', '') ?? null
  return (
    <section className="provider" data-testid="settings-provider" data-id={name}>
      <header className="row"><strong data-user-content>{name}</strong><span className="muted">{spec.kind === 'demo' ? '' : t(`settings.kind.${spec.kind}`)}</span>
        {spec.baseURL && <span className="muted ellipsis" data-user-content>{spec.baseURL}</span>}</header>
      {key !== null && <KeyRow name={key} />}
      {Object.keys(spec.models).map((model) => <div key={model}><ModelRow provider={name} model={model} /><ModelDetails provider={name} from={spec} model={model} /></div>)}
      {adding ? <ModelForm provider={name} spec={spec} onDone={() => setAdding(false)} /> : <div className="row"><Button size="small" testId="model-add" onClick={() => setAdding(true)}>{t('settings.addModel')}</Button><RemoveModel provider={name} model={null} /></div>}
    </section>
  )
}
