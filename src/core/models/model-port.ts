import { join } from 'node:path'
import { fail } from '@shared/fault'
import type { GlobalConfig, ProviderSpec } from '@shared/settings'
import type { Env } from '../project/types'
import { attemptReply } from './attempt'
import { systemClock, type Clock } from './clock'
import { costOf } from './cost'
import { createDemoModel, type DemoModel } from './demo/demo-model'
import { maskKeys } from './mask-keys'
import { defaultModel, findModel, keyName, keyReady, namedForCall } from './model-names'
import type { LoadModel } from './providers/provider-options'
import { withRetries } from './retry'
import type { ModelEvent, ModelPort, ModelRequest } from './types'

export interface ModelPortOptions {
  settings: () => GlobalConfig
  /** By the name after `keychain:`. */
  keys: () => Record<string, string>
  env: Env
  /** 0: no waiting; 2: twice as fast (WENQU_DEMO_SPEED). */
  demoSpeed?: number
  fetch?: typeof fetch
  resourcesDir: string
  clock?: Clock
  silenceMs?: number
}

const SILENCE_MS = 90_000

/** Package code is loaded at the first call of its kind, so that starting stays fast. */
const loaders: Record<Exclude<ProviderSpec['kind'], 'demo'>, () => Promise<LoadModel>> = {
  'openai-compatible': async () => (await import('./providers/openai-compatible')).loadOpenaiCompatible,
  openai: async () => (await import('./providers/openai')).loadOpenai,
  anthropic: async () => (await import('./providers/anthropic')).loadAnthropic,
  google: async () => (await import('./providers/google')).loadGoogle,
}

/** The offline demo costs nothing, in no currency. */
const FREE = { cost: 0, currency: null }
const isDemo = (from: ProviderSpec | null): from is null | (ProviderSpec & { kind: 'demo' }) => from === null || from.kind === 'demo'

/** The configured providers and the demo model behind one interface (04 §8, §9). */
export function createModelPort(options: ModelPortOptions): ModelPort {
  const clock = options.clock ?? systemClock
  const demo: DemoModel = createDemoModel({ dir: join(options.resourcesDir, 'demo'), speed: options.demoSpeed ?? 1, clock })
  const spec = (model: string) => findModel(options.settings(), model).spec
  const byDefault = (project?: string | null) => (project === null || project === undefined || project === '' ? defaultModel(options.settings(), options.keys()) : project)
  const callable = (project?: string | null): readonly string[] => {
    const listed = options.settings().models.visible.map((one) => one.model)
    return listed.length === 0 ? [byDefault(project)] : listed
  }
  return {
    stream: (model, request, signal) => stream(options, clock, demo, model, request, signal),
    spec,
    resolve: (choice) => {
      const chosen = [choice.call, choice.session, choice.project, choice.profile].find((one) => one !== null && one !== undefined && one !== '')
      const id = chosen ?? defaultModel(options.settings(), options.keys())
      findModel(options.settings(), id)
      return id === choice.call ? namedForCall(callable(choice.project), id) : id
    },
    visible: () => options.settings().models.visible,
    callable,
    price: (model, usage) => (isDemo(findModel(options.settings(), model).from) ? FREE : costOf(spec(model), usage)),
  }
}

async function* stream(options: ModelPortOptions, clock: Clock, demo: DemoModel, model: string, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
  const named = findModel(options.settings(), model)
  if (!named.spec.tools && request.tools.length > 0) fail('MODEL_NO_TOOLS', `${model} cannot use tools.`, { fix: 'Choose another model for this session.' })
  const retry = { clock, random: options.env.random, signal, mask: (text: string) => maskKeys(text, options.keys()) }
  if (isDemo(named.from)) {
    yield* withRetries((attempt) => demo.attempt(request, attempt, signal), { ...retry, clock: demo.clock })
    return
  }
  const style = { reasoning: named.from.kind === 'openai-compatible', cacheMarks: named.from.kind === 'anthropic' && named.spec.cache !== 'none' }
  const load = await loadFor(options, named.provider, named.from, named.model)
  yield* withRetries(() => attemptReply(request, {
    load, style, fetch: options.fetch ?? globalThis.fetch, signal, silenceMs: options.silenceMs ?? SILENCE_MS, totalMs: named.from?.timeoutMs ?? SILENCE_MS,
  }), retry)
}

async function loadFor(options: ModelPortOptions, name: string, from: ProviderSpec, model: string): Promise<(fetch: typeof globalThis.fetch) => ReturnType<LoadModel>> {
  if (from.kind === 'demo') return fail('MODEL_UNKNOWN', 'The demo model needs no provider.')
  const keys = options.keys()
  if (!keyReady(name, from, keys)) fail('KEY_MISSING', `No key is set for ${name}.`, { fix: 'Enter the key in Settings.' })
  const loader = await loaders[from.kind]()
  const parallelTools = from.models[model]?.parallelTools ?? true
  return (fetch) => loader({
    name, model, baseURL: from.baseURL, key: from.key === undefined ? '' : keys[keyName(name, from)] ?? '', headers: from.headers ?? {}, parallelTools, fetch,
  })
}
