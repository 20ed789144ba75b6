import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStepCount, jsonSchema, streamText, tool } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import type { JSONSchema7, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { call, end, say, scripted } from '../test/model-server/agent-bench'
import { openBench } from '../test/tools/bench'
import type { ModelRequest } from '../src/core/models/types'
import { against, series, type BenchRow } from './measure'

const STEPS = 1_000
const ROUNDS = 3
/** Steps looked at for the growth: around the hundredth, and the last. */
const NEAR = 25
const text = '雪落了一夜，檐下的灯笼只剩半截红纸。\n'.repeat(20)
const said = (step: number): string => `第 ${step} 步，先看看。`

type Offered = ModelRequest['tools']
/** Milliseconds of each of our steps, and the tools our model was shown: the real loop, pipeline, `read` and journal, the words of the model given. */
async function ours(): Promise<{ steps: number[]; tools: Offered }> {
  const stamps: number[] = []
  let tools: Offered = []
  const model = scripted([(request) => {
    if (request.hint.profileKey === 'summarizer') return [end()]
    stamps.push(performance.now())
    const step = stamps.length
    tools = request.tools
    return step > STEPS ? [say('完'), end()] : [say(said(step)), call(`c${step}`, 'read', { path: 'manuscript/a.md', offset: 1 + (step % 15) }), end()]
  }], { spec: { context: 100_000_000, maxOutput: 1_000 } })
  const bench = await openBench([], undefined, model)
  try {
    mkdirSync(join(bench.dir, 'manuscript'), { recursive: true })
    writeFileSync(join(bench.dir, 'manuscript/a.md'), text)
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    // A run asks the author after 200 steps; the author goes on each time.
    while ((await bench.agents.whenQuiet(id)).status === 'waiting') await bench.agents.continue(id)
    if (stamps.length !== STEPS + 1) throw new Error(`ours made ${stamps.length} steps: ${JSON.stringify(bench.agents.entries(id, { limit: 3 }).entries)}`)
  } finally {
    await bench.close()
  }
  return { steps: stamps.slice(1).map((at, n) => at - (stamps[n] ?? at)), tools }
}

const usage = { inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 5, text: 5, reasoning: 0 } }

/** The same conversation in the AI SDK's own loop, with its mock model, the same tools, and of them one that reads the same file. */
async function theirs(file: string, offered: Offered): Promise<number[]> {
  const stamps: number[] = []
  const model = new MockLanguageModelV4({
    doStream: () => {
      stamps.push(performance.now())
      const step = stamps.length
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] }, { type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: said(step) }, { type: 'text-end', id: '1' },
        ...(step > STEPS ? [] : [{ type: 'tool-call' as const, toolCallId: `c${step}`, toolName: 'read', input: JSON.stringify({ path: 'a.md', offset: 1 + (step % 15) }) }]),
        { type: 'finish', finishReason: { unified: step > STEPS ? 'stop' : 'tool-calls', raw: undefined }, usage },
      ]
      return Promise.resolve({ stream: convertArrayToReadableStream(parts) })
    },
  })
  const tools = Object.fromEntries(offered.map(({ name, description, inputSchema }) => [name, tool({
    description, inputSchema: jsonSchema<{ path: string; offset: number }>(inputSchema as JSONSchema7),
    execute: async ({ offset }) => (await readFile(file, 'utf8')).split('\n').slice(offset - 1).join('\n'),
  })]))
  const result = streamText({ model, prompt: '写', tools, stopWhen: isStepCount(STEPS + 1) })
  await result.consumeStream()
  if (stamps.length !== STEPS + 1) throw new Error(`the peer made ${stamps.length} steps`)
  return stamps.slice(1).map((at, n) => at - (stamps[n] ?? at))
}

const around = (steps: readonly number[], at: number): number => series(steps.slice(Math.max(0, at - NEAR), at + NEAR)).median

/** Row 8 of 13: a session of 1,000 tool steps, ours on disk, theirs in memory. */
export async function agentLoop(): Promise<BenchRow[]> {
  const file = join(tmpdir(), `wq-loop-${process.pid}.md`)
  writeFileSync(file, text)
  const [mine, peer, growth]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { steps: a, tools } = await ours()
    const b = await theirs(file, tools)
    mine.push(...a)
    peer.push(...b)
    growth.push(around(a, STEPS - NEAR) / around(a, 100))
    process.stdout.write(`row 8 round ${round + 1}: ${a.reduce((x, y) => x + y, 0).toFixed(0)} ms, peer ${b.reduce((x, y) => x + y, 0).toFixed(0)} ms, growth ${growth.at(-1)?.toFixed(2)}, peer's ${(around(b, STEPS - NEAR) / around(b, 100)).toFixed(2)}\n`)
  }
  rmSync(file)
  return [
    against({ row: 8, what: 'agent loop, a tool step, journalled', size: `${STEPS} steps`, peer: 'the AI SDK\'s loop with its mock model', must: 1 }, mine, peer),
    against({ row: 8, what: 'step 1,000 against step 100', size: `${STEPS} steps`, peer: 'no growth', must: 1.2 }, growth, [1]),
  ]
}
