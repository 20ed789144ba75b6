import type { LoadEmbedding, LoadModel, ProviderOptions } from './provider-options'

async function providerOf(options: Omit<ProviderOptions, 'parallelTools'>) {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({
    name: options.name, apiKey: options.key, headers: options.headers, fetch: options.fetch,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  })
}

export const loadOpenai: LoadModel = async (options) => (await providerOf(options)).chat(options.model)
export const loadOpenaiEmbedding: LoadEmbedding = async (options) => (await providerOf(options)).embeddingModel(options.model)
