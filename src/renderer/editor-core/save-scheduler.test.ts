import { describe, expect, it } from 'vitest'
import type { Clock } from './clock'
import { createSaveScheduler, retryAfter } from './save-scheduler'

function fakeClock() {
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => { timers = timers.filter((t) => t !== timer) }
    },
  }
  const pass = (ms: number) => {
    const end = time + ms
    for (;;) {
      const next = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      time = next.at
      timers = timers.filter((t) => t !== next)
      next.run()
    }
    time = end
  }
  return { clock, pass }
}

function setUp() {
  const { clock, pass } = fakeClock()
  const drafts: number[] = []
  const files: number[] = []
  const scheduler = createSaveScheduler(clock, { draft: () => drafts.push(clock.now()), file: () => files.push(clock.now()) })
  return { scheduler, pass, drafts, files }
}

describe('save scheduler', () => {
  it('writes the draft soon after one key and the file after 1 s idle', () => {
    const { scheduler, pass, drafts, files } = setUp()
    scheduler.typed()
    pass(10_000)
    expect({ drafts, files }).toEqual({ drafts: [400], files: [1_000] })
  })

  it('keeps every key at most 2 s from the draft and 10 s from the file while typing goes on', () => {
    const { scheduler, pass, drafts, files } = setUp()
    for (let i = 0; i < 300; i += 1) { scheduler.typed(); pass(100) }
    pass(5_000)
    const gaps = (times: number[]) => times.map((t, i) => t - (times[i - 1] ?? 0))
    expect(Math.max(...gaps(drafts))).toBeLessThan(2_000)
    expect(Math.max(...gaps(files))).toBeLessThan(10_000)
    expect(files.at(-1)).toBe(30_900)
  })

  it('flush runs what waits, once, and nothing when nothing waits', () => {
    const { scheduler, pass, drafts, files } = setUp()
    scheduler.flush()
    scheduler.typed()
    scheduler.flush()
    pass(20_000)
    expect({ drafts, files }).toEqual({ drafts: [0], files: [0] })
  })

  it('stop forgets what waits', () => {
    const { scheduler, pass, drafts, files } = setUp()
    scheduler.typed()
    scheduler.stop()
    pass(20_000)
    expect([...drafts, ...files]).toEqual([])
  })

  it.each([[1, 2_000], [2, 4_000], [5, 32_000], [6, 60_000], [50, 60_000]])('retry %i waits %i ms', (failures, ms) => expect(retryAfter(failures)).toBe(ms))
})
