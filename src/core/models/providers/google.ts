import type { LoadModel } from './provider-options'

export const loadGoogle: LoadModel = async (options) => {
  const { createGoogle } = await import('@ai-sdk/google')
  const provider = createGoogle({
    name: options.name, apiKey: options.key, headers: options.headers, fetch: options.fetch,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  })
  return provider.languageModel(options.model)
}
