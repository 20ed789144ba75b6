import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Numbered } from '@shared/events'
import { startEventStream } from '../bridge/event-stream'
import { useApp } from './app'
import { ownChange, useWorld } from './world'

/** Core as the window sees it: a read of the timeline ends when it is let. */
let reads: (() => void)[]
let tell: (batch: readonly Numbered[]) => void
const call = (name: string) => {
  if (name !== 'world.timeline') return Promise.resolve({ ok: true, value: { subjects: [], slices: [], chapters: [], issues: [] } })
  return new Promise((done) => reads.push(() => done({ ok: true, value: { slices: [], now: '0' } })))
}
const changed = (seq: number) => tell([{ epoch: 'e', seq, project: 'snow', at: '', event: { type: 'world.changed', by: 'author' } } as unknown as Numbered])

beforeEach(() => {
  reads = []
  vi.useFakeTimers()
  vi.stubGlobal('window', { wenqu: { call, onEvents: (take: typeof tell) => { tell = take } }, innerWidth: 1_200 })
  startEventStream()
  useApp.setState({ project: { project: 'snow', readOnly: false } as never })
})
afterEach(() => { useApp.setState({ project: null }); vi.useRealTimers(); vi.unstubAllGlobals() })

test('an own change is read once, also when reading takes longer than the event is waited for', async () => {
  const done = ownChange(() => Promise.resolve('saved'))
  changed(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reads).toHaveLength(1)
  reads.shift()?.()
  await expect(done).resolves.toBe('saved')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reads).toHaveLength(0)
  expect(useWorld.getState().slices).toEqual([])
})

test('without its event it is read after a while all the same', async () => {
  const done = ownChange(() => Promise.resolve('saved'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reads).toHaveLength(1)
  reads.shift()?.()
  await expect(done).resolves.toBe('saved')
})
