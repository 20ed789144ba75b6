import type { ModelEvent, ModelPort, ModelRequest } from '../models/types'
import { estimateMessage, estimateTools } from './context/estimate'
import type { CallUsage } from './usage'
import { useOf, type Ended } from './use-of'

export interface BookedCall { readonly models: Pick<ModelPort, 'stream' | 'price'>; readonly model: string; readonly request: ModelRequest; readonly signal: AbortSignal; /** Writes down what it used. */ add(used: Omit<CallUsage, 'runId'>): void }

/**
 * A call whose reply is no entry of a conversation: its events as they come, and what it used booked however it ends (04 §8),
 * by our estimate where it broke off, was stopped or is left in the middle. Throws what the stream throws.
 */
export async function* bookedCall({ models, model, request, signal, add }: BookedCall): AsyncGenerator<ModelEvent> {
  const came = new Came()
  let over = false
  const book = (end: Ended['end']): void => {
    const use = useOf({ models }, model, { text: came.said(), reasoning: came.reasoning, end }, tokensOf(request))
    came.clear()
    if (use === null) return
    const { estimated: _, ...used } = use
    add({ ...used, model })
  }
  try {
    for await (const event of models.stream(model, request, signal)) {
      came.take(event)
      if (event.type === 'retry') book(null)
      if (event.type === 'end') { over = true; book(event) }
      yield event
    }
  } finally {
    if (!over) book(null)
  }
}

const tokensOf = ({ messages, tools }: ModelRequest): number => messages.reduce((sum, message) => sum + estimateMessage(message), estimateTools(tools))

/** What has come of a reply; what it hands over in a call was written like its words. */
class Came {
  #text = ''
  #calls = new Map<string, string>()
  reasoning = ''

  take(event: ModelEvent): void {
    if (event.type === 'text') this.#text += event.text
    if (event.type === 'reasoning') this.reasoning += event.text
    if (event.type === 'call.delta') this.#calls.set(event.callId, (this.#calls.get(event.callId) ?? '') + event.text)
    if (event.type === 'call.closed') this.#calls.set(event.callId, event.rawArgs)
  }

  said(): string { return this.#text + [...this.#calls.values()].join('') }

  clear(): void {
    this.#text = ''
    this.#calls = new Map()
    this.reasoning = ''
  }
}
