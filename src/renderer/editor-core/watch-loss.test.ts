import { expect, test } from 'vitest'
import type { TextModel } from './load-monaco'
import { watchLoss } from './watch-loss'

type Listener = Parameters<TextModel['onDidChangeContent']>[0]

/** As much of Monaco's model as is watched. */
function modelOf(start: string) {
  let text = start
  let tell: Listener = () => undefined
  const snapshot = () => { let part: string | null = text; return { read: () => { const given = part; part = null; return given } } }
  const model = { createSnapshot: snapshot, getValueLength: () => text.length, onDidChangeContent: (listener: Listener) => { tell = listener } } as unknown as TextModel
  const cut = (from: number, length: number, put = '') => {
    text = text.slice(0, from) + put + text.slice(from + length)
    tell({ changes: [{ rangeOffset: from, rangeLength: length, text: put }], isFlush: false } as unknown as Parameters<Listener>[0])
  }
  return { model, cut }
}

test('an act that takes over 200 字, or all of a short text, tells the text before it', () => {
  const whole = '雪'.repeat(450)
  const lost: string[] = []
  const { model, cut } = modelOf(whole)
  watchLoss(model, (before) => lost.push(before))
  cut(0, 200)
  expect(lost).toEqual([])
  cut(0, 201)
  expect(lost).toEqual(['雪'.repeat(250)])
  cut(0, 49)
  expect(lost).toEqual(['雪'.repeat(250), '雪'.repeat(49)])
})
