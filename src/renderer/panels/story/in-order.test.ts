import { expect, test } from 'vitest'
import { inOrder } from './in-order'

test('acts run one after another in the order they were asked for, also after one that fails', async () => {
  const done: number[] = []
  let release = () => undefined as void
  const held = new Promise<void>((go) => { release = go })
  const first = inOrder(async () => { await held; done.push(1) })
  const failing = inOrder(async () => { done.push(2); throw new Error('refused') })
  const third = inOrder(async () => { done.push(3); return 'third' })
  expect(done).toEqual([])
  release()
  await first
  await expect(failing).rejects.toThrow('refused')
  expect(await third).toBe('third')
  expect(done).toEqual([1, 2, 3])
})
