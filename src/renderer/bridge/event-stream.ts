import type { CoreEventType, EventOf, Numbered } from '@shared/events'

type Listener = (event: never, project: string | null, seq: number) => void

const listeners = new Map<string, Set<Listener>>()
const resyncs = new Set<() => void>()
let epoch: string | null = null
let last = 0

/** Calls `listener` for each committed event of a type, in order, with its number. Returns the way out. */
export function onEvent<T extends CoreEventType>(type: T, listener: (event: EventOf<T>, project: string | null, seq: number) => void): () => void {
  const set = listeners.get(type) ?? new Set<Listener>()
  listeners.set(type, set)
  set.add(listener as Listener)
  return () => set.delete(listener as Listener)
}

/** Called when the read model may be behind (core restarted, events missed): fetch snapshots again, keep drafts. */
export function onResync(listener: () => void): () => void {
  resyncs.add(listener)
  return () => resyncs.delete(listener)
}

export function resync(): void {
  for (const listener of resyncs) listener()
}

function take(batch: readonly Numbered[]): void {
  for (const { epoch: from, seq, project, event } of batch) {
    if (from !== epoch) {
      const restarted = epoch !== null
      epoch = from
      last = seq - 1
      if (restarted) resync()
    }
    if (seq <= last) continue
    if (seq > last + 1) resync()
    last = seq
    for (const listener of listeners.get(event.type) ?? []) listener(event as never, project, seq)
  }
}

/** Starts listening; once per window. */
export function startEventStream(): void {
  window.wenqu.onEvents(take)
}
