import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flushLayout, useLayout } from './layout'

interface Kept { project: string; sideWidth: number }
let kept: Kept[] = []
let answer: (() => void) | null = null

/** Main as the window sees it: a layout is kept once `answer` is called. */
const bridge = (name: string, input: { project: string; layout?: { sideWidth: number } }) => {
  if (name === 'layout.get') return Promise.resolve({ ok: true, value: { layout: null } })
  return new Promise((done) => { answer = () => { kept.push({ project: input.project, sideWidth: input.layout?.sideWidth ?? -1 }); done({ ok: true, value: {} }) } })
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { innerWidth: 1_280, wenqu: { call: bridge } })
  kept = []
  answer = null
  await useLayout.getState().load('snow')
})
afterEach(async () => {
  answer?.()
  await flushLayout()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('where the author was is kept (W2)', () => {
  test('a window that closes waits until main has the last change', async () => {
    useLayout.getState().set({ sideWidth: 300 })
    let closed = false
    const closing = flushLayout().then(() => { closed = true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(closed, 'main has not answered').toBe(false)
    answer?.()
    await closing
    expect(kept).toEqual([{ project: 'snow', sideWidth: 300 }])
  })

  test('what was on its way counts too', async () => {
    useLayout.getState().set({ sideWidth: 310 })
    await vi.advanceTimersByTimeAsync(200)
    let closed = false
    const closing = flushLayout().then(() => { closed = true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(closed).toBe(false)
    answer?.()
    await closing
    expect(kept).toEqual([{ project: 'snow', sideWidth: 310 }])
  })

  test('several changes in a row are kept once, as the last left them', async () => {
    for (const sideWidth of [301, 302, 303]) useLayout.getState().set({ sideWidth })
    await vi.advanceTimersByTimeAsync(200)
    answer?.()
    await flushLayout()
    expect(kept).toEqual([{ project: 'snow', sideWidth: 303 }])
  })

  test('a change made just before another novel opens stays with its own novel', async () => {
    useLayout.getState().set({ sideWidth: 320 })
    await useLayout.getState().load('lamp')
    await vi.advanceTimersByTimeAsync(200)
    answer?.()
    await flushLayout()
    expect(kept).toEqual([{ project: 'snow', sideWidth: 320 }])
  })
})
