import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '@shared/session'
import { result } from '../../../../test/model-server/agent-bench'
import type { NextRequest } from '../context'
import { messageOf, rolesIn, sinceUser } from '../conversation'
import { guardPause } from '../guards'
import { dueModeText } from '../mode-texts'
import { visibleEntries, type Branch } from './branch-cache'
import { countTokens } from './count'
import { dueDayNote } from './day-note'
import { grown } from './grown'
import { viewOf } from './view'

const NOON = new Date(2026, 10, 30, 12)

type Step = { kind: 'user' | 'date' | 'mode' | 'clear' | 'compact' } | { kind: 'reply'; calls: number; counted: number; status: 'complete' | 'interrupted' } | { kind: 'result'; code: string | null }
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constantFrom<Step>({ kind: 'user' }, { kind: 'date' }, { kind: 'mode' }, { kind: 'clear' }, { kind: 'compact' }),
  fc.record({ kind: fc.constant('reply' as const), calls: fc.nat(2), counted: fc.constantFrom(0, 7, 900), status: fc.constantFrom('complete' as const, 'interrupted' as const) }),
  fc.record({ kind: fc.constant('result' as const), code: fc.constantFrom(null, 'ARGS_INVALID', 'SKIPPED', 'LOOP_GUARD') }),
)
const history = fc.array(fc.tuple(step, fc.constantFrom('run_1', 'run_2', null)), { maxLength: 40 })

function entryOf([one, runId]: [Step, string | null], seq: number): Entry {
  const made = (type: Entry['type'], payload: Entry['payload']): Entry => ({ id: `en_${seq}`, parentId: seq === 1 ? null : `en_${seq - 1}`, seq, type, at: '', runId, origin: 'user', payload })
  switch (one.kind) {
    case 'user': return made('message', { role: 'user', text: `话 ${seq}`, intent: 'normal' })
    case 'date': return made('custom_message', { kind: 'date', text: '日', day: seq % 2 === 0 ? '2026-11-30' : '2026-11-29' })
    case 'mode': return made('custom_message', { kind: 'mode', text: '式', mode: seq % 2 === 0 ? 'plan' : 'normal' })
    case 'clear': return made('clearing', { callIds: [`c${seq - 2}-0`] })
    case 'compact': return made('compaction', { text: '摘要', firstKeptEntryId: `en_${Math.max(1, seq - 3)}` })
    case 'reply': return made('message', { role: 'assistant', text: `答 ${seq}`, calls: Array.from({ length: one.calls }, (_, n) => ({ id: `c${seq}-${n}`, tool: 'read', args: {} })), status: one.status, estimate: seq, usage: { input: one.counted } })
    default: return made('message', { role: 'toolResult', callId: `c${seq - 1}-0`, tool: 'read', result: result(`c${seq - 1}-0`, 'read', '得', { status: one.code === null ? 'ok' : 'fail', code: one.code, details: { pause: seq % 3 === 0, count: 3 } }) })
  }
}

/** The tally of a run worked out from all its entries at once. */
function tallied(entries: readonly Entry[], runId: string): unknown {
  const own = entries.filter((entry) => entry.runId === runId)
  const replies = rolesIn(own, 'assistant').map((one) => one.message)
  const results = rolesIn(own, 'toolResult').map((one) => one.message)
  const calls = replies.reduce((sum, reply) => sum + reply.calls.length, 0)
  const row = <T>(items: readonly T[], test: (item: T) => boolean): number => items.length - 1 - items.findLastIndex((item) => !test(item))
  const failed = row(results, (one) => one.result.status === 'fail' && one.result.code !== 'SKIPPED')
  const broken = row(replies, (one) => one.status === 'interrupted')
  if (results.some((one) => one.result.code === 'LOOP_GUARD' && one.result.details['pause'] === true)) return 'LOOP_GUARD'
  return replies.length >= 4 ? ['LIMIT_STEPS', replies.length] : calls >= 400 ? 'LIMIT_CALLS' : failed >= 10 ? ['CALLS_FAILING', failed] : broken >= 5 ? ['PROVIDER_FAILING', broken] : null
}
const paused = (entries: readonly Entry[], runId: string): unknown => {
  const pause = guardPause(entries, runId, 4)
  return pause === null || pause.code === 'LOOP_GUARD' || pause.code === 'LIMIT_CALLS' ? pause?.code ?? null : [pause.code, pause.values?.['count']]
}

