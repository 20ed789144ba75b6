import { fail, isFault } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { Checked } from '@shared/procedures/procedure'
import type { settingsProcedures } from '@shared/procedures/settings'
import { GlobalConfig } from '@shared/settings'
import type { Core, RequestContext } from '../app/types'
import { embeddingExpected, embeddingModel } from '../models/embeddings'
import { allModels, keyName } from '../models/model-names'
import type { ModelRequest } from '../models/types'
import { checked } from './checked'
import { usesOf } from './model-uses'

type SettingsName = keyof typeof settingsProcedures
type Models = GlobalConfig['models']

const CHECK_MS = 30_000

const updateModels = async (core: Core, change: (models: Models) => Models): Promise<Record<string, never>> => {
  await core.settings.update((config) => ({ ...config, models: change(config.models) }))
  return {}
}

/** Whether each part of the settings is the product's or the author's own. */
function sources(config: GlobalConfig): Record<string, 'product' | 'global'> {
  const product = GlobalConfig.parse({})
  const same = (name: 'ui' | 'models' | 'agents') => JSON.stringify(config[name]) === JSON.stringify(product[name])
  return { ui: same('ui') ? 'product' : 'global', models: same('models') ? 'product' : 'global', agents: same('agents') ? 'product' : 'global' }
}

/** Global settings and the models they name (04 §8). Keys never pass here: the window hands them to the keychain. */
export const modelsHandlers: Handlers<SettingsName, RequestContext> = {
  'settings.get': (_input, { core }) => {
    const { config, error } = core.settings.get()
    return { config, error, sources: sources(config) }
  },
  'settings.setUi': (change, { core }) => core.settings.setUi(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))),
  'settings.setProvider': ({ name, spec, isNew }, { core }) => {
    if (name === 'demo' || spec.kind === 'demo') fail('SETTING_INVALID', 'The demo model is always there; choose another name and kind.', { pointer: name === 'demo' ? '/name' : '/spec/kind' })
    if (spec.kind === 'openai-compatible' && spec.baseURL === undefined) fail('SETTING_INVALID', 'This kind of provider needs an address.', { pointer: '/spec/baseURL' })
    return updateModels(core, (models) => {
      if (isNew === true && models.providers[name] !== undefined) fail('SETTING_INVALID', `There is a provider named ${name} already; it stays as it is.`, { pointer: '/name', actual: name })
      return { ...models, providers: { ...models.providers, [name]: spec } }
    })
  },
  'settings.addModel': ({ provider, model, spec }, { core }) => updateModels(core, (models) => {
    const from = providerOf(models, provider)
    if (from.models[model] !== undefined) fail('SETTING_INVALID', `${provider} has a model ${model} already; it stays as it is.`, { pointer: '/model', actual: model })
    return { ...models, providers: { ...models.providers, [provider]: { ...from, models: { ...from.models, [model]: spec } } } }
  }),
  'settings.removeModel': ({ provider, model }, { core }) => updateModels(core, (models) => {
    const from = providerOf(models, provider)
    const { [model]: _removed, ...kept } = from.models
    return { ...without(models, (id) => id === `${provider}/${model}`), providers: { ...models.providers, [provider]: { ...from, models: kept } } }
  }),
  'settings.removeProvider': ({ name }, { core }) => updateModels(core, (models) => {
    const { [name]: _removed, ...providers } = models.providers
    return { ...without(models, (id) => id.startsWith(`${name}/`)), providers }
  }),
  'settings.setModels': (change, { core }) => {
    for (const id of [change.default, change.small, ...(change.visible ?? []).map((one) => one.model)]) if (typeof id === 'string') core.models.spec(id)
    const { embedding } = change
    if (typeof embedding === 'string' && embeddingModel(core.settings.get().config.models, embedding) === null) fail('SETTING_INVALID', `No configured provider makes vectors with ${embedding}.`, { pointer: '/embedding', actual: embedding, expected: embeddingExpected })
    return updateModels(core, (models) => ({
      ...models, ...(change.default === undefined ? {} : { default: change.default }), ...(change.small === undefined ? {} : { small: change.small }),
      ...(embedding === undefined ? {} : { embedding }), ...(change.visible === undefined ? {} : { visible: change.visible }),
    }))
  },
  'settings.setBudgets': async (budgets, { core }) => {
    await core.settings.update((config) => ({ ...config, budgets }))
    return budgets
  },
  'models.uses': ({ provider, model }, { core }) => usesOf(core, (id) => (model === null ? id.startsWith(`${provider}/`) : id === `${provider}/${model}`)),
  'models.list': (_input, { core }) => {
    const { config } = core.settings.get()
    const keys = new Set(core.keysSet())
    const chosen = defaultOf(core)
    const models = allModels(config).map(({ id, provider, model, spec, from }) => ({
      id, provider, name: model, spec, keySet: from === null || from.key === undefined || keys.has(keyName(provider, from)), isDefault: id === chosen, isSmall: id === config.models.small,
    }))
    return { models, default: chosen }
  },
  'models.check': ({ model }, { core }) => check(core, model),
  'models.checkEmbedding': (_input, { core }) => checked((signal) => core.embeddings.embedder().embed(['雪'], signal)),
}

const providerOf = (models: Models, name: string): Models['providers'][string] => models.providers[name] ?? fail('SETTING_INVALID', `There is no provider named ${name}.`, { pointer: '/provider', actual: name })

/** The author's choices without what is gone. */
function without(models: Models, gone: (id: string) => boolean): Models {
  const kept = (id: string | null) => (id !== null && gone(id) ? null : id)
  return { ...models, default: kept(models.default), small: kept(models.small), embedding: kept(models.embedding), visible: models.visible.filter((one) => !gone(one.model)) }
}

/** A default that is no longer configured is shown as it stands, so that the author sees what is wrong. */
function defaultOf(core: Core): string {
  try { return core.models.resolve({}) } catch { return core.settings.get().config.models.default ?? '' }
}

/** One small live call; the first failure is the answer, without the retries of a run. */
async function check(core: Core, model: string): Promise<Checked> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), CHECK_MS)
  const began = Date.now()
  const done = (ok: boolean, message: string, code: string | null = ok ? null : 'PROVIDER_ERROR'): Checked => ({ ok, ms: Date.now() - began, message, code })
  const request: ModelRequest = {
    messages: [{ role: 'user', text: 'Say "ok".' }], tools: [], maxOutput: 16,
    hint: { profileKey: '', sessionId: 0, entryId: 'check', userText: 'ok', assistantSteps: 0, granted: [], locale: 'en' },
  }
  try {
    for await (const event of core.models.stream(model, request, control.signal)) {
      if (event.type === 'retry') return done(false, event.why)
      if (event.type === 'end') return event.dropped ? done(false, 'the reply broke off') : done(true, '')
    }
    return done(false, 'no reply')
  } catch (error) {
    if (control.signal.aborted) return done(false, `no reply within ${CHECK_MS / 1000} s`)
    return isFault(error) ? done(false, error.fault.message, error.fault.code) : done(false, 'the call failed', 'INTERNAL')
  } finally {
    clearTimeout(timer)
    control.abort()
  }
}
