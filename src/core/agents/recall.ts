import type { ToolCall } from '@shared/session'
import type { OpenedProject } from '../project/types'
import { messageOf } from './conversation'
import { EntryTree } from './entry-tree'
import { prepared } from '../project/statements'

const BLOCK = 2_000
const WHOLE = 24_000

/** A piece of a session's conversation in its original words (04 §5 RecallHistory). */
export interface Recalled { readonly text: string; readonly offset: number; readonly shown: number; readonly total: number; readonly next: number | null }
export interface RecallService { page(sessionId: number, offset: number, limit: number): Recalled }

declare module '../tools/types' {
  interface ToolServices { recall: RecallService }
}

/** Reads the branch the session is on, whatever was summarised or cleared: the store keeps every word. */
export function createRecall(project: OpenedProject): RecallService {
  const tree = new EntryTree(project.sessionsDb)
  const leaf = prepared<[number], { activeLeafId: string | null }>(project.sessionsDb, 'SELECT activeLeafId FROM Session WHERE id = ?')
  return {
    page(sessionId, offset, limit) {
      const leafId = leaf.get(sessionId)?.activeLeafId ?? null
      const { entries, total } = tree.messages(sessionId, leafId, offset, limit)
      const blocks = entries.flatMap((entry, n) => { const message = messageOf(entry); return message === null ? [] : [block(offset + n, message)] })
      const shown = fitting(blocks)
      const next = offset + shown < total ? offset + shown : null
      const header = shown === 0 ? `No messages from ${offset} on; there are ${total}.` : `Messages ${offset}-${offset + shown - 1} of ${total}.`
      return { text: [header, ...blocks.slice(0, shown), next === null || shown === 0 ? 'This is the end.' : `Next offset: ${next}.`].join('\n\n'), offset, shown, total, next: shown === 0 ? null : next }
    },
  }
}

function block(index: number, message: NonNullable<ReturnType<typeof messageOf>>): string {
  if (message.role === 'toolResult') return `[${index}] tool: ${message.tool}\n${cut(message.result.content)}`
  const calls = message.role === 'assistant' ? message.calls.map(callLine) : []
  return `[${index}] ${message.role}:\n${cut([message.text, ...calls].filter((part) => part !== '').join('\n'))}`
}

const callLine = (call: ToolCall): string => `(called ${call.tool} ${JSON.stringify(call.args)})`

function cut(text: string): string {
  return text.length <= BLOCK ? text : `${text.slice(0, BLOCK)}\n… (${text.length - BLOCK} more characters)`
}

/** How many blocks fit together; always one, so that every offset leads on. */
function fitting(blocks: readonly string[]): number {
  let size = 0
  const over = blocks.findIndex((one) => { size += one.length + 2; return size > WHOLE })
  return over === -1 ? blocks.length : Math.max(1, over)
}
