import { beforeAll, expect, it, vi } from 'vitest'
import type { Job } from '@shared/job'

let inOrder: (jobs: readonly Job[]) => Job[]
beforeAll(async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
  ;({ inOrder } = await import('./jobs'))
})

it('what waits for the author stands first, then what runs, then what is over; the newest first in each', () => {
  const job = (id: string, status: Job['status']): Job => ({ id, status, startedAt: id, kind: 'task', title: '', ownerId: 1, rootId: 1, sessionId: null, stage: null, asks: [], stopping: false, deliveryStatus: 'pending', preview: '', error: null, finishedAt: null })
  expect(inOrder([job('1', 'completed'), job('2', 'waiting'), job('3', 'running'), job('4', 'interrupted'), job('5', 'waiting'), job('6', 'running')]).map(({ id }) => id)).toEqual(['5', '2', '6', '3', '4', '1'])
})
