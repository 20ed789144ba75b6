import type { Answer, ToCore } from '@shared/bridge'
import type { ProcedureName } from '@shared/procedures'

export interface CoreCall { name: ProcedureName; input: unknown; principal: 'human' | 'open' }
interface Pending extends CoreCall { id: number; sent: boolean; settle(answer: Answer<unknown>): void; timer: NodeJS.Timeout | null }

/**
 * Calls on their way to core. Those made while core is away wait for it up to `waitMs`; those it had taken fail with CORE_GONE
 * when it dies, because no one can know how far it came. Every call is settled exactly once.
 */
export interface PendingCalls {
  add(call: CoreCall): Promise<Answer<unknown>>
  /** Goes out at once, before the calls that wait. */
  ahead(call: CoreCall, channel: { send(message: ToCore): void }): Promise<Answer<unknown>>
  /** Core is there: waiting calls go out. */
  attach(channel: { send(message: ToCore): void }): void
  settle(id: number, answer: Answer<unknown>): void
  /** Core died: calls it had are lost, waiting ones stay. */
  lose(why: string): void
  /** Core is gone for good: all calls fail, now and later. */
  refuse(why: string): void
  accept(): void
}

export function createPendingCalls(waitMs: number): PendingCalls {
  const pending = new Map<number, Pending>()
  let channel: { send(message: ToCore): void } | null = null
  let refused: string | null = null
  let last = 0

  const settle = (id: number, answer: Answer<unknown>) => {
    const call = pending.get(id)
    if (!call) return
    pending.delete(id)
    if (call.timer) clearTimeout(call.timer)
    call.settle(answer)
  }
  const gone = (why: string): Answer<unknown> => ({ ok: false, fault: { code: 'CORE_GONE', message: `The part of the app that stores and computes is not there: ${why}.` } })
  const send = (call: Pending, to = channel) => {
    if (!to) return
    if (call.timer) clearTimeout(call.timer)
    call.timer = null
    call.sent = true
    to.send({ kind: 'request', id: call.id, name: call.name, input: call.input, principal: call.principal })
  }
  const fail = (why: string, which: (call: Pending) => boolean) => {
    for (const call of [...pending.values()].filter(which)) settle(call.id, gone(why))
  }
  const keep = (call: CoreCall, resolve: Pending['settle']): Pending => {
    last += 1
    const entry: Pending = { ...call, id: last, sent: false, settle: resolve, timer: null }
    pending.set(entry.id, entry)
    return entry
  }
  return {
    add: (call) => {
      if (refused !== null) return Promise.resolve(gone(refused))
      return new Promise((resolve) => {
        const entry = keep(call, resolve)
        if (channel) return send(entry)
        entry.timer = setTimeout(() => settle(entry.id, gone('it did not come back in time')), waitMs)
      })
    },
    ahead: (call, to) => new Promise((resolve) => send(keep(call, resolve), to)),
    attach: (next) => {
      channel = next
      for (const call of [...pending.values()].filter((call) => !call.sent)) send(call)
    },
    settle,
    lose: (why) => {
      channel = null
      fail(why, (call) => call.sent)
    },
    refuse: (why) => {
      channel = null
      refused = why
      fail(why, () => true)
    },
    accept: () => {
      refused = null
    },
  }
}
