import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Numbered } from '@shared/events'
import { startEventStream } from '../bridge/event-stream'
import { useApp } from './app'
import { useFiles } from './files'
import { useSessions } from './sessions'
import { useTranscript } from './transcript'
import { useTrash } from './trash'

/** A conversation of three entries, each below the one before it. */
const entry = (id: number, more: object = {}) => ({ id, parentId: id === 1 ? null : id - 1, type: 'message', payload: { role: 'user' }, ...more })
let asked: string[]
let tell: (batch: readonly Numbered[]) => void
let seq = 0
const call = (name: string) => {
  asked.push(name)
  return Promise.resolve({ ok: true, value: name === 'sessions.snapshot' ? { streaming: null, retry: null, summing: false, openCalls: [], queue: [] } : { entries: [entry(1), entry(2), entry(3)], first: 0, total: 3 } })
}
const added = (one: object) => tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', at: '', event: { type: 'entry.added', sessionId: 7, entry: one } } as unknown as Numbered])
const shown = () => useTranscript.getState().entries.loaded().map(({ id }) => id)

beforeEach(async () => {
  asked = []
  vi.stubGlobal('window', { wenqu: { call, onEvents: (take: typeof tell) => { tell = take } }, innerWidth: 1_200 })
  startEventStream()
  useApp.setState({ project: { project: 'snow', dir: '/snow', readOnly: false } as never })
  await useTranscript.getState().open(7)
  asked = []
})
afterEach(async () => { await useTranscript.getState().open(null); useApp.setState({ project: null }); vi.unstubAllGlobals() })

test('an entry that follows the last one is put below it, and asks core nothing; told again it changes nothing', () => {
  added(entry(4))
  added(entry(5))
  added(entry(4))
  added(entry(2))
  expect(shown()).toEqual([1, 2, 3, 4, 5])
  expect(useTranscript.getState().total).toBe(5)
  expect(asked).toEqual([])
})

test('a sibling, or one whose parent was missed, is core\'s to place', () => {
  const again = ['sessions.snapshot', 'sessions.entries']
  added(entry(9))
  expect(asked).toEqual(again)
  added(entry(4, { branch: { total: 2 } }))
  expect(asked).toEqual([...again, ...again])
  expect(shown()).toEqual([1, 2, 3])
})

test('a conversation that is opened asks for its state and its newest page at once', async () => {
  await useTranscript.getState().open(null)
  const opened = useTranscript.getState().open(8)
  expect(asked).toEqual(['sessions.snapshot', 'sessions.entries'])
  await opened
  expect(shown()).toEqual([1, 2, 3])
})

test('what is in front is not asked for again when it is shown; another, the same number in another novel, or one that failed, is', async () => {
  const { show } = useTranscript.getState()
  await show(7)
  expect(asked).toEqual([])
  await show(8)
  expect(asked).toEqual(['sessions.snapshot', 'sessions.entries'])
  useApp.setState({ project: { project: 'rain', dir: '/rain', readOnly: false } as never })
  await show(8)
  expect(asked).toHaveLength(4)
  useTranscript.setState({ fault: { code: 'OTHER', message: 'gone' } as never })
  await show(8)
  expect(asked).toHaveLength(6)
})

test('nothing of one novel is seen in another: its conversation, its list, its deleted and its files go with it, and late answers with them', async () => {
  useSessions.setState({ list: [{ id: 7, title: '雪夜' }] as never, loaded: true })
  useTrash.setState({ items: [{ id: 'tr_1' }] as never })
  useFiles.setState({ folders: { '': [{ path: 'lore' }] as never } })
  const late = [useSessions.getState().load(), useTrash.getState().load(), useFiles.getState().load('')]
  useApp.setState({ project: { project: 'rain', dir: '/rain', readOnly: false } as never })
  await Promise.all(late)
  expect([shown(), useTranscript.getState().sessionId, useSessions.getState().list, useTrash.getState().items, useFiles.getState().folders]).toEqual([[], null, [], null, {}])
})

test('a conversation holds nothing only once its page says so', async () => {
  const states: [boolean, number][] = []
  const stop = useTranscript.subscribe(({ loaded, total }) => states.push([loaded, total]))
  await useTranscript.getState().open(8)
  stop()
  expect(states.map(([loaded]) => loaded)).toEqual([...states.slice(0, -1).map(() => false), true])
  expect(states.at(-1)).toEqual([true, 3])
  await useTranscript.getState().open(null)
  expect(useTranscript.getState().loaded).toBe(true)
})

test('one that cannot be opened says why, and its page is nobody\'s', async () => {
  const refusing = (name: string) => Promise.resolve(name === 'sessions.snapshot' ? { ok: false, fault: { code: 'SESSION_UNKNOWN', message: 'gone' } } : { ok: false, fault: { code: 'OTHER', message: 'gone' } })
  vi.stubGlobal('window', { wenqu: { call: refusing, onEvents: () => undefined }, innerWidth: 1_200 })
  await useTranscript.getState().open(9)
  expect([useTranscript.getState().fault?.code, shown()]).toEqual(['SESSION_UNKNOWN', []])
})

