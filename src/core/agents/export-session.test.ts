import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

it('04 §2 a session leaves as JSON Lines with all its branches, and nothing is written over', async () => {
  const bench = openBench({ model: scripted([[call('c1', 'read', {}), end()], [say('一'), end()], [say('二'), end()]]), tools: { read: () => '雪' } })
  const id = bench.agents.create({ profileKey: 'leader.default' }).id
  await bench.agents.send(id, '问', 'prompt')
  await bench.agents.whenQuiet(id)
  const reply = bench.entries(id).findLast((entry) => entry.payload['role'] === 'assistant')
  await bench.agents.retry(id, reply?.id ?? '')
  await bench.agents.whenQuiet(id)
  const folder = mkdtempSync(join(tmpdir(), 'wq-export-'))
  const first = await bench.agents.exportTo(id, folder)
  const second = await bench.agents.exportTo(id, folder)
  expect([first.path, second.path]).toEqual([join(folder, `session-${id}.jsonl`), join(folder, `session-${id}-2.jsonl`)])
  const lines = readFileSync(first.path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as { type: string; seq?: number; payload?: { text?: string } })
  expect(lines[0]).toMatchObject({ type: 'session', id })
  expect(lines.length).toBe(first.entries + 1)
  expect(lines.slice(1).map((line) => line.seq)).toEqual(lines.slice(1).map((_, n) => n + 1))
  expect(lines.flatMap((line) => line.payload?.text ?? []).filter((text) => text === '一' || text === '二')).toEqual(['一', '二'])
  await expect(bench.agents.exportTo(id, join(bench.dir, '.nbook'))).rejects.toMatchObject({ fault: { code: 'EXPORT_FOLDER' } })
})
