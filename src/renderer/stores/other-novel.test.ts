import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useApp } from './app'
import { useApprovals } from './approvals'
import { useExport } from './export'
import { useInbox } from './inbox'
import { useJobs } from './jobs'
import { useStory } from './story'

type Answer = (value: { ok: true; value: unknown } | { ok: false; fault: { code: string; message: string } }) => void
let waiting: Answer[] = []
const enter = (name: string) => useApp.setState({ project: { project: name, dir: `/${name}`, title: name, locale: 'zh-CN', readOnly: false } as never })
const turn = () => new Promise((done) => setImmediate(done))

const stores = [
  ['story', useStory, { acts: [], ungrouped: [] }],
  ['approvals', useApprovals, { approvals: [{ id: 'ap-1' }] }],
  ['inbox', useInbox, { groups: [], waiting: 3, more: false }],
  ['jobs', useJobs, { jobs: [{ id: 'j-1', status: 'running' }], usage: {} }],
  ['export', useExport, { running: null }],
] as const

beforeEach(() => {
  waiting = []
  vi.stubGlobal('window', { wenqu: { call: () => new Promise((answer: Answer) => { waiting.push(answer) }) } })
  enter('snow')
})
afterEach(() => {
  useApp.setState({ project: null })
  vi.unstubAllGlobals()
})

test.each(stores)('%s: what was read of one novel is gone in another, and what comes late of it is dropped', async (_name, store, value) => {
  const empty = store.getState()
  const read = store.getState().load()
  await turn()
  waiting.shift()?.({ ok: true, value })
  await read
  expect(store.getState()).not.toEqual(empty)
  const late = [store.getState().load()]
  await turn()
  enter('rain')
  expect(store.getState()).toEqual(empty)
  waiting.shift()?.({ ok: true, value })
  await Promise.allSettled(late)
  expect(store.getState()).toEqual(empty)
})

test.each(stores)('%s: a reading that fails late says nothing in another novel', async (_name, store) => {
  const empty = store.getState()
  const late = store.getState().load()
  await turn()
  enter('rain')
  waiting.shift()?.({ ok: false, fault: { code: 'CORE_RESTARTED', message: 'no' } })
  await Promise.allSettled([late])
  expect(store.getState()).toEqual(empty)
})
