import { fail, isFault } from '@shared/fault'
import { embeddingKinds, isEmbeddingKind, type EmbeddingKind, type GlobalConfig, type ProviderSpec } from '@shared/settings'
import { maskKeys } from './mask-keys'
import { keyName, keyReady } from './model-names'
import type { LoadEmbedding } from './providers/provider-options'
import { watchedFetch } from './watched-fetch'

/** One configured model that turns texts into vectors. */
export interface Embedder {
  /** `provider/model`, under which vectors are kept. */
  readonly model: string
  /** One vector per text, in order, all of one length. EMBEDDING_FAILED. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}
export interface EmbeddingPort { /** EMBEDDING_NOT_CONFIGURED. */ embedder(): Embedder }

export interface EmbeddingOptions { settings(): GlobalConfig; keys(): Record<string, string>; fetch?: typeof fetch }

/** Package code is loaded at the first call of its kind. */
const loaders: Record<EmbeddingKind, () => Promise<LoadEmbedding>> = {
  'openai-compatible': async () => (await import('./providers/openai-compatible')).loadOpenaiCompatibleEmbedding,
  openai: async () => (await import('./providers/openai')).loadOpenaiEmbedding,
  google: async () => (await import('./providers/google')).loadGoogleEmbedding,
}
const usualBatch = 64

export const embeddingExpected = `provider/model with a provider of kind ${embeddingKinds.join(', ')}`

/** A model by its id, with the provider that makes its vectors; null when there is none that can. */
export function embeddingModel(models: GlobalConfig['models'], id: string): { name: string; model: string; from: ProviderSpec; kind: EmbeddingKind } | null {
  const [, name = '', model = ''] = /^([^/]+)\/(.+)$/s.exec(id) ?? []
  const from = Object.hasOwn(models.providers, name) ? models.providers[name] : undefined
  return from !== undefined && isEmbeddingKind(from.kind) ? { name, model, from, kind: from.kind } : null
}

/** The embedding model of the settings (`models.embedding`), through the provider it names (03 §9). */
export function createEmbeddingPort(options: EmbeddingOptions): EmbeddingPort {
  return {
    embedder: () => {
      const { models } = options.settings()
      if (models.embedding === null) return fail('EMBEDDING_NOT_CONFIGURED', 'No embedding model is set.', { fix: 'The author sets models.embedding to provider/model in the settings.' })
      const found = embeddingModel(models, models.embedding)
      if (found === null) return fail('EMBEDDING_NOT_CONFIGURED', `The embedding model ${models.embedding} has no provider that makes vectors.`, { actual: models.embedding, expected: embeddingExpected })
      const { name, model, from } = found
      if (!keyReady(name, from, options.keys())) return fail('EMBEDDING_NOT_CONFIGURED', `No key is set for ${name}.`, { fix: 'The author enters the key in Settings.' })
      return { model: models.embedding, embed: (texts, signal) => embedAll(options, { name, model, from, load: loaders[found.kind] }, texts, signal) }
    },
  }
}

interface Chosen { name: string; model: string; from: ProviderSpec; load: () => Promise<LoadEmbedding> }

async function embedAll(options: EmbeddingOptions, chosen: Chosen, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  try {
    const made = await modelOf(options, chosen)
    const batch = Math.min((await made.maxEmbeddingsPerCall) ?? usualBatch, usualBatch)
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += batch) {
      const values = texts.slice(at, at + batch)
      const { embeddings } = await made.doEmbed({ values, abortSignal: signal })
      if (embeddings.length !== values.length) fail('EMBEDDING_FAILED', `The provider gave ${embeddings.length} vectors for ${values.length} texts.`)
      for (const one of embeddings) vectors.push(vectorOf(one, vectors[0]?.length))
    }
    return vectors
  } catch (error) {
    if (isFault(error)) throw error
    const why = signal.aborted ? 'it did not answer in time' : maskKeys(error instanceof Error ? error.message : String(error), options.keys()).slice(0, 200)
    return fail('EMBEDDING_FAILED', `${chosen.name} gave no vectors: ${why}.`, { fix: 'Try again later, or tell the author.' })
  }
}

async function modelOf(options: EmbeddingOptions, { name, model, from, load }: Chosen): Promise<Awaited<ReturnType<LoadEmbedding>>> {
  const key = from.key === undefined ? '' : options.keys()[keyName(name, from)] ?? ''
  return (await load())({ name, model, baseURL: from.baseURL, key, headers: from.headers ?? {}, fetch: watchedFetch(options.fetch ?? globalThis.fetch, () => undefined) })
}

function vectorOf(numbers: readonly number[], length: number | undefined): Float32Array {
  if (numbers.length === 0 || numbers.length !== (length ?? numbers.length) || !numbers.every((one) => Number.isFinite(one))) fail('EMBEDDING_FAILED', 'The provider gave a vector that cannot be used.')
  return Float32Array.from(numbers)
}
