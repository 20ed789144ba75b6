import { describe, expect, it } from 'vitest'
import type { CoreEvent, Numbered } from '@shared/events'
import { createEventHub } from './event-hub'

const delta = (text: string, sessionId = 1): CoreEvent => ({ type: 'text.delta', sessionId, runId: 'r', text })
const trash: CoreEvent = { type: 'trash.changed' }
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('event hub (12 State)', () => {
  it('numbers from 1 and gives back what follows a number', () => {
    const hub = createEventHub({ epoch: 'e' })
    for (const project of ['a', 'b', null]) hub.emit(project, trash)
    expect(hub.since(1)).toEqual({ gap: false, events: [{ epoch: 'e', seq: 2, project: 'b', event: trash }, { epoch: 'e', seq: 3, project: null, event: trash }] })
    expect(hub.since(3)).toEqual({ gap: false, events: [] })
    expect(hub.seq()).toBe(3)
  })

  it('says so when events are no longer kept', () => {
    const hub = createEventHub({ epoch: 'e', ring: 10 })
    for (let i = 0; i < 100; i += 1) hub.emit('a', trash)
    expect(hub.since(0).gap).toBe(true)
    const { events, gap } = hub.since(95)
    expect([gap, events.map((event) => event.seq)]).toEqual([false, [96, 97, 98, 99, 100]])
  })

  it('joins the deltas of one message within a batch of at most 40 ms, in order', async () => {
    const hub = createEventHub({ epoch: 'e' })
    const batches: Numbered[][] = []
    hub.onBatch((events) => batches.push(structuredClone(events)))
    for (const text of ['a', 'b', 'c']) hub.emit('p', delta(text))
    hub.emit('p', delta('x', 2))
    hub.emit('p', trash)
    hub.emit('p', delta('d'))
    await pause(80)
    expect(batches.map((batch) => batch.map(({ seq, event }) => [seq, event.type, 'text' in event ? event.text : null]))).toEqual([
      [[1, 'text.delta', 'abc'], [2, 'text.delta', 'x'], [3, 'trash.changed', null], [4, 'text.delta', 'd']],
    ])
  })

  it('never changes an event that was handed out, and loses no text', async () => {
    const hub = createEventHub({ epoch: 'e', batchMs: 5 })
    let seen = ''
    hub.onBatch((events) => {
      for (const { event } of events) if (event.type === 'text.delta') seen += event.text
    })
    let sent = ''
    for (let i = 0; i < 300; i += 1) {
      hub.emit('p', delta(String(i)))
      sent += String(i)
      if (i % 40 === 0) await pause(6)
      if (i % 70 === 0) {
        const before = hub.since(0).events.map(({ event }) => ('text' in event ? event.text : '')).join('')
        expect(before).toBe(sent)
      }
    }
    await pause(20)
    expect(seen).toBe(sent)
  })

  it('what a snapshot was given the number of does not grow under it: taken after any piece, snapshot and later events make the text once', async () => {
    const text = [...'The snow began over by the palace']
    for (let cut = 0; cut <= text.length; cut += 1) {
      const hub = createEventHub({ epoch: 'e', batchMs: 1 })
      const told: Numbered[] = []
      hub.onBatch((events) => told.push(...structuredClone(events)))
      let snapshot = { text: '', seq: 0 }
      for (let at = 0; at <= text.length; at += 1) {
        if (at === cut) snapshot = { text: text.slice(0, at).join(''), seq: hub.seq() }
        if (at < text.length) hub.emit('p', delta(text[at] ?? ''))
      }
      hub.since(0)
      const later = told.filter(({ seq }) => seq > snapshot.seq).map(({ event }) => ('text' in event ? event.text : ''))
      expect(snapshot.text + later.join('')).toBe(text.join(''))
    }
  })

  it('keeps nothing waiting when no one listens', () => {
    const hub = createEventHub({ epoch: 'e' })
    hub.emit('p', delta('a'))
    hub.emit('p', delta('b'))
    expect(hub.since(0).events).toHaveLength(2)
  })
})
