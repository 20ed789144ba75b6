import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Numbered } from '@shared/events'
import { startEventStream } from '../bridge/event-stream'
import { useApp } from './app'
import { useTranscript } from './transcript'

/** A conversation of three entries, each below the one before it. */
const entry = (id: number, more: object = {}) => ({ id, parentId: id === 1 ? null : id - 1, type: 'message', payload: { role: 'user' }, ...more })
let asked: string[]
let tell: (batch: readonly Numbered[]) => void
let seq = 0
const call = (name: string) => {
  asked.push(name)
  return Promise.resolve({ ok: true, value: name === 'sessions.snapshot' ? { streaming: null, openCalls: [], queue: [] } : { entries: [entry(1), entry(2), entry(3)], first: 0, total: 3 } })
}
const added = (one: object) => tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', at: '', event: { type: 'entry.added', sessionId: 7, entry: one } } as unknown as Numbered])
const shown = () => useTranscript.getState().entries.loaded().map(({ id }) => id)

beforeEach(async () => {
  asked = []
  vi.stubGlobal('window', { wenqu: { call, onEvents: (take: typeof tell) => { tell = take } }, innerWidth: 1_200 })
  startEventStream()
  useApp.setState({ project: { project: 'snow', readOnly: false } as never })
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

test('one that cannot be opened says why, and its page is nobody\'s', async () => {
  const refusing = (name: string) => Promise.resolve(name === 'sessions.snapshot' ? { ok: false, fault: { code: 'SESSION_UNKNOWN', message: 'gone' } } : { ok: false, fault: { code: 'OTHER', message: 'gone' } })
  vi.stubGlobal('window', { wenqu: { call: refusing, onEvents: () => undefined }, innerWidth: 1_200 })
  await useTranscript.getState().open(9)
  expect([useTranscript.getState().fault?.code, shown()]).toEqual(['SESSION_UNKNOWN', []])
})
