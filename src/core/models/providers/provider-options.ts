import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'

/** What a provider file gets to make one model. */
export interface ProviderOptions {
  name: string
  model: string
  baseURL: string | undefined
  /** Empty when the provider needs none (a local server). */
  key: string
  headers: Record<string, string>
  parallelTools: boolean
  fetch: typeof globalThis.fetch
}
export type LoadModel = (options: ProviderOptions) => Promise<LanguageModelV4>
export type LoadEmbedding = (options: Omit<ProviderOptions, 'parallelTools'>) => Promise<EmbeddingModelV4>
