import { expect, it } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

it('a reply and its usage are one commit: without the one there is not the other, and the next request does not hold it', async () => {
  const model = scripted([[say('先看'), call('a', 'read', {}), end()], [say('再看'), call('b', 'read', {}), end()], [say('好'), end()]])
  const bench = openBench({ model, tools: { read: () => '雪' } })
  const { id } = bench.agents.create({ profileKey: 'main' })
  const db = bench.project.sessionsDb
  db.exec("CREATE TRIGGER full BEFORE INSERT ON ModelUsage WHEN (SELECT count(*) FROM ModelUsage) = 1 BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  await bench.agents.send(id, '写', 'prompt')
  await bench.agents.whenQuiet(id)
  expect(bench.lines(id)).toEqual(['user: 写', 'assistant: 先看', 'read ok', 'assistant error: '])
  expect(db.prepare('SELECT count(*) AS n FROM ModelUsage').get()).toEqual({ n: 1 })
  db.exec('DROP TRIGGER full')
  await bench.agents.send(id, '再写', 'prompt')
  await bench.agents.whenQuiet(id)
  expect(model.requests.at(-1)?.messages.slice(1).map((message) => message.text)).not.toContain('再看')
  expect(bench.lines(id).slice(-2)).toEqual(['user: 再写', 'assistant: 好'])
})
