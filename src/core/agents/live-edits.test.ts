import { expect, it } from 'vitest'
import { call, end, openBench, result, say, scripted } from '../../../test/model-server/agent-bench'

it('a run marks what it changes from its first change until it is over, also when it fails (09 §5)', async () => {
  const changed = (path: string) => () => result('', '', 'done', { changes: [{ kind: 'file', target: path, before: null, after: 'x' }] })
  const model = scripted([[call('c1', 'edit', {}), end({ reason: 'calls' })], [call('c2', 'edit', {}), end({ reason: 'calls' })], [call('c3', 'write', {}), end({ reason: 'calls' })], [say('好'), end()]])
  const bench = openBench({ model, tools: { edit: changed('manuscript/a.md'), write: changed('lore/b.md') } })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  await bench.agents.send(id, 'go', 'prompt')
  await bench.agents.whenQuiet(id)
  const told = bench.events.flatMap((event) => (event.type === 'file.editing' ? [[event.path, event.sessionId, event.active]] : []))
  expect(told).toEqual([['manuscript/a.md', id, true], ['lore/b.md', id, true], ['manuscript/a.md', id, false], ['lore/b.md', id, false]])
})
