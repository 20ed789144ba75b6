import type { Entry, MessagePayload, ToolCall } from '@shared/session'
import { grown } from './context/grown'

export type UserMessage = Extract<MessagePayload, { role: 'user' }>
/** `callMeta`: by call id, what the provider wants back with it; `estimate`: tokens we thought its request had. Both only for the next requests. */
export type AssistantMessage = Extract<MessagePayload, { role: 'assistant' }> & { callMeta?: Record<string, unknown>; estimate?: number }
export type ResultMessage = Extract<MessagePayload, { role: 'toolResult' }>

type Message = UserMessage | AssistantMessage | ResultMessage

/** The payload of a message entry, or null for any other entry. Written by us, so it is trusted once its role is known. */
export function messageOf(entry: Entry): Message | null {
  if (entry.type !== 'message') return null
  return entry.payload as unknown as Message
}

/** The messages of one role among entries, each with its entry. */
export function rolesIn<R extends Message['role']>(entries: readonly Entry[], role: R): { entry: Entry; message: Extract<Message, { role: R }> }[] {
  const found: { entry: Entry; message: Extract<Message, { role: R }> }[] = []
  for (const entry of entries) { const message = messageOf(entry); if (message !== null && hasRole(message, role)) found.push({ entry, message }) }
  return found
}

const hasRole = <R extends Message['role']>(message: Message, role: R): message is Extract<Message, { role: R }> => message.role === role

export interface OpenTail { entry: Entry; message: AssistantMessage; open: ToolCall[]; results: ResultMessage[] }

/** The newest assistant message and its calls that have no result yet; null when the branch has none. */
export function openTail(entries: readonly Entry[]): OpenTail | null {
  const results: ResultMessage[] = []
  for (const entry of entries.toReversed()) {
    const message = messageOf(entry)
    if (message?.role === 'toolResult') results.unshift(message)
    if (message?.role === 'user' && message.intent === 'normal') return null
    if (message?.role !== 'assistant') continue
    const done = new Set(results.map((one) => one.callId))
    return { entry, message, open: message.calls.filter((call) => !done.has(call.id)), results }
  }
  return null
}

interface SinceUser { entryId: string; text: string; assistantSteps: number; /** Of the newest reply since then. */ callIds: readonly string[] }

/** Assistant messages since the last message of the author, and that message. */
export const sinceUser: (entries: readonly Entry[]) => Readonly<SinceUser> = grown<SinceUser>(() => ({ entryId: '', text: '', assistantSteps: 0, callIds: [] }), (since, entry) => {
  const message = messageOf(entry)
  if (message?.role === 'user') Object.assign(since, { entryId: entry.id, text: message.text, assistantSteps: 0, callIds: [] })
  if (message?.role === 'assistant') Object.assign(since, { assistantSteps: since.assistantSteps + 1, callIds: message.calls.map((call) => call.id) })
})
