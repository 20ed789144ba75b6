import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Numbered } from '@shared/events'
import { startEventStream } from '../bridge/event-stream'
import { useApp } from './app'
import { useImport } from './import'

let pending: object
let tell: (batch: readonly Numbered[]) => void
let seq = 0
beforeEach(() => {
  vi.stubGlobal('window', { wenqu: { call: () => Promise.resolve({ ok: true, value: pending }), onEvents: (take: typeof tell) => { tell = take } }, innerWidth: 1_200 })
  startEventStream()
  useApp.setState({ project: { project: 'snow', readOnly: false } as never })
  useImport.getState().reset()
})
afterEach(() => { useApp.setState({ project: null }); vi.unstubAllGlobals() })

test('a window that opens while an import runs shows it and follows it to its end', async () => {
  pending = { running: true, importId: 'im_1', file: '雪夜.txt', made: 40, total: 100 }
  expect(await useImport.getState().look()).toBe(true)
  expect(useImport.getState()).toMatchObject({ running: 'im_1', cutOff: null, progress: { done: 40, total: 100, state: 'running' } })
  tell([{ epoch: 'e', seq: (seq += 1), project: 'snow', event: { type: 'import.progress', importId: 'im_1', stage: 'done', done: 100, skipped: 0, total: 100, state: 'done', message: null } }])
  expect(useImport.getState().progress).toMatchObject({ done: 100, state: 'done' })
})

test('one that was cut off waits for the author', async () => {
  pending = { running: false, importId: 'im_1', file: '雪夜.txt', made: 40, total: 100 }
  expect(await useImport.getState().look()).toBe(true)
  expect(useImport.getState()).toMatchObject({ running: null, progress: null, cutOff: { importId: 'im_1', made: 40 } })
})
