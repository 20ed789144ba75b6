import { expect, test } from 'vitest'
import { coalesced } from './coalesced'

test('one at a time; who asks during a read gets the one that began after, shared by all who ask; a failure stops none', async () => {
  let begun = 0
  const ends: ((failed: boolean) => void)[] = []
  const load = coalesced(() => {
    begun += 1
    return new Promise<void>((done, fail) => ends.push((failed) => (failed ? fail(new Error('no')) : done())))
  })
  const first = load()
  const [second, third] = [load(), load()]
  expect([begun, second === third]).toEqual([1, true])
  let later = false
  void second.then(() => { later = true })
  ends[0]?.(true)
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => begun).toBe(2)
  expect(later).toBe(false)
  ends[1]?.(false)
  await Promise.all([second, third])
  expect(begun).toBe(2)
})
