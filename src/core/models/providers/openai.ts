import type { LoadModel } from './provider-options'

export const loadOpenai: LoadModel = async (options) => {
  const { createOpenAI } = await import('@ai-sdk/openai')
  const provider = createOpenAI({
    name: options.name, apiKey: options.key, headers: options.headers, fetch: options.fetch,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  })
  return provider.chat(options.model)
}
