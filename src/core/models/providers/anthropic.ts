import type { LoadModel } from './provider-options'

export const loadAnthropic: LoadModel = async (options) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  const provider = createAnthropic({
    name: options.name, apiKey: options.key, headers: options.headers, fetch: options.fetch,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  })
  return provider.languageModel(options.model)
}
