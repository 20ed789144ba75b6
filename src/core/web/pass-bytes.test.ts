import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { passBytes } from './pass-bytes'

it('passes on what comes and ends with it', async () => {
  const from = new PassThrough()
  const to = new PassThrough()
  passBytes(from, to)
  from.end('雪')
  expect((await to.toArray()).join('')).toBe('雪')
})

it.each(['from', 'to'] as const)('%s has gone already: the other ends, and nothing is thrown', async (gone) => {
  const streams = { from: new PassThrough(), to: new PassThrough() }
  streams[gone].destroy()
  passBytes(streams.from, streams.to)
  await expect.poll(() => [streams.from.destroyed, streams.to.destroyed]).toEqual([true, true])
})
