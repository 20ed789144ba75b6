import type { LoadEmbedding, LoadModel, ProviderOptions } from './provider-options'

async function providerOf(options: Omit<ProviderOptions, 'parallelTools'>) {
  const { createGoogle } = await import('@ai-sdk/google')
  return createGoogle({
    name: options.name, apiKey: options.key, headers: options.headers, fetch: options.fetch,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  })
}

export const loadGoogle: LoadModel = async (options) => (await providerOf(options)).languageModel(options.model)
export const loadGoogleEmbedding: LoadEmbedding = async (options) => (await providerOf(options)).embeddingModel(options.model)
