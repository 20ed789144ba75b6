import { describe, expect, it } from 'vitest'
import { fail } from '@shared/fault'
import { end, openBench, say, scripted, type Bench, type Script } from '../../../../test/model-server/agent-bench'

/** A step of the summary goes on when the test says so. */
function gates(): { wait(): Promise<void>; open(): void } {
  const waiting: (() => void)[] = []
  return { wait: () => new Promise((resolve) => { waiting.push(resolve) }), open: () => waiting.shift()?.() }
}
/** A conversation whose third message needs a summary, written as `summary` says. */
async function talk(summary: Script): Promise<{ bench: Bench; id: number }> {
  const model = scripted([(request, n, signal) => {
    if (request.hint.entryId.startsWith('title-')) return [end()]
    return request.hint.entryId.startsWith('summary-') ? summary(request, n, signal) : [say('好'), end()]
  }], { model: 'x/m', spec: { context: 32_768, maxOutput: 1_000 } })
  const bench = openBench({ model })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  for (const letter of ['甲', '乙']) { await bench.agents.send(id, letter.repeat(12_000), 'prompt'); await bench.agents.whenQuiet(id) }
  await bench.agents.send(id, '丙'.repeat(10_000), 'prompt')
  return { bench, id }
}
const told = (bench: Bench) => bench.events.flatMap((event): (boolean | number)[] => (event.type === 'run.summing' ? [event.active] : event.type === 'run.retry' ? [event.attempt] : []))

describe('a summary that is being written is seen (04 §8)', () => {
  it('live and in the snapshot, with the retry it waits for, until it is done', async () => {
    const step = gates()
    const { bench, id } = await talk(async function* () {
      await step.wait()
      yield { type: 'retry', attempt: 1, waitMs: 60_000, why: 'HTTP 503' }
      await step.wait()
      yield say('总')
      await step.wait()
      yield end()
    })
    await bench.until(() => bench.agents.snapshot(id).summing)
    expect(bench.agents.snapshot(id)).toMatchObject({ streaming: null, retry: null })
    step.open()
    await bench.until(() => bench.agents.snapshot(id).retry !== null)
    expect(bench.agents.snapshot(id)).toMatchObject({ summing: true, retry: { attempt: 1, why: 'HTTP 503' } })
    step.open()
    await bench.until(() => bench.agents.snapshot(id).retry === null)
    expect(bench.agents.snapshot(id).summing, 'it is being written').toBe(true)
    step.open()
    await bench.agents.whenQuiet(id)
    expect([told(bench), bench.agents.snapshot(id).summing]).toEqual([[true, 1, true, false], false])
  })
  it.each<[string, (bench: Bench, id: number) => Promise<unknown>, Script]>([
    ['stopped', (bench, id) => bench.agents.cancel(id), async function* (_request, _n, signal) {
      yield { type: 'retry', attempt: 1, waitMs: 60_000, why: 'HTTP 503' }
      await new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) })
    }],
    ['given up', () => Promise.resolve(), async function* () { yield { type: 'retry', attempt: 1, waitMs: 0, why: 'HTTP 503' }; fail('PROVIDER_ERROR', 'HTTP 500') }],
  ])('%s: nothing of it is left in sight', async (_, act, summary) => {
    const { bench, id } = await talk(summary)
    await bench.until(() => told(bench).includes(1))
    await act(bench, id)
    await bench.agents.whenQuiet(id)
    expect([told(bench).at(-1), bench.agents.snapshot(id)]).toMatchObject([false, { summing: false, retry: null }])
  })
})
