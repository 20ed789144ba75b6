import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

afterEach(() => { vi.restoreAllMocks() })
/** What every handle of a file does, to make a disk behave badly. */
async function handles(): Promise<FileHandle> {
  const handle = await open(process.execPath)
  await handle.close()
  return Object.getPrototypeOf(handle) as FileHandle
}
const spoken = async () => {
  const bench = openBench({ model: scripted([[say('雪'.repeat(5_000)), end()]]) })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  await bench.agents.send(id, '问', 'prompt')
  await bench.agents.whenQuiet(id)
  return { bench, id, folder: mkdtempSync(join(tmpdir(), 'wq-export-')) }
}

it('a disk that takes a part of each write loses nothing', async () => {
  const { bench, id, folder } = await spoken()
  const proto = await handles()
  const write = proto.write
  vi.spyOn(proto, 'write').mockImplementation(async function (this: FileHandle, data: unknown) {
    const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array)
    return Reflect.apply(write, this, [bytes, 0, Math.ceil(bytes.length / 2)])
  } as typeof proto.write)
  const { path, entries } = await bench.agents.exportTo(id, folder)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as { payload?: { text?: string } })
  expect([lines.length, lines.some((line) => line.payload?.text === '雪'.repeat(5_000))]).toEqual([entries + 1, true])
})

it('a full disk: EXPORT_FOLDER, and no half file stays', async () => {
  const { bench, id, folder } = await spoken()
  vi.spyOn(await handles(), 'sync').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(bench.agents.exportTo(id, folder)).rejects.toMatchObject({ fault: { code: 'EXPORT_FOLDER', message: expect.stringContaining('ENOSPC') } })
  expect(readdirSync(folder)).toEqual([])
})

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
  await expect(bench.agents.exportTo(id, join(bench.dir, '.nbook'))).rejects.toMatchObject({ fault: { code: 'PATH_PROTECTED' } })
})

it('not into this novel or another one, by a link neither', async () => {
  const { bench, id, folder } = await spoken()
  mkdirSync(join(folder, 'other/.nbook'), { recursive: true })
  mkdirSync(join(folder, 'other/manuscript/one'), { recursive: true })
  symlinkSync(join(folder, 'other/manuscript'), join(folder, 'link'))
  for (const place of [bench.dir, join(folder, 'other'), join(folder, 'other/manuscript/one'), join(folder, 'link')]) await expect(bench.agents.exportTo(id, place), place).rejects.toMatchObject({ fault: { code: 'EXPORT_FOLDER' } })
  expect(readdirSync(join(folder, 'other'))).toEqual(['.nbook', 'manuscript'])
})
