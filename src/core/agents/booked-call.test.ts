import { expect, it } from 'vitest'
import { Cancelled } from '@shared/fault'
import type { ModelEvent, ModelRequest } from '../models/types'
import { call, end, openBench, say, scripted, type Bench, type Script } from '../../../test/model-server/agent-bench'
import { createDigest } from '../web/digest'
import type { CallUsage } from './usage'

const again: ModelEvent = { type: 'retry', attempt: 1, waitMs: 0, why: 'connection broke' }
const counted = { input: 10, output: 5 }
/** Nobody counted it: our estimate of the request, and of what had come. */
const estimated = (output: number) => ({ input: expect.any(Number) as number, output })
const rows = (bench: Bench, what: string) => bench.project.sessionsDb.prepare(`SELECT input, output FROM ModelUsage WHERE ${what} ORDER BY rowid`).all() as { input: number; output: number }[]
const is = (request: ModelRequest, what: 'title' | 'summary') => request.hint.entryId.startsWith(`${what}-`)
const report = JSON.stringify({ result: 'x', data: { title: '雪夜', summary: '写了开头' } })
/** The conversation is answered at once; titles and summaries as given. */
const model = (given: { title?: Script; summary?: Script }) => scripted([(request, n, signal) => {
  const script = is(request, 'title') ? given.title : is(request, 'summary') ? given.summary : undefined
  return script === undefined ? [say('好'), end()] : script(request, n, signal)
}], { model: 'x/m', spec: { context: 32_768, maxOutput: 1_000 } })

async function talk(bench: Bench, id: number, text: string): Promise<void> {
  await bench.agents.send(id, text, 'prompt')
  await bench.agents.whenQuiet(id)
}

it('04 §8 a title that breaks off and is asked for again: both calls are booked, what it handed over counts as written', async () => {
  const bench = openBench({ model: model({ title: () => [{ type: 'call.open', callId: 't', tool: 'report_result' }, { type: 'call.delta', callId: 't', text: '雪落在灯上' }, again, call('t', 'report_result', report), end()] }) })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  await talk(bench, id, '写一章')
  await bench.until(() => bench.agents.get(id).titleSource === 'auto')
  expect(rows(bench, 'runId IS NULL')).toEqual([estimated(4), counted])
  expect(rows(bench, 'runId IS NULL')[0]?.input).toBeGreaterThan(100)
})

it('a summary: one that broke off, the one asked for again, and one that was stopped', async () => {
  const asked: Script[] = [
    () => [say('雪落在灯上'), again, say('总'), end()],
    async function* (_request, _n, signal) {
      yield say('风来')
      await new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) })
      throw new Cancelled()
    },
  ]
  let summaries = 0
  const bench = openBench({ model: model({ title: () => [end()], summary: (...given) => asked[Math.min(summaries++, 1)]?.(...given) ?? [] }) })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  for (const letter of ['甲', '乙', '丙', '丁']) await talk(bench, id, letter.repeat(12_000))
  expect(rows(bench, `runId IS NOT NULL`).filter(({ output }) => output !== 5)).toEqual([estimated(4)])
  await bench.agents.send(id, '戊'.repeat(12_000), 'prompt')
  await bench.until(() => summaries === 2)
  await bench.agents.cancel(id)
  expect(rows(bench, 'runId IS NOT NULL').at(-1)).toEqual(estimated(1))
})

it('a page that is read for the assistant, and what came of nothing costs nothing', async () => {
  const used: CallUsage[] = []
  const replies: ModelEvent[][] = [[say('雪落在灯上'), again, say('七盏'), end()], [again, say('七盏'), end()]]
  const parts = { models: scripted(replies, { model: 'x/m' }), small: () => 'x/m', sessionModel: () => 'x/m', used: (_id: number, one: CallUsage) => { used.push(one) }, locale: () => 'zh-CN' as const }
  const digest = createDigest(parts)
  const question = { sessionId: 1, prompt: '几盏灯？', page: '七盏灯。', signal: new AbortController().signal }
  expect([await digest(question), await digest(question)]).toEqual(['七盏', '七盏'])
  expect(used).toMatchObject([{ ...estimated(4), model: 'x/m', runId: null }, counted, counted])
})
