import type { CoreEvent, Numbered } from '@shared/events'
import type { EventHub } from './types'

export interface HubOptions { epoch: string; /** How many events are kept for those who ask for what they missed. */ ring?: number; batchMs?: number }

const keptEvents = 20_000
const longestWaitMs = 40

/** Numbers what core tells the window, keeps the newest events, and hands them out in batches (12 "State", 04 §8). */
export function createEventHub({ epoch, ring = keptEvents, batchMs = longestWaitMs }: HubOptions): EventHub {
  const kept: Numbered[] = []
  const listeners = new Set<(events: Numbered[]) => void>()
  let last = 0
  /** The newest number a snapshot was given: what it holds must not grow under that number. */
  let named = 0
  let unsent: Numbered[] = []
  let timer: NodeJS.Timeout | null = null

  const flush = () => {
    timer = null
    const events = unsent
    unsent = []
    for (const listener of listeners) listener(events)
  }
  const wait = () => {
    if (listeners.size > 0) timer ??= setTimeout(flush, batchMs)
  }
  const emit = (project: string | null, event: CoreEvent) => {
    const before = unsent.at(-1)
    const joined = before && before.project === project && before.seq > named ? join(before.event, event) : null
    if (before && joined) {
      // Not yet seen by anyone: the joined event keeps its number, and so does its copy in the ring.
      before.event = joined
      return
    }
    last += 1
    const numbered: Numbered = { epoch, seq: last, project, event }
    kept.push(numbered)
    if (kept.length > ring * 1.25) kept.splice(0, kept.length - ring)
    if (listeners.size === 0) return
    unsent.push(numbered)
    wait()
  }
  return {
    epoch,
    emit,
    seq: () => (named = last),
    since: (seq) => {
      // What is handed out must not grow afterwards.
      if (timer) clearTimeout(timer)
      if (unsent.length > 0) flush()
      const first = kept[0]?.seq ?? last + 1
      return { events: kept.slice(Math.max(0, seq + 1 - first)), gap: seq + 1 < first }
    },
    onBatch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Pieces of one text that follow each other become one piece; anything between them keeps them apart. */
function join(before: CoreEvent, next: CoreEvent): CoreEvent | null {
  if (next.type === 'text.delta' || next.type === 'reasoning.delta') {
    if (before.type !== next.type || before.sessionId !== next.sessionId || before.runId !== next.runId) return null
    return { ...next, text: before.text + next.text }
  }
  if (next.type !== 'args.delta' || before.type !== 'args.delta') return null
  if (before.sessionId !== next.sessionId || before.runId !== next.runId || before.callId !== next.callId) return null
  return { ...next, text: before.text + next.text }
}
