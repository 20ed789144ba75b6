import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setGiven } from './answers'
import { flushLayout, useLayout } from './layout'

let kept: unknown = null
const bridge = (name: string, input: { layout?: unknown }) => {
  if (name === 'layout.set') kept = input.layout
  return Promise.resolve({ ok: true, value: name === 'layout.get' ? { layout: kept } : {} })
}

beforeEach(async () => {
  vi.stubGlobal('window', { innerWidth: 1_280, wenqu: { call: bridge } })
  await useLayout.getState().load('snow')
})
afterEach(() => vi.unstubAllGlobals())

describe('answers begun and not yet sent', () => {
  test('main keeps them, so another window has them; what was sent is gone', async () => {
    setGiven('call-1', [{ picked: [2], text: '' }, { picked: [], text: '写得冷一点' }])
    setGiven('call-2', [{ picked: [0], text: '' }])
    setGiven('call-2', null)
    await flushLayout()
    useLayout.setState({ answers: {} })
    await useLayout.getState().load('snow')
    expect(useLayout.getState().answers).toEqual({ 'call-1': [{ picked: [2], text: '' }, { picked: [], text: '写得冷一点' }] })
  })

  test('questions that ended unanswered do not gather for ever', () => {
    for (let n = 0; n < 60; n++) setGiven(`c${n}`, [{ picked: [n], text: '' }])
    expect(Object.keys(useLayout.getState().answers)).toHaveLength(50)
    expect(useLayout.getState().answers['c59']).toBeDefined()
  })
})
