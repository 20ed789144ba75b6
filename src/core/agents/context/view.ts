import type { ContextKind } from '@shared/context'
import type { Entry } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import type { ModelMessage } from '../../models/types'
import { messageOf, rolesIn, type AssistantMessage, type ResultMessage } from '../conversation'
import type { Branch } from './branch-cache'
import { clearedCalls, clearedText } from './cleared'
import { estimateMessage } from './estimate'
import { hasPicture } from '../pictures'

export const STOPPED = '[stopped by the author]'

/** One message of the next request with the entry it comes from, and about how many tokens it has. */
export interface Piece { readonly kind: ContextKind; readonly entry: Entry; readonly message: ModelMessage; readonly tokens: number }

/** Makes the results of one reply fit together (08 §5). */
export type Fit = (results: readonly ToolResult[]) => readonly ToolResult[]

interface Seen { results: ReadonlyMap<string, { entry: Entry; message: ResultMessage }>; cleared: ReadonlySet<string>; fit: Fit }

/** What the model is shown of a branch. */
export interface Shown {
  readonly pieces: readonly Piece[]
  /** Theirs, in order. */
  readonly messages: readonly ModelMessage[]
  /** Of all of them. */
  readonly tokens: number
  /** Whether one of them has a picture. */
  readonly pictures: boolean
}

/** What was made of the entries before the newest reply, which do not change any more: a step costs what it adds (13 row 8). */
interface Settled { readonly from: number; readonly compaction: Entry | null; upTo: number; /** Entries looked through so far. */ seen: number; readonly lastUser: number; readonly cleared: ReadonlySet<string>; readonly pieces: Piece[]; readonly messages: ModelMessage[]; tokens: number; pictures: boolean }
const kept = new WeakMap<readonly Entry[], Settled>()

/** The branch as the model sees it: the newest summary, then every entry it kept, old results cleared (04 §6, §7). */
export function viewOf(branch: Branch, fit: Fit): Shown {
  const { entries } = branch
  const settled = settledOf(branch)
  const newest = entries.findLastIndex((entry) => messageOf(entry)?.role === 'assistant')
  const boundary = Math.max(settled.upTo, newest)
  settle(settled, piecesIn(entries.slice(settled.upTo, boundary), settled.upTo, settled, fit))
  settled.upTo = boundary
  const open = piecesIn(entries.slice(boundary), boundary, settled, fit)
  return {
    pieces: settled.pieces.concat(open), messages: settled.messages.concat(open.map((one) => one.message)),
    tokens: open.reduce((sum, one) => sum + one.tokens, settled.tokens), pictures: settled.pictures || open.some((one) => hasPicture(one.message)),
  }
}

function settle(settled: Settled, pieces: readonly Piece[]): void {
  for (const one of pieces) {
    settled.pieces.push(one)
    settled.messages.push(one.message)
    settled.tokens += one.tokens
    settled.pictures ||= hasPicture(one.message)
  }
}

/** Begun anew when the author has spoken or something was cleared since: both reach back. */
function settledOf({ entries, from, compaction }: Branch): Settled {
  const known = kept.get(entries)
  const reachesBack = (entry: Entry): boolean => entry.type === 'clearing' || messageOf(entry)?.role === 'user'
  if (known !== undefined && known.from === from && known.compaction === compaction && !entries.slice(known.seen).some(reachesBack)) { known.seen = entries.length; return known }
  const lastUser = entries.findLastIndex((entry) => messageOf(entry)?.role === 'user')
  const made: Settled = { from, compaction, upTo: from, seen: entries.length, lastUser, cleared: clearedCalls(entries.slice(from)), pieces: [], messages: [], tokens: 0, pictures: false }
  if (compaction !== null) settle(made, [piece('summary', compaction, reminder(String(compaction.payload['text'] ?? '')))])
  kept.set(entries, made)
  return made
}

function piecesIn(entries: readonly Entry[], offset: number, { lastUser, cleared }: Settled, fit: Fit): Piece[] {
  const results = new Map(rolesIn(entries, 'toolResult').map((one) => [one.message.callId, one]))
  return entries.flatMap((entry, n) => piecesOf(entry, { results, cleared, fit }, offset + n > lastUser))
}

