import { expect, it } from 'vitest'
import { call, end, openBench, say, scripted, type Bench } from '../../../../test/model-server/agent-bench'

const page = (name: string) => ({ name, kind: 'body' as const, text: `${name} 的事` })
function setUp(recall: (message: string) => ReturnType<typeof page>[], replies: Parameters<typeof scripted>[0]): { bench: Bench; asked: string[] } {
  const asked: string[] = []
  const bench = openBench({
    model: scripted(replies), tools: { memory_read: () => '雪', read: () => '雪' },
    memory: { index: () => Promise.resolve([]), recall: (message) => { asked.push(message); return Promise.resolve(recall(message)) } },
  })
  return { bench, asked }
}
const talk = async (bench: Bench, id: number, text: string) => { await bench.agents.send(id, text, 'prompt'); await bench.agents.whenQuiet(id) }
const notes = (bench: Bench, id: number) => bench.entries(id).filter((entry) => entry.payload['kind'] === 'recall')

it('07 §4 memory is looked through once for each message of the author, not at every step', async () => {
  const { bench, asked } = setUp(() => [], [[call('a', 'read', {}), end()], [call('b', 'read', {}), end()], [say('好'), end()], [call('c', 'read', {}), end()], [say('好'), end()]])
  const { id } = bench.agents.create({ profileKey: 'main' })
  await talk(bench, id, '林冲在哪')
  expect(asked).toEqual(['林冲在哪'])
  await talk(bench, id, '雪停了吗')
  expect(asked).toEqual(['林冲在哪', '雪停了吗'])
})

it('two messages before one step that name the same page bring it once', async () => {
  let free = (): void => undefined
  const held = new Promise<void>((resolve) => { free = resolve })
  const { bench, asked } = setUp((message) => (message.includes('林冲') ? [page('林冲')] : []), [async function* () { await held; yield call('a', 'read', {}); yield end() }, [say('好'), end()]])
  const { id } = bench.agents.create({ profileKey: 'main' })
  await bench.agents.send(id, '写', 'prompt')
  await bench.until(() => bench.agents.snapshot(id).streaming !== null)
  await bench.agents.send(id, '林冲一', 'steer')
  await bench.agents.send(id, '林冲二', 'steer')
  free()
  await bench.agents.whenQuiet(id)
  expect([asked, notes(bench, id).map((one) => one.payload['pages'])]).toEqual([['写', '林冲一', '林冲二'], [['林冲']]])
})
