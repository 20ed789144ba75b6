import type { LanguageModelV4 } from '@ai-sdk/provider'
import { Cancelled } from '@shared/fault'
import { AttemptFailed } from './failure'
import { StreamMapper } from './map-stream'
import { toOptions, type PromptStyle } from './to-prompt'
import type { ModelEvent, ModelRequest } from './types'
import { watchedFetch } from './watched-fetch'

type Piece = Exclude<ModelEvent, { type: 'retry' }>

export interface AttemptOptions {
  /** Makes the model around the fetch it must use. */
  load: (fetch: typeof globalThis.fetch) => Promise<LanguageModelV4>
  fetch: typeof globalThis.fetch
  signal: AbortSignal
  /** No byte for this long ends the attempt (04 §8: 90 s). */
  silenceMs: number
  /** The whole attempt may take this long (`timeoutMs` of the provider). */
  totalMs: number
  style: PromptStyle
}

/** One try at a reply. Whatever the provider does, it ends at once when the signal is aborted. */
export async function* attemptReply(request: ModelRequest, options: AttemptOptions): AsyncIterable<Piece> {
  const watch = watchdog(options)
  try {
    const model = await options.load(watchedFetch(options.fetch, watch.alive))
    const { stream } = await watch.race(model.doStream({ ...toOptions(request, options.style), abortSignal: watch.signal }))
    const reader = stream.getReader()
    const mapper = new StreamMapper()
    try {
      let begun = false
      for (let ended = false; !ended; ) {
        const { done, value } = await watch.race(reader.read())
        const pieces = done ? mapper.dropped() : mapper.part(value)
        for (const piece of pieces) {
          // Not one word of a reply: what came was no answer at all (04 §8 "non-JSON body").
          if (piece.type === 'end' && piece.dropped && !begun) throw new AttemptFailed('the answer ended before a word of it came, or was not what this kind of provider sends', { retry: true })
          begun = true
          yield piece
          ended = piece.type === 'end'
        }
      }
    } finally {
      reader.cancel().catch(() => undefined)
    }
  } finally {
    watch.stop()
  }
}

interface Watchdog { readonly signal: AbortSignal; alive(): void; race<T>(work: PromiseLike<T>): Promise<T>; stop(): void }

function watchdog(options: AttemptOptions): Watchdog {
  const control = new AbortController()
  let cause: Error | null = null
  let give: (error: Error) => void = () => undefined
  const ended = new Promise<never>((_, reject) => { give = reject })
  ended.catch(() => undefined)
  const end = (error: Error) => { cause ??= error; give(cause); control.abort(cause) }
  const cancel = () => end(new Cancelled())
  const silence = () => setTimeout(() => end(new AttemptFailed(`nothing came for ${options.silenceMs / 1000} s`, { retry: true })), options.silenceMs)
  let silent = silence()
  const total = setTimeout(() => end(new AttemptFailed(`no end after ${options.totalMs / 1000} s`, { retry: true })), options.totalMs)
  if (options.signal.aborted) cancel()
  options.signal.addEventListener('abort', cancel, { once: true })
  return {
    signal: control.signal,
    alive: () => { clearTimeout(silent); if (cause === null) silent = silence() },
    race: async (work) => {
      try { return await Promise.race([ended, work]) } catch (error) { throw cause ?? error }
    },
    stop: () => {
      clearTimeout(silent)
      clearTimeout(total)
      options.signal.removeEventListener('abort', cancel)
      if (cause === null) { cause = new Cancelled(); control.abort(cause) }
    },
  }
}
