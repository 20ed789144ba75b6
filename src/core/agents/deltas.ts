import type { CoreEvent } from '@shared/events'
import type { Emit } from '../project/types'

const BATCH_MS = 40

type Delta = Extract<CoreEvent, { type: 'text.delta' | 'reasoning.delta' | 'args.delta' }>

/** Joins streamed pieces and tells them at most every 40 ms (04 §8); anything else flushes first, so order holds. */
export class Deltas {
  readonly #emit: Emit
  #waiting: Delta[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(emit: Emit) { this.#emit = emit }

  add(delta: Delta): void {
    const last = this.#waiting.at(-1)
    if (last !== undefined && last.type === delta.type && (last.type !== 'args.delta' || delta.type !== 'args.delta' || last.callId === delta.callId)) last.text += delta.text
    else this.#waiting.push({ ...delta })
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS)
  }

  tell(event: CoreEvent): void {
    this.flush()
    this.#emit(event)
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const delta of waiting) this.#emit(delta)
  }
}
