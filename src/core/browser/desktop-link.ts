import type { Answer, FromCore } from '@shared/bridge'
import { desktopAnswers } from '@shared/desktop'
import type { DesktopAnswer, DesktopAsk } from '@shared/desktop'
import { Cancelled, FaultError } from '@shared/fault'

/** The windows of main, as core asks for them. A command line has none. */
export interface Desktop {
  /** What main answers, checked; its faults are thrown. BROWSER_FAILED, INDEX_STALE. */
  ask<A extends DesktopAsk>(ask: A, signal?: AbortSignal): Promise<DesktopAnswer<A['do']>>
}
export interface DesktopLink { readonly desktop: Desktop; receive(id: number, answer: Answer<unknown>): void; /** Main is gone: nobody waits for it any more. */ lost(): void }

const gone: Answer<never> = { ok: false, fault: { code: 'BROWSER_UNAVAILABLE', message: 'The window is gone.' } }

/** Asks over the channel that core was started with; each ask is settled once, also when its caller stops. */
export function createDesktopLink(send: (message: FromCore) => void): DesktopLink {
  const waiting = new Map<number, (answer: Answer<unknown>) => void>()
  let last = 0
  let isLost = false
  const request = (ask: DesktopAsk, signal?: AbortSignal): Promise<Answer<unknown>> => new Promise((done, failed) => {
    last += 1
    const id = last
    const onStop = (): void => {
      waiting.delete(id)
      send({ kind: 'desktopStop', id })
      failed(new Cancelled())
    }
    if (signal?.aborted === true) return failed(new Cancelled())
    if (isLost) return done(gone)
    signal?.addEventListener('abort', onStop, { once: true })
    waiting.set(id, (answer) => {
      signal?.removeEventListener('abort', onStop)
      done(answer)
    })
    send({ kind: 'desktopAsk', id, ask })
  })
  return {
    desktop: {
      ask: async (ask, signal) => {
        const answer = await request(ask, signal)
        if (!answer.ok) throw answer.fault.code === 'CANCELLED' ? new Cancelled() : new FaultError(answer.fault)
        const parsed = desktopAnswers[ask.do].safeParse(answer.value)
        if (!parsed.success) throw new FaultError({ code: 'BROWSER_FAILED', message: 'The window gave an answer that could not be read.' })
        return parsed.data as DesktopAnswer<(typeof ask)['do']>
      },
    },
    lost: () => {
      isLost = true
      for (const settle of waiting.values()) settle(gone)
      waiting.clear()
    },
    receive: (id, answer) => {
      const settle = waiting.get(id)
      waiting.delete(id)
      settle?.(answer)
    },
  }
}
