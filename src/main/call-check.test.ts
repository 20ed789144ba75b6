import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { procedures } from '@shared/procedures'
import { appOrigin, checkCall } from './call-check'
import type { Sender } from './call-check'

const ours: Sender = { ourWindow: true, topFrame: true, origin: appOrigin }
const names = Object.keys(procedures)
const draft = { project: 'p', path: 'a.md', text: '雪', baseHash: null }

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic
const deep = () => {
  let value: unknown = 1
  for (let i = 0; i < 5_000; i += 1) value = [value]
  return value
}
const hostile: unknown[] = [
  cyclic, deep(), new Map(), new Date(), new ArrayBuffer(8), new Uint8Array(4), 1n, Number.NaN, Number.POSITIVE_INFINITY, Symbol('x'), () => 1, Array(1e9),
  JSON.parse('{"__proto__":{"admin":true}}'), Object.create({ project: 'p' }), 'x'.repeat(17_000_000), { project: { toString: () => 'p' } },
  Object.defineProperty({}, 'project', { enumerable: true, get: () => { throw new Error('no') } }), new Proxy({}, { ownKeys: () => { throw new Error('no') } }),
]

describe('what a renderer may send (12 sender check, EL-07, T11)', () => {
  it('lets a right call of our own window through, with defaults filled in', () => {
    expect(checkCall(ours, 'drafts.put', draft)).toEqual({ ok: true, name: 'drafts.put', input: draft })
    expect(checkCall(ours, 'sessions.entries', { project: 'p', sessionId: 1 })).toEqual({ ok: true, name: 'sessions.entries', input: { project: 'p', sessionId: 1, limit: 100 } })
  })

  it('takes a million 字 and refuses what is larger than anything a window has to say', () => {
    expect(checkCall(ours, 'drafts.put', { ...draft, text: '雪'.repeat(3_000_000) }).ok).toBe(true)
    expect(checkCall(ours, 'drafts.put', { ...draft, text: '雪'.repeat(17_000_000) })).toMatchObject({ fault: { code: 'ARGS_INVALID' } })
  })

  it.each([
    [{ ...ours, ourWindow: false }], [{ ...ours, topFrame: false }], [{ ...ours, origin: 'https://evil.test' }], [{ ...ours, origin: 'app://wenqu.evil.test' }],
    [{ ...ours, origin: 'file://' }], [{ ...ours, origin: 'null' }], [{ ...ours, origin: '' }],
  ])('refuses a right call from %j', (sender) => {
    expect(checkCall(sender, 'drafts.put', draft)).toMatchObject({ ok: false, fault: { code: 'SENDER_REFUSED' } })
  })

  it.each(['', 'nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'app.info ', 'APP.INFO', 'app', 'wenqu.call', null, undefined, 7, {}, ['app.info']])('knows no procedure %j', (name) => {
    expect(checkCall(ours, name, {})).toMatchObject({ ok: false, fault: { code: 'PROCEDURE_UNKNOWN' } })
  })

  it('accepts none of 10,000 malformed or forged messages, for any procedure, and never throws', () => {
    let accepted = 0
    let sent = 0
    const send = (sender: Sender, name: unknown, input: unknown) => {
      sent += 1
      if (checkCall(sender, name, input).ok) accepted += 1
    }
    for (const name of names) for (const value of hostile) send(ours, name, value)
    // Every object below carries a key that no strict schema knows.
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true, maxDepth: 4 })
    const forged = fc.record({ name: fc.oneof(fc.constantFrom(...names), fc.string()), input: anything, sender: fc.constantFrom(ours, { ...ours, origin: 'https://x.test' }, { ...ours, topFrame: false }) })
    fc.assert(fc.property(forged, ({ name, input, sender }) => {
      const object = typeof input === 'object' && input !== null && !Array.isArray(input) && [Object.prototype, null].includes(Object.getPrototypeOf(input))
      send(sender, name, object ? { ...input, 'forged key': input } : (input ?? 0))
    }), { numRuns: 10_000, seed: 7 })
    expect(sent).toBeGreaterThan(10_000)
    expect(accepted).toBe(0)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})
