import type { Entry } from '@shared/session'
import { estimateText } from '../context/estimate'
import { messageOf, rolesIn } from '../conversation'

const SAID = 6_000
const ARGS = 400
const RESULT = 800

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)} … (${text.length - length} more characters)`)

/** A conversation as plain lines for whoever summarises it. */
export function transcriptLines(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry): string[] => {
    const message = messageOf(entry)
    if (message === null) return []
    if (message.role === 'user') return [`AUTHOR: ${cut(message.text, SAID)}`]
    if (message.role === 'toolResult') return [`RESULT of ${message.tool} (${message.result.code ?? message.result.status}): ${cut(message.result.content, RESULT)}`]
    const calls = message.calls.map((call) => `CALL ${call.tool} ${cut(JSON.stringify(call.args), ARGS)}`)
    return [...(message.text === '' ? [] : [`ASSISTANT: ${cut(message.text, SAID)}`]), ...calls]
  })
}

/** Joins lines into parts of at most so many tokens each; a line longer than that is cut. */
export function inParts(lines: readonly string[], tokens: number): string[] {
  const parts: string[] = []
  let part: string[] = []
  let size = 0
  for (const whole of lines) {
    const line = estimateText(whole) > tokens ? whole.slice(0, Math.floor(tokens)) : whole
    const more = estimateText(line) + 1
    if (size + more > tokens && part.length > 0) { parts.push(part.join('\n')); part = []; size = 0 }
    part.push(line)
    size += more
  }
  return part.length === 0 ? parts : [...parts, part.join('\n')]
}

const MECHANICAL_MESSAGES = 40
const MECHANICAL_CALLS = 120

/** The names a call worked on, as far as its arguments say. */
function targetOf(args: Record<string, unknown>): string {
  const named = ['path', 'file_path', 'chapterId', 'sceneId', 'threadId', 'promiseId', 'name', 'title', 'command', 'query', 'pattern'].flatMap((key) => (typeof args[key] === 'string' ? [cut(String(args[key]), 80)] : []))
  return named.slice(0, 2).join(' ')
}

/** A summary without a model: what the author said, what was called on what, and how it went (04 §7). */
export function mechanicalSummary(before: string, entries: readonly Entry[]): string {
  const said = rolesIn(entries, 'user').map(({ message }) => `- ${cut(message.text.replace(/\s+/g, ' ').trim(), 300)}`)
  const results = new Map(rolesIn(entries, 'toolResult').map(({ message }) => [message.callId, message.result.code ?? message.result.status]))
  const replies = rolesIn(entries, 'assistant').map((one) => one.message)
  const calls = replies.flatMap((reply) => reply.calls.map((call) => `- ${call.tool} ${targetOf(call.args)} → ${results.get(call.id) ?? 'no result'}`))
  const last = replies.findLast((reply) => reply.text !== '')
  return [
    ...(before === '' ? [] : [cut(before, SAID), '']),
    '## The author said', ...most(said, MECHANICAL_MESSAGES), '## Calls', ...most(calls, MECHANICAL_CALLS),
    ...(last === undefined ? [] : ['## Last reply', cut(last.text, 1_000)]),
  ].join('\n')
}

/** The newest of many lines, saying how many older ones are left out. */
function most(lines: readonly string[], limit: number): string[] {
  if (lines.length === 0) return ['- none']
  return lines.length <= limit ? [...lines] : [`- (${lines.length - limit} older ones are left out)`, ...lines.slice(-limit)]
}
