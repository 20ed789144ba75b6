import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '@shared/session'
import { result } from '../../../../test/model-server/agent-bench'
import { viewOf } from './view'

type Step = { kind: 'user' | 'note' | 'steer' } | { kind: 'reply'; calls: number; thinks: boolean } | { kind: 'clear'; of: number }
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constantFrom<Step>({ kind: 'user' }, { kind: 'note' }, { kind: 'steer' }),
  fc.record({ kind: fc.constant('reply' as const), calls: fc.nat(3), thinks: fc.boolean() }), fc.record({ kind: fc.constant('clear' as const), of: fc.nat(20) }),
)
const entry = (seq: number, type: Entry['type'], payload: Entry['payload']): Entry => ({ id: `en_${seq}`, parentId: seq === 1 ? null : `en_${seq - 1}`, seq, type, at: '', runId: 'run_1', origin: 'user', payload })

/** What a step of a conversation adds, one entry after the other. */
function entriesOf(one: Step, seq: number, calls: string[]): Entry[] {
  if (one.kind === 'note') return [entry(seq, 'custom_message', { kind: 'mode', text: `提示 ${seq}` })]
  if (one.kind === 'clear') return [entry(seq, 'clearing', { callIds: calls.slice(one.of, one.of + 2) })]
  if (one.kind !== 'reply') return [entry(seq, 'message', { role: 'user', text: `话 ${seq}`, intent: one.kind === 'steer' ? 'steer' : 'normal' })]
  const made = Array.from({ length: one.calls }, (_, n) => ({ id: `c${seq}-${n}`, tool: 'read', args: {} }))
  calls.push(...made.map((call) => call.id))
  const said = entry(seq, 'message', { role: 'assistant', text: `答 ${seq}`, calls: made, status: 'complete', ...(one.thinks ? { reasoning: '想' } : {}) })
  return [said, ...made.map((call, n) => entry(seq + 1 + n, 'message', { role: 'toolResult', callId: call.id, tool: 'read', result: result(call.id, 'read', `得 ${call.id}`) }))]
}

it('what grows with every entry is what one made from the whole at once would be', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    const entries: Entry[] = []
    const calls: string[] = []
    const see = (list: readonly Entry[]) => viewOf({ entries: list, from: 0, compaction: null }, (results) => results)
    for (const one of steps) {
      for (const added of entriesOf(one, entries.length + 1, calls)) {
        entries.push(added)
        expect(see(entries)).toEqual(see([...entries]))
      }
    }
  }), { numRuns: 200 })
})
