import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** So many messages may come beside the one that is waited for (07 §8); while nothing is waited for, so many in a second. */
const mostMessages = 64
const idleMs = 1_000

/** Counts what a server sends unasked; the connection is closed when it is too much. */
export interface MessageGuard {
  /** A request of ours went out. */
  asked(): void
  /** A message, or (null) a line that is none. False: it is too much. */
  take(message: JSONRPCMessage | null): boolean
}

export function createMessageGuard(now: () => number = () => performance.now()): MessageGuard {
  let waiting = 0
  let count = 0
  let since = now()
  return {
    asked: () => {
      if (waiting === 0) count = 0
      waiting += 1
    },
    take: (message) => {
      if (message !== null && isAnswer(message) && waiting > 0) {
        waiting -= 1
        count = 0
        return true
      }
      if (waiting === 0 && now() - since > idleMs) {
        since = now()
        count = 0
      }
      count += 1
      return count <= mostMessages
    },
  }
}

const isAnswer = (message: JSONRPCMessage): boolean => 'id' in message && !('method' in message)
