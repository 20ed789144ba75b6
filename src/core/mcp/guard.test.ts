import { describe, expect, it } from 'vitest'
import { createMessageGuard } from './guard'

const jsonrpc = '2.0' as const
const notice = { jsonrpc, method: 'notifications/message' }
const request = (id: number) => ({ jsonrpc, id, method: 'tools/call' })
const answer = (id: number) => ({ jsonrpc, id, result: {} })

function guardAt() {
  const clock = { now: 0 }
  const guard = createMessageGuard(() => clock.now)
  /** So many notices, one in `everyMs`; how many were let through. */
  const notices = (count: number, everyMs: number): number => Array.from({ length: count }, () => { clock.now += everyMs; return guard.take(notice) }).filter(Boolean).length
  return { guard, notices }
}

describe('07 §8: at most 64 messages while one is waited for', () => {
  it('counts anew with each answer that was waited for', () => {
    const { guard, notices } = guardAt()
    for (let id = 0; id < 5; id += 1) {
      guard.sent(request(id))
      expect([notices(64, 0), guard.take(answer(id))]).toEqual([64, true])
    }
    guard.sent(request(9))
    expect(notices(70, 0)).toBe(64)
  })

  it('a request we gave up is no longer waited for: a server that sends a little now and then is not cut off', () => {
    const { guard, notices } = guardAt()
    for (let id = 0; id < 3; id += 1) {
      guard.sent(request(id))
      guard.sent({ jsonrpc, method: 'notifications/cancelled', params: { requestId: id } })
    }
    expect(notices(1_000, 100)).toBe(1_000)
    guard.sent(request(5))
    expect(notices(70, 100)).toBe(64)
  })

  it('answers nobody waits for are chatter', () => {
    const { guard } = guardAt()
    guard.sent(request(1))
    expect(Array.from({ length: 70 }, (_, n) => guard.take(answer(100 + n))).filter(Boolean).length).toBe(64)
  })

  it('while nothing is waited for, 64 in a second', () => {
    const { notices } = guardAt()
    expect([notices(70, 1), notices(1, 2_000)]).toEqual([64, 1])
  })
})
