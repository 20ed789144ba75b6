import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { call, end, say, scripted } from '../../../test/model-server/agent-bench'
import { openBench, type Bench } from '../../../test/tools/bench'

let bench: Bench | null = null
afterEach(async () => { await bench?.close(); bench = null })

async function talk(...calls: ReturnType<typeof call>[]): Promise<{ bench: Bench; id: number; go: () => Promise<void> }> {
  const model = scripted([[say('看'), ...calls, end()], [say('好'), end()]])
  const opened = await openBench([], undefined, model)
  bench = opened
  mkdirSync(join(opened.dir, 'manuscript'), { recursive: true })
  writeFileSync(join(opened.dir, 'manuscript/a.md'), '雪\n夜\n')
  const { id } = opened.agents.create({ profileKey: 'leader.default' })
  return { bench: opened, id, go: async () => { await opened.agents.send(id, '写', 'prompt'); await opened.agents.whenQuiet(id) } }
}
const read = (callId: string) => call(callId, 'read', { path: 'manuscript/a.md' })
const rows = ({ project }: Bench) => project.sessionsDb.prepare('SELECT callId, state, argsHash <> \'\' AS hashed FROM Call ORDER BY callId').all()
const told = (events: readonly CoreEvent[], callId: string) => events.flatMap((event) => (event.type === 'call.end' && event.callId === callId ? ['end'] : event.type === 'entry.added' && event.entry.payload['callId'] === callId ? ['entry'] : []))
const kept = ({ agents }: Bench, id: number) => agents.entries(id, { limit: 50 }).entries.flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [entry.payload['callId']] : []))

it('a read that stands alone: its row and its result are one commit, told once each', async () => {
  const set = await talk(read('a'))
  await set.go()
  expect([rows(set.bench), kept(set.bench, set.id), told(set.bench.events, 'a').sort()]).toEqual([[{ callId: 'a', state: 'finished', hashed: 1 }], ['a'], ['end', 'entry']])
})

it('without the row there is not the result, and without the result not the row', async () => {
  for (const table of ['Call', 'Entry']) {
    const set = await talk(read('a'))
    set.bench.project.sessionsDb.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} ${table === 'Entry' ? "WHEN json_extract(NEW.payload, '$.role') = 'toolResult'" : ''} BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    await set.go()
    expect([rows(set.bench), kept(set.bench, set.id), told(set.bench.events, 'a')]).toEqual([[], [], []])
    await set.bench.close()
    bench = null
  }
})

it('reads side by side are told as each ends, each once, with rows of their own', async () => {
  const set = await talk(read('a'), read('b'), read('c'))
  await set.go()
  expect(rows(set.bench)).toEqual(['a', 'b', 'c'].map((callId) => ({ callId, state: 'finished', hashed: 1 })))
  expect(kept(set.bench, set.id)).toEqual(['a', 'b', 'c'])
  for (const callId of ['a', 'b', 'c']) expect(told(set.bench.events, callId)).toEqual(['end', 'entry'])
})

it('a refused call that stands alone has its row and its end once', async () => {
  const set = await talk(call('a', 'read', { path: '../outside.md' }))
  await set.go()
  expect([rows(set.bench), kept(set.bench, set.id), told(set.bench.events, 'a').sort()]).toEqual([[{ callId: 'a', state: 'finished', hashed: 1 }], ['a'], ['end', 'entry']])
})