test('a snapshot taken and come at any point of a reply: every piece once and in order', async () => {
  const pieces = ['雪', '从宫城', 'a', '那边', '先下', '起来。']
  const told = pieces.map((text) => ({ type: 'text.delta', sessionId: 8, runId: 'r', text }))
  // Taken after `cut` pieces; of the events, `before` come ahead of its answer and the others behind it.
  for (let cut = 0; cut <= pieces.length; cut += 1) {
    for (let before = 0; before <= pieces.length; before += 1) {
      await useTranscript.getState().open(null)
      const start = seq
      let come: (value: unknown) => void = () => undefined
      const asking = new Promise((resolve) => { come = resolve })
      const answer = (name: string) => (name === 'sessions.snapshot' ? asking : Promise.resolve({ ok: true, value: { entries: [entry(1)], first: 0, total: 1 } }))
      vi.stubGlobal('window', { wenqu: { call: answer, onEvents: () => undefined }, innerWidth: 1_200 })
      const opened = useTranscript.getState().open(8)
      const send = (from: number, to: number) => { for (const event of told.slice(from, to)) tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', event } as unknown as Numbered]) }
      send(0, before)
      come({ ok: true, value: { streaming: { runId: 'r', text: pieces.slice(0, cut).join(''), reasoning: '' }, retry: null, openCalls: [], queue: [], seq: start + cut } })
      await opened
      send(before, pieces.length)
      expect([cut, before, useTranscript.getState().streaming?.text]).toEqual([cut, before, pieces.join('')])
    }
  }
})

test('a window that opens in the middle of a wait and of a call shows both; what comes next ends the wait', async () => {
  await useTranscript.getState().open(null)
  const running = { callId: 'c', tool: 'read', args: {}, state: 'running', approvalId: null, questions: null, stage: { name: 'fetch', done: 1, total: 3, note: 'a' }, elapsedMs: 5 }
  const snapshot = { streaming: { runId: 'r', text: '雪落', reasoning: '' }, retry: { attempt: 2, waitMs: 60_000, why: 'HTTP 429' }, openCalls: [running], queue: [], seq }
  const answer = (name: string) => Promise.resolve({ ok: true, value: name === 'sessions.snapshot' ? snapshot : { entries: [entry(1)], first: 0, total: 1 } })
  vi.stubGlobal('window', { wenqu: { call: answer, onEvents: () => undefined }, innerWidth: 1_200 })
  await useTranscript.getState().open(8)
  const { retry, streaming, calls } = useTranscript.getState()
  expect([retry?.attempt, (retry?.at ?? 0) > Date.now() + 50_000, streaming?.text, calls[0]?.stage?.done]).toEqual([2, true, '雪落', 1])
  const event = (one: object) => tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', event: { sessionId: 8, ...one } } as unknown as Numbered])
  event({ type: 'call.progress', callId: 'c', stage: 'fetch', done: 2, total: 3, note: 'b' })
  expect(useTranscript.getState().calls[0]?.stage).toEqual({ name: 'fetch', done: 2, total: 3, note: 'b' })
  event({ type: 'args.start', runId: 'r', callId: 'd', tool: 'write' })
  expect(useTranscript.getState()).toMatchObject({ retry: null, streaming: { text: '' } })
})

test('an entry told while the newest page is on its way is not lost', async () => {
  await useTranscript.getState().open(null)
  let come: (value: unknown) => void = () => undefined
  const page = new Promise((resolve) => { come = resolve })
  const answer = (name: string) => (name === 'sessions.snapshot' ? Promise.resolve({ ok: true, value: { streaming: null, retry: null, openCalls: [], queue: [], seq } }) : page)
  vi.stubGlobal('window', { wenqu: { call: answer, onEvents: () => undefined }, innerWidth: 1_200 })
  const opened = useTranscript.getState().open(7)
  await vi.waitFor(() => expect(useTranscript.getState().snapshot).not.toBeNull())
  added(entry(4))
  come({ ok: true, value: { entries: [entry(1), entry(2), entry(3)], first: 0, total: 3 } })
  await opened
  expect(shown()).toEqual([1, 2, 3, 4])
})

const note = (event: object) => tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', at: '', event } as unknown as Numbered])

test('a summary that is written shows, and the wait before it is asked for again goes when it brings something', () => {
  const at = { sessionId: 7, runId: 'r' }
  const state = () => { const { summing, retry, streaming } = useTranscript.getState(); return [summing, retry?.attempt ?? null, streaming] }
  note({ type: 'run.summing', ...at, active: true })
  note({ type: 'run.retry', ...at, attempt: 2, waitMs: 5_000, why: 'HTTP 503' })
  expect(state()).toEqual([true, 2, null])
  note({ type: 'run.summing', ...at, active: true })
  expect(state()).toEqual([true, null, null])
  note({ type: 'message.start', ...at })
  expect(state()).toEqual([false, null, { text: '', reasoning: '' }])
})

test('what is booked for any conversation, a helper\'s too, renews the sum of the one in front', async () => {
  note({ type: 'usage.changed', sessionId: 9 })
  await vi.waitFor(() => { expect(asked).toEqual(['sessions.snapshot']) })
})
