import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { within } from './within'

describe('a wait that a signal ends', () => {
  const unheard: unknown[] = []
  const hear = (error: unknown): void => void unheard.push(error)
  beforeEach(() => void process.on('unhandledRejection', hear))
  afterEach(() => {
    process.off('unhandledRejection', hear)
    unheard.length = 0
  })
  const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

  it('gives what the work gives', async () => {
    const { signal } = new AbortController()
    expect(await within(Promise.resolve(1), signal)).toBe(1)
    await expect(within(Promise.reject(new Error('work')), signal)).rejects.toThrow('work')
  })

  it('ends with the reason of the signal, or what its caller makes of it', async () => {
    const stop = new AbortController()
    const never = new Promise<never>(() => undefined)
    const waits = [within(never, stop.signal), within(never, stop.signal, () => new Error('mine'))] as const
    stop.abort(new Error('stopped'))
    await expect(waits[0]).rejects.toThrow('stopped')
    await expect(waits[1]).rejects.toThrow('mine')
  })

  it.each(['before', 'during'])('work that fails later is no failure of the process: stopped %s', async (when) => {
    const stop = new AbortController()
    let refuse: (error: Error) => void = () => undefined
    const work = new Promise<never>((_done, failed) => { refuse = failed })
    if (when === 'before') stop.abort(new Error('stopped'))
    const wait = within(work, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(wait).rejects.toThrow('stopped')
    refuse(new Error('late'))
    await turn()
    await turn()
    expect(unheard).toEqual([])
  })
})
