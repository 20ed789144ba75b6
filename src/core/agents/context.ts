import type { Entry } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import type { ModelMessage, ModelRequest } from '../models/types'
import { messageOf, sinceUser, type AssistantMessage, type ResultMessage } from './conversation'
import type { Parts } from './parts'
import { systemPrompt } from './system-prompt'

export const STOPPED = '[stopped by the author]'

/** The next request of a session: the stable head, then the branch as the model may see it (04 §6). */
export function buildRequest(parts: Parts, sessionId: number, entries: readonly Entry[], model: string): ModelRequest {
  const session = parts.store.get(sessionId)
  const profile = parts.profiles.get(session.profileKey)
  const tools = parts.pipeline().definitions(session.profileKey, session.role)
  const locale = parts.locale()
  const since = sinceUser(entries)
  return {
    messages: [{ role: 'system', text: systemPrompt(profile, parts.project, locale) }, ...conversation(entries, (results) => parts.pipeline().fitReply(sessionId, results))],
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    maxOutput: parts.models.spec(model).maxOutput,
    ...(profile.temperature === undefined ? {} : { temperature: profile.temperature }),
    hint: { profileKey: session.profileKey, sessionId, entryId: since.entryId, userText: since.text, assistantSteps: since.assistantSteps, granted: tools.map((tool) => tool.name), locale, workMode: session.workMode },
  }
}

/** Makes the results of one reply fit together (08 §5). */
type Fit = (results: readonly ToolResult[]) => readonly ToolResult[]

function conversation(entries: readonly Entry[], fit: Fit): ModelMessage[] {
  const results = new Map(entries.flatMap((entry) => { const message = messageOf(entry); return message?.role === 'toolResult' ? [[message.callId, message] as const] : [] }))
  const lastUser = entries.findLastIndex((entry) => messageOf(entry)?.role === 'user')
  return entries.flatMap((entry, n): ModelMessage[] => {
    if (entry.type === 'custom_message') return [{ role: 'user', text: `<system-reminder>\n${String(entry.payload['text'] ?? '')}\n</system-reminder>` }]
    const message = messageOf(entry)
    if (message?.role === 'user') return [{ role: 'user', text: message.text }]
    return message?.role === 'assistant' ? reply(message, results, n > lastUser, fit) : []
  })
}

/** A reply with each call's result right after it: providers refuse a call without one. Thinking goes back only inside its own turn. */
function reply(message: AssistantMessage, results: ReadonlyMap<string, ResultMessage>, present: boolean, fit: Fit): ModelMessage[] {
  const stopped = message.status === 'partial' && message.note === undefined
  const text = [message.text, stopped ? STOPPED : ''].filter((part) => part !== '').join('\n')
  if (text === '' && message.calls.length === 0) return []
  const calls = message.calls.map((call) => {
    const meta = message.callMeta?.[call.id]
    return { callId: call.id, tool: call.tool, args: call.args, ...(meta === undefined ? {} : { meta }) }
  })
  const reasoning = present && calls.length > 0 && message.reasoning !== undefined ? { reasoning: message.reasoning } : {}
  const given = message.calls.flatMap((call) => results.get(call.id) ?? [])
  const fits = fit(given.map((one) => one.result))
  const fitted = new Map(given.map((one, n) => [one.callId, fits[n]]))
  return [{ role: 'assistant', text, ...reasoning, calls }, ...message.calls.map((call) => toolMessage(call.id, call.tool, fitted.get(call.id)))]
}

function toolMessage(callId: string, tool: string, result: ToolResult | undefined): ModelMessage {
  if (result === undefined) return { role: 'tool', callId, tool, text: '[FAIL] INTERRUPTED: this call has no result.', failed: true }
  const { content, status, code, details } = result
  const text = code === 'CANCELLED' ? `${content} ${STOPPED}` : content
  return { role: 'tool', callId, tool, text: text === '' ? '(empty)' : text, failed: status !== 'ok', details }
}
