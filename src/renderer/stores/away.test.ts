import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { CoreEvent, Numbered } from '@shared/events'
import type { Job } from '@shared/job'
import { UiSettings } from '@shared/settings'

let receive: (events: Numbered[]) => void = () => undefined
let told: { title: string; body: string }[] = []
let focused = false
let seq = 0
let setNotifications: (on: boolean) => void = () => undefined

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {}, hasFocus: () => focused })
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }), wenqu: {
    onEvents: (listener: typeof receive) => { receive = listener; return () => undefined },
    call: (name: string, input: { title: string; body: string }) => { if (name === 'app.notify') told.push(input); return Promise.resolve({ ok: true, value: { shown: true } }) },
  } })
  const [{ startTexts }, { startEventStream }, { startAwayNotes }, { useApp }] = await Promise.all([import('../i18n/text'), import('../bridge/event-stream'), import('./away'), import('./app')])
  startTexts('zh-CN')
  startEventStream()
  startAwayNotes()
  setNotifications = (notifications) => useApp.setState({ ui: UiSettings.parse({ notifications }) })
})
beforeEach(() => { told = []; focused = false; setNotifications(true) })

const send = (event: CoreEvent) => receive([{ epoch: 'e', seq: ++seq, project: null, event }])
const job = (id: string, more: Partial<Job> = {}): CoreEvent => ({ type: 'job.changed', job: { id, status: 'running', startedAt: id, kind: 'task', title: '写第三章', ownerId: 1, rootId: 1, sessionId: null, stage: null, asks: [], stopping: false, deliveryStatus: 'pending', preview: '', error: null, finishedAt: null, ...more } })
const approval = { type: 'approval.requested', approval: { id: 'ap_1', askedBy: { profileKey: 'writer', sessionTitle: '雪夜' } } } as unknown as CoreEvent
const question: CoreEvent = { type: 'call.waiting', sessionId: 1, callId: 'c', approvalId: null }

it('09 §18 an approval, a question and the end of a job are told, each once', () => {
  send(approval)
  send({ type: 'call.waiting', sessionId: 1, callId: 'c', approvalId: 'ap_1' })
  send(question)
  send(job('j1'))
  send(job('j1', { status: 'completed' }))
  send(job('j1', { status: 'completed', deliveryStatus: 'accepted' }))
  send(job('j2', { status: 'failed' }))
  expect(told).toEqual([{ title: '等你审批', body: '雪夜' }, { title: '助手在问你', body: '' }, { title: '后台工作结束了：完成', body: '写第三章' }, { title: '后台工作结束了：没做成', body: '写第三章' }])
})

it('a job that asks the author itself is told; one that waits for an approval was told by it', () => {
  send(job('j3', { status: 'waiting', asks: [{ id: 'a1', kind: 'select', text: '写谁？', options: ['林霜'] }] }))
  send(job('j3', { status: 'waiting', asks: [{ id: 'a1', kind: 'select', text: '写谁？', options: ['林霜'] }] }))
  send(job('j4', { status: 'waiting', asks: [{ id: 'a2', kind: 'approval', text: 'x' }] }))
  expect(told).toEqual([{ title: '助手在问你', body: '写第三章' }])
})

it.each([['the window has the focus', () => { focused = true }], ['they are switched off', () => setNotifications(false)]])('nothing while %s', (_, given) => {
  given()
  for (const event of [approval, question, job('j5', { status: 'completed' })]) send(event)
  expect(told).toEqual([])
})
