import { isFault } from '@shared/fault'
import type { ModelSpec } from '@shared/settings'
import type { Core } from '../app/types'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions } from './usage'
import { withCore } from './with-project'

/** `models list` (10): what is configured, the demo model included. Keys are named, never shown. */
export const modelsList: Command = {
  usage: 'models list [--json]',
  does: 'Configured providers and models.',
  async run(argv, io) {
    const parsed = parseOptions(argv, {}, { min: 0, max: 0, names: [] })
    const value = await withCore(io, async (core) => {
      const { config, error } = core.settings.get()
      const set = core.keysSet()
      const rows = Object.entries(config.models.providers).flatMap(([provider, spec]) => Object.keys(spec.models).map((model) => ({
        model: `${provider}/${model}`, kind: spec.kind, keySet: spec.key === undefined || set.includes(spec.key.replace(/^keychain:/, '')), ...facts(core, `${provider}/${model}`),
      })))
      return { default: config.models.default ?? core.models.resolve({}), models: [{ model: 'demo/author', kind: 'demo', keySet: true, ...facts(core, 'demo/author') }, ...rows], visible: core.models.visible(), small: config.models.small, error }
    })
    show(io, parsed.json, value, value.models.map((row) => `${row.model}  ${row.kind}  ${row.context.toLocaleString('en')} in, ${row.maxOutput.toLocaleString('en')} out${row.tools ? '' : ', no tools'}${row.parallelTools ? '' : ', one call a reply'}${row.vision ? ', sees pictures' : ''}${row.price === null ? '' : `, ${row.price.input}/${row.price.output} ${row.price.currency} per ${row.price.per.toLocaleString('en')}`}${row.keySet ? '' : '  (no key)'}${row.model === value.default ? '  (default)' : ''}`).join('\n'))
    return EXIT.ok
  },
}

/** What a model takes, can do and costs (04 §8). */
function facts(core: Core, model: string): Pick<ModelSpec, 'context' | 'maxOutput' | 'tools' | 'parallelTools' | 'vision'> & { price: NonNullable<ModelSpec['price']> | null } {
  const { context, maxOutput, tools, parallelTools, vision, price } = core.models.spec(model)
  return { context, maxOutput, tools, parallelTools, vision, price: price ?? null }
}

/** `models check` (10): a one-token live request. */
export const modelsCheck: Command = {
  usage: 'models check MODEL [--json]',
  does: 'Sends one short request to a model and says how it went.',
  async run(argv, io) {
    const parsed = parseOptions(argv, {}, { min: 1, max: 1, names: ['MODEL'] })
    const [model = ''] = parsed.words
    const result = await withCore(io, async ({ models }) => {
      const from = performance.now()
      try {
        const hint = { profileKey: 'leader.default', sessionId: 0, entryId: 'en_check', userText: 'hi', assistantSteps: 0, granted: [], locale: 'en' as const }
        let reason = 'none'
        for await (const event of models.stream(model, { messages: [{ role: 'user', text: 'hi' }], tools: [], maxOutput: 1, hint }, AbortSignal.timeout(60_000))) if (event.type === 'end') reason = event.reason
        return { ok: true, model, ms: Math.round(performance.now() - from), reason, code: null as string | null, message: null as string | null }
      } catch (error) {
        if (!isFault(error)) throw error
        return { ok: false, model, ms: Math.round(performance.now() - from), reason: 'error', code: error.fault.code, message: error.fault.message }
      }
    })
    show(io, parsed.json, result, result.ok ? `${model} answers (${result.ms} ms).` : `[FAIL] ${result.code ?? ''}: ${result.message ?? ''}`)
    return result.ok ? EXIT.ok : EXIT.fail
  },
}
