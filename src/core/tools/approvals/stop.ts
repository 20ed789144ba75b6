import type { Executing, Runtime } from '../runtime'
import type { Answered, Pipeline, Settled } from '../types'
import type { ApprovalRow } from './rows'

/** A stopped call has so long to give its own result (04 §8). */
const GRACE_MS = 2_000

/** Runs an approved call under a signal that a stop of its session, or its own starter, ends. */
export async function stoppable(runtime: Runtime, row: ApprovalRow, from: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<Answered>): Promise<Answered> {
  const control = new AbortController()
  const answered = run(from === undefined ? control.signal : AbortSignal.any([control.signal, from]))
  const settled = ({ result }: Answered): Settled | null => (result === null ? null : { sessionId: row.sessionId, callId: row.callId, result })
  const executing: Executing = { sessionId: row.sessionId, control, done: answered.then(settled, () => null) }
  runtime.executing.add(executing)
  try {
    return await answered
  } finally {
    runtime.executing.delete(executing)
  }
}

/** A stop of the session reaches what the author approved, too (04 §8). */
export function createStopping(runtime: Runtime): Pick<Pipeline, 'stop'> {
  return {
    async stop(sessionId) {
      const own = [...runtime.executing].filter((one) => one.sessionId === sessionId)
      if (own.length === 0) return []
      for (const { control } of own) control.abort()
      const ends = await Promise.all(own.map(({ done }) => withinGrace(done)))
      return ends.filter((end) => end !== null)
    },
  }
}

function withinGrace(done: Promise<Settled | null>): Promise<Settled | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), GRACE_MS + 500)
    void done.then((end) => {
      clearTimeout(late)
      resolve(end)
    })
  })
}
