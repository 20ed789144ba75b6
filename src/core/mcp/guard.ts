import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

/** So many messages may come beside the one that is waited for (07 §8); while nothing is waited for, so many in a second. */
const mostMessages = 64
const idleMs = 1_000

/** Counts what a server sends unasked; the connection is closed when it is too much. */
export interface MessageGuard {
  /** A message of ours went out: a request is waited for from now on, one that we cancel no longer. */
  sent(message: JSONRPCMessage): void
  /** A message, or (null) a line that is none. False: it is too much. */
  take(message: JSONRPCMessage | null): boolean
}

export function createMessageGuard(now: () => number = () => performance.now()): MessageGuard {
  const waiting = new Set<RequestId>()
  let count = 0
  let since = now()
  return {
    sent: (message) => {
      if ('method' in message && 'id' in message) {
        if (waiting.size === 0) count = 0
        waiting.add(message.id)
        return
      }
      const given = cancelled(message)
      if (given !== null) waiting.delete(given)
    },
    take: (message) => {
      // Only an answer to what is waited for counts as one: a stray or repeated one is chatter.
      if (message !== null && 'id' in message && message.id !== undefined && !('method' in message) && waiting.delete(message.id)) {
        count = 0
        return true
      }
      if (waiting.size === 0 && now() - since > idleMs) {
        since = now()
        count = 0
      }
      count += 1
      return count <= mostMessages
    },
  }
}

/** The request that a notice of ours gives up; the server owes it no answer. */
function cancelled(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
