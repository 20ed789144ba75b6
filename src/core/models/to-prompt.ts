import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider'
import type { ModelMessage, ModelRequest } from './types'

type Assistant = Extract<ModelMessage, { role: 'assistant' }>

function assistant(message: Assistant): LanguageModelV4Message {
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
  const calls = message.calls.map((call) => ({ type: 'tool-call' as const, toolCallId: call.callId, toolName: call.tool, input: call.args }))
  return { role: 'assistant', content: [...text, ...calls] }
}

/** Our conversation in the provider packages' form; results of one reply become one tool message. */
export function toPrompt(messages: readonly ModelMessage[]): LanguageModelV4Message[] {
  const prompt: LanguageModelV4Message[] = []
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.text })
    else if (message.role === 'user') prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }] })
    else if (message.role === 'assistant') prompt.push(assistant(message))
    else addResult(prompt, message)
  }
  return prompt
}

function addResult(prompt: LanguageModelV4Message[], message: Extract<ModelMessage, { role: 'tool' }>): void {
  const output = message.failed ? { type: 'error-text' as const, value: message.text } : { type: 'text' as const, value: message.text }
  const part = { type: 'tool-result' as const, toolCallId: message.callId, toolName: message.tool, output }
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(part)
  else prompt.push({ role: 'tool', content: [part] })
}

/** The call's options apart from the abort signal. */
export function toOptions(request: ModelRequest): LanguageModelV4CallOptions {
  const tools = request.tools.map((tool) => ({
    type: 'function' as const, name: tool.name, description: tool.description,
    inputSchema: tool.inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  }))
  return {
    prompt: toPrompt(request.messages), maxOutputTokens: request.maxOutput,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(tools.length === 0 ? {} : { tools, toolChoice: { type: 'auto' as const } }),
  }
}
