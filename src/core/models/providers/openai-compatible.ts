import { fail } from '@shared/fault'
import type { LoadEmbedding, LoadModel } from './provider-options'

/** Any server that speaks OpenAI's chat completions: DeepSeek, Moonshot, Ollama, LM Studio … */
export const loadOpenaiCompatible: LoadModel = async (options) => {
  const baseURL = options.baseURL ?? fail('SETTING_INVALID', `The provider ${options.name} has no baseURL.`)
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: options.name, baseURL, headers: options.headers, fetch: options.fetch, includeUsage: true,
    ...(options.key === '' ? {} : { apiKey: options.key }),
    transformRequestBody: (body) => (options.parallelTools || body['tools'] === undefined ? body : { ...body, parallel_tool_calls: false }),
  })
  return provider.chatModel(options.model)
}

export const loadOpenaiCompatibleEmbedding: LoadEmbedding = async (options) => {
  const baseURL = options.baseURL ?? fail('SETTING_INVALID', `The provider ${options.name} has no baseURL.`)
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ name: options.name, baseURL, headers: options.headers, fetch: options.fetch, ...(options.key === '' ? {} : { apiKey: options.key }) }).embeddingModel(options.model)
}
