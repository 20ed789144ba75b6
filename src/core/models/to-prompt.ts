import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4ToolResultOutput, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelMessage, ModelRequest } from './types'

type Assistant = Extract<ModelMessage, { role: 'assistant' }>

/** What differs between kinds: whether thinking goes back, and whether cached parts must be marked. */
export interface PromptStyle { reasoning: boolean; cacheMarks: boolean }

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } }

function assistant(message: Assistant, style: PromptStyle): LanguageModelV4Message {
  const reasoning = style.reasoning && message.reasoning !== undefined ? [{ type: 'reasoning' as const, text: message.reasoning }] : []
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
  const calls = message.calls.map((call) => ({
    type: 'tool-call' as const, toolCallId: call.callId, toolName: call.tool, input: call.args, ...(call.meta === undefined ? {} : { providerOptions: call.meta as SharedV4ProviderOptions }),
  }))
  return { role: 'assistant', content: [...reasoning, ...text, ...calls] }
}

/** Our conversation in the provider packages' form; results of one reply become one tool message. */
export function toPrompt(messages: readonly ModelMessage[], style: PromptStyle): LanguageModelV4Message[] {
  const prompt: LanguageModelV4Message[] = []
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.text, ...(style.cacheMarks ? { providerOptions: CACHED } : {}) })
    else if (message.role === 'user') prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }, ...(message.images ?? []).map(({ mime, base64, name }) => ({ type: 'file' as const, mediaType: mime, filename: name, data: { type: 'data' as const, data: base64 } }))] })
    else if (message.role === 'assistant') prompt.push(assistant(message, style))
    else addResult(prompt, message)
  }
  const last = prompt.at(-1)
  if (style.cacheMarks && last !== undefined) last.providerOptions = CACHED
  return prompt
}

function outputOf({ text, failed, image }: Extract<ModelMessage, { role: 'tool' }>): LanguageModelV4ToolResultOutput {
  if (failed) return { type: 'error-text', value: text }
  if (image === undefined) return { type: 'text', value: text }
  return { type: 'content', value: [{ type: 'text', text }, { type: 'file', mediaType: image.mime, data: { type: 'data', data: image.base64 } }] }
}

function addResult(prompt: LanguageModelV4Message[], message: Extract<ModelMessage, { role: 'tool' }>): void {
  const part = { type: 'tool-result' as const, toolCallId: message.callId, toolName: message.tool, output: outputOf(message) }
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(part)
  else prompt.push({ role: 'tool', content: [part] })
}

/** The call's options apart from the abort signal. */
export function toOptions(request: ModelRequest, style: PromptStyle): LanguageModelV4CallOptions {
  const tools = request.tools.map((tool) => ({
    type: 'function' as const, name: tool.name, description: tool.description,
    inputSchema: tool.inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  }))
  return {
    prompt: toPrompt(request.messages, style), maxOutputTokens: request.maxOutput,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }), ...(request.thinking === undefined ? {} : { reasoning: request.thinking }),
    ...(tools.length === 0 ? {} : { tools, toolChoice: { type: 'auto' as const } }),
  }
}