/** 04 §7: max(estimate, last real count + estimate since), by looking through everything. */
function counted({ entries, from }: Branch, pieces: NextRequest['pieces']): number {
  const last = entries.slice(from).findLast((entry) => entry.type === 'clearing' || entry.type === 'compaction' || (messageOf(entry)?.role === 'assistant' && usedIn(entry) > 0))
  const compared = entries.findLast((entry) => usedIn(entry) > 0)
  const factor = compared === undefined ? 1 : usedIn(compared) / Number(compared.payload['estimate'])
  const scale = factor >= 0.5 && factor <= 3 ? factor : 1
  const of = (least: number): number => scale * pieces.reduce((sum, piece) => sum + (piece.entry.seq >= least ? piece.tokens : 0), 0)
  return Math.round(Math.max(of(0), last?.type === 'message' ? usedIn(last) + of(last.seq) : 0))
}
const usedIn = (entry: Entry): number => (entry.payload['usage'] as { input: number } | undefined)?.input ?? 0

it('what is kept of a list that grows is what a look through the whole list says', () => {
  fc.assert(fc.property(history, fc.nat(3), (steps, from) => {
    const entries: Entry[] = []
    for (const one of steps) {
      entries.push(entryOf(one, entries.length + 1))
      const branch: Branch = { entries, from: Math.min(from, entries.length - 1), compaction: null }
      for (const runId of ['run_1', 'run_2']) expect(paused(entries, runId)).toEqual(tallied(entries, runId))
      const at = entries.findLastIndex((entry) => messageOf(entry)?.role === 'user')
      const replies = rolesIn(entries.slice(at + 1), 'assistant').map(({ message }) => message)
      expect(sinceUser(entries)).toEqual({ entryId: entries[at]?.id ?? '', text: entries[at]?.payload['text'] ?? '', assistantSteps: replies.length, callIds: replies.at(-1)?.calls.map((call) => call.id) ?? [] })
      const day = entries.findLast((entry) => entry.payload['kind'] === 'date')?.payload['day']
      expect(dueDayNote(entries, NOON)?.day ?? day).toBe('2026-11-30')
      const told = entries.findLastIndex((entry) => entry.payload['kind'] === 'mode')
      const turns = rolesIn(entries.slice(told), 'assistant').length
      expect(dueModeText(entries, 'plan')?.form ?? null).toBe(entries[told]?.payload['mode'] !== 'plan' ? 'full' : turns >= 6 ? 'short' : null)
      const shown = viewOf(branch, (results) => results)
      expect(countTokens(branch, { ...shown, head: [], text: '', tools: [] }).tokens).toBe(counted(branch, shown.pieces))
      expect([shown.messages, shown.tokens]).toEqual([shown.pieces.map((piece) => piece.message), shown.pieces.reduce((sum, piece) => sum + piece.tokens, 0)])
    }
  }), { numRuns: 300 })
})

it('what the model sees of a branch is one list that grows with it', () => {
  const entries = [1, 2, 3].map((seq) => entryOf([{ kind: 'user' }, null], seq))
  const branch: Branch = { entries, from: 2, compaction: null }
  const seen = visibleEntries(branch)
  entries.push(entryOf([{ kind: 'date' }, null], 4))
  expect(visibleEntries(branch)).toBe(seen)
  expect(seen.map((entry) => entry.seq)).toEqual([3, 4])
  expect(visibleEntries({ ...branch, from: 1 }).map((entry) => entry.seq)).toEqual([2, 3, 4])
  expect(visibleEntries({ ...branch, from: 0 })).toBe(entries)
})

it('each entry is taken in once; another list begins anew', () => {
  const taken: number[] = []
  const seqs = grown<number[]>(() => [], (known, entry, at) => { taken.push(at); known.push(entry.seq) })
  const entries = [entryOf([{ kind: 'user' }, null], 5)]
  expect([seqs(entries), seqs(entries)]).toEqual([[5], [5]])
  entries.push(entryOf([{ kind: 'user' }, null], 6))
  expect([seqs(entries), seqs(entries.slice(1)), taken]).toEqual([[5, 6], [6], [0, 1, 0]])
})