const piece = (kind: ContextKind, entry: Entry, message: ModelMessage): Piece => ({ kind, entry, message, tokens: estimateMessage(message) })

const reminder = (text: string): ModelMessage => ({ role: 'user', text: `<system-reminder>\n${text}\n</system-reminder>` })

function piecesOf(entry: Entry, seen: Seen, present: boolean): Piece[] {
  if (entry.type === 'custom_message') return [piece(entry.payload['kind'] === 'mode' ? 'mode' : 'message', entry, once(entry, 'note', () => reminder(String(entry.payload['text'] ?? ''))))]
  const message = messageOf(entry)
  if (message?.role === 'user') return [piece('message', entry, once(entry, 'user', () => ({ role: 'user', text: message.text, ...(message.pictures === undefined ? {} : { pictures: message.pictures }) })))]
  return message?.role === 'assistant' ? reply(entry, message, seen, present) : []
}

/** A reply with each call's result right after it: providers refuse a call without one. Thinking goes back only inside its own turn. */
function reply(entry: Entry, message: AssistantMessage, seen: Seen, present: boolean): Piece[] {
  const stopped = message.status === 'partial' && message.note === undefined
  const text = [message.text, stopped ? STOPPED : ''].filter((part) => part !== '').join('\n')
  if (text === '' && message.calls.length === 0) return []
  const thinking = present && message.calls.length > 0 ? message.reasoning : undefined
  const said = once(entry, thinking === undefined ? 'said' : 'thinking', () => ({ role: 'assistant', text, ...(thinking === undefined ? {} : { reasoning: thinking }), calls: callsOf(message) }))
  return [piece('message', entry, said), ...resultsOf(entry, message, seen)]
}

const callsOf = (message: AssistantMessage) => message.calls.map((call) => {
  const meta = message.callMeta?.[call.id]
  return { callId: call.id, tool: call.tool, args: call.args, ...(meta === undefined ? {} : { meta }) }
})

function resultsOf(entry: Entry, { calls }: AssistantMessage, { results, cleared, fit }: Seen): Piece[] {
  const given = calls.flatMap((call) => results.get(call.id) ?? [])
  const fits = fit(given.map((one) => one.message.result))
  const fitted = new Map(given.map((one, n) => [one.message.callId, fits[n]]))
  return calls.map((call): Piece => {
    const from = results.get(call.id)
    const result = fitted.get(call.id)
    if (from === undefined || result === undefined) return piece('tool_result', entry, missing(call.id, call.tool))
    if (cleared.has(call.id)) return piece('cleared', from.entry, once(from.entry, 'cleared', () => ({ role: 'tool', callId: call.id, tool: call.tool, text: clearedText(call.tool, from.message.result.content), failed: result.status !== 'ok' })))
    const same = result === from.message.result
    return piece('tool_result', from.entry, same ? once(from.entry, 'result', () => toolMessage(call.id, call.tool, result)) : toolMessage(call.id, call.tool, result))
  })
}

const missing = (callId: string, tool: string): ModelMessage => ({ role: 'tool', callId, tool, text: '[FAIL] INTERRUPTED: this call has no result.', failed: true })

function toolMessage(callId: string, tool: string, { content, status, code, details }: ToolResult): ModelMessage {
  const text = code === 'CANCELLED' ? `${content} ${STOPPED}` : content
  return { role: 'tool', callId, tool, text: text === '' ? '(empty)' : text, failed: status !== 'ok', details }
}

/** Entries never change, so what the model reads of one is made once: a step costs what it adds (13 row 8). */
const made = new WeakMap<Entry, Map<string, ModelMessage>>()
function once(entry: Entry, form: string, make: () => ModelMessage): ModelMessage {
  const forms = made.get(entry) ?? new Map<string, ModelMessage>()
  if (forms.size === 0) made.set(entry, forms)
  const before = forms.get(form)
  if (before !== undefined) return before
  const message = make()
  forms.set(form, message)
  return message
}
