import { fail } from '@shared/fault'
import type { GlobalConfig, ModelSpec, ProviderSpec } from '@shared/settings'
import { DEMO_MODEL, demoSpec } from './demo/demo-spec'

export interface Named { provider: string; model: string; spec: ModelSpec; from: ProviderSpec | null }

/** Every model that can be chosen, the demo last; ids are `provider/model`. */
export function allModels(config: GlobalConfig): (Named & { id: string })[] {
  const configured = Object.entries(config.models.providers).flatMap(([provider, from]) =>
    Object.entries(from.models).map(([model, spec]) => ({ id: `${provider}/${model}`, provider, model, spec, from })))
  return [...configured, { id: DEMO_MODEL, provider: 'demo', model: 'author', spec: demoSpec, from: null }]
}

/** A model by its id; MODEL_UNKNOWN lists what there is, and nothing is put in its place (04 §8). */
export function findModel(config: GlobalConfig, id: string): Named {
  const models = allModels(config)
  const found = models.find((model) => model.id === id)
  return found ?? fail('MODEL_UNKNOWN', `There is no model "${id}".`, { actual: id, expected: `one of ${models.map((model) => model.id).join(', ')}` })
}

/** True when the provider can be called: its key is here, or it needs none. */
export function keyReady(name: string, from: ProviderSpec | null, keys: Readonly<Record<string, string>>): boolean {
  if (from === null || from.kind === 'demo' || from.key === undefined) return true
  return (keys[keyName(name, from)] ?? '') !== ''
}

/** `keychain:ds` → `ds`. */
export function keyName(name: string, from: ProviderSpec): string {
  return from.key?.replace(/^keychain:/, '') ?? name
}

/** The default: the author's choice; else the first model whose provider is ready; else the demo (04 §9). */
export function defaultModel(config: GlobalConfig, keys: Readonly<Record<string, string>>): string {
  if (config.models.default !== null) return config.models.default
  return allModels(config).find((model) => keyReady(model.provider, model.from, keys))?.id ?? DEMO_MODEL
}

/** A model named for one call must be one the author lets agents name (04 §8). MODEL_NOT_VISIBLE. */
export function namedForCall(callable: readonly string[], id: string): string {
  return callable.includes(id) ? id : fail('MODEL_NOT_VISIBLE', `The model "${id.slice(0, 80)}" cannot be chosen for a call.`, { pointer: '/model', actual: id, expected: `one of ${callable.join(', ')}` })
}
