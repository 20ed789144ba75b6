import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ModelEvent } from './types'

type End = Extract<ModelEvent, { type: 'end' }>
type Piece = Exclude<ModelEvent, { type: 'retry' }>
interface OpenCall { callId: string; tool: string; args: string; closed: boolean; meta?: unknown }

const REASONS: Record<LanguageModelV4FinishReason['unified'], End['reason']> = {
  stop: 'stop', 'tool-calls': 'calls', length: 'length', 'content-filter': 'filter', error: 'other', interrupted: 'other', other: 'other',
}

export const NO_USAGE: End['usage'] = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 }

function usageOf(usage: LanguageModelV4Usage): End['usage'] {
  return {
    input: usage.inputTokens.total ?? 0, cachedInput: usage.inputTokens.cacheRead ?? 0, cacheWrite: usage.inputTokens.cacheWrite ?? 0,
    output: usage.outputTokens.total ?? 0, reasoning: usage.outputTokens.reasoning ?? 0,
  }
}

const parses = (text: string): boolean => {
  try { JSON.parse(text === '' ? '{}' : text); return true } catch { return false }
}

/**
 * The packages' stream parts as ours. They close every call when a stream ends, cut or not, so calls are held back until
 * the reason is known: a dropped stream closes none, an output limit leaves the last call open when its arguments are not
 * whole (04 §8).
 */
export class StreamMapper {
  readonly #calls: OpenCall[] = []
  #streamError: unknown = null;

  *part(part: LanguageModelV4StreamPart): Iterable<Piece> {
    switch (part.type) {
      case 'text-delta': if (part.delta !== '') yield { type: 'text', text: part.delta }; return
      case 'reasoning-delta': if (part.delta !== '') yield { type: 'reasoning', text: part.delta }; return
      case 'tool-input-start': yield this.#open(part.id, part.toolName); return
      case 'tool-input-delta': yield* this.#more(part.id, part.delta); return
      case 'tool-call': yield* this.#whole(part); return
      case 'error': this.#streamError ??= part.error; return
      case 'finish': yield* this.#finish(part.finishReason, part.usage); return
      default: return
    }
  }

  /** The stream is over without `finish`. */
  *dropped(): Iterable<Piece> {
    yield this.#end('other', NO_USAGE, this.#calls, true)
  }

  #open(callId: string, tool: string): Piece {
    this.#calls.push({ callId, tool, args: '', closed: false })
    return { type: 'call.open', callId, tool }
  }

  *#more(callId: string, text: string): Iterable<Piece> {
    const call = this.#calls.find((one) => one.callId === callId)
    if (call === undefined || text === '') return
    call.args += text
    yield { type: 'call.delta', callId, text }
  }

  *#whole(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): Iterable<Piece> {
    if (!this.#calls.some((one) => one.callId === part.toolCallId)) yield this.#open(part.toolCallId, part.toolName)
    for (const call of this.#calls) if (call.callId === part.toolCallId) Object.assign(call, { args: part.input, closed: true, meta: part.providerMetadata })
  }

  *#finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): Iterable<Piece> {
    const cut = reason.unified === 'interrupted' || (reason.unified === 'error' && reason.raw === undefined)
    // A piece that could not be read may have been part of a call: nothing of this attempt is trusted.
    if (this.#streamError !== null && !endedEarly(this.#streamError)) throw this.#streamError
    if (cut) { yield this.#end('other', usageOf(usage), this.#calls, true); return }
    const last = this.#calls.at(-1)
    if (reason.unified === 'length' && last !== undefined && !parses(last.args)) last.closed = false
    for (const call of this.#calls) if (call.closed) yield { type: 'call.closed', callId: call.callId, tool: call.tool, rawArgs: call.args, ...(call.meta === undefined ? {} : { meta: call.meta }) }
    yield this.#end(REASONS[reason.unified], usageOf(usage), this.#calls.filter((call) => !call.closed), false)
  }

  #end(reason: End['reason'], usage: End['usage'], open: readonly OpenCall[], dropped: boolean): End {
    return { type: 'end', reason, usage, openCalls: open.map((call) => ({ callId: call.callId, tool: call.tool, characters: call.args.length })), dropped, retries: 0, ms: 0 }
  }
}

/** The packages report a stream that just stopped as an error part of their own. */
function endedEarly(error: unknown): boolean {
  return error instanceof Error && /ended without a finish reason/i.test(error.message)
}
