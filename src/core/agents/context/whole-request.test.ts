import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '@shared/session'
import { call, end, openBench, result, say, scripted, type Bench } from '../../../../test/model-server/agent-bench'
import type { ModelRequest } from '../../models/types'
import { EntryTree } from '../entry-tree'
import { SessionStore } from '../session-store'
import { viewOf } from './view'

type Act = { kind: 'say'; replies: number; size: number } | { kind: 'edit' | 'retry' | 'switch'; of: number }
const acts = fc.array(fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({ kind: fc.constant('say' as const), replies: fc.nat(4), size: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'retry' as const, 'switch' as const), of: fc.nat(9) }),
), { minLength: 2, maxLength: 8 })

/** What a process that opens the session now would send. */
const fresh = (bench: Bench, id: number): ModelRequest['messages'] => [...viewOf(new SessionStore(bench.project).branch(id), (results) => results).messages]
const own = (request: ModelRequest): boolean => request.hint.profileKey !== 'summarizer' && !request.hint.entryId.startsWith('summary-')

async function play(given: readonly Act[]): Promise<{ compared: number; seen: Set<Entry['type']> }> {
  let compared = 0
  let calls = 0
  let left = 0
  let size = 1
  const model = scripted([(request) => {
    if (!own(request)) return [say('## 摘要\n写雪夜'), end()]
    expect(request.messages.slice(1)).toEqual(fresh(bench, id))
    compared++
    return left-- <= 0 ? [say('完'), end()] : [say('看'), call(`c${calls++}`, 'read', {}), end({ usage: { input: 9_000, cachedInput: 0, cacheWrite: 0, output: 5, reasoning: 0 } })]
  }], { model: 'x/m', spec: { context: 16_000, maxOutput: 1_000 } })
  const bench = openBench({ model, tools: { read: (_args, caller) => result(caller.callId, 'read', '雪'.repeat(size)) } })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  for (const act of given) {
    const entries = bench.entries(id)
    const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
    const saidBy = (role: string) => entries.filter((entry) => entry.payload['role'] === role && entry.origin !== 'engine')
    left = act.kind === 'say' ? act.replies : 1
    if (act.kind === 'say') { size = act.size; await bench.agents.send(id, '写', 'prompt') }
    const target = act.kind === 'say' ? undefined : at(saidBy(act.kind === 'edit' ? 'user' : 'assistant'), act.of)
    if (act.kind === 'edit' && target !== undefined) await bench.agents.edit(id, target.id, '再写')
    if (act.kind === 'retry' && target !== undefined) await bench.agents.retry(id, target.id)
    if (act.kind === 'switch') { const sibling = at(target?.branch?.siblings ?? [], act.of + 1); if (sibling !== undefined) bench.agents.switchBranch(id, sibling) }
    await bench.agents.whenQuiet(id)
    if (bench.agents.get(id).status !== 'idle') break
  }
  const tree = new EntryTree(bench.project.sessionsDb)
  for (const event of bench.events) {
    if (event.type !== 'entry.added') continue
    const told = event.entry.branch?.siblings
    // Others came only afterwards.
    expect(tree.withBranch(id, event.entry).branch?.siblings.slice(0, told?.length)).toEqual(told)
  }
  const seen = new Set(bench.entries(id).map((entry) => entry.type))
  await bench.agents.close()
  bench.project.sessionsDb.close()
  bench.project.projectDb.close()
  return { compared, seen }
}

it('every request of a session is the one a process would make that reads it anew: after edits, retries, branches, clearings and summaries', async () => {
  let compared = 0
  const seen = new Set<Entry['type']>()
  await fc.assert(fc.asyncProperty(acts, async (given) => {
    const played = await play(given)
    compared += played.compared
    for (const type of played.seen) seen.add(type)
  }), { numRuns: 25, seed: 11 })
  expect(compared).toBeGreaterThan(50)
  expect([seen.has('clearing'), seen.has('compaction')]).toEqual([true, true])
})
