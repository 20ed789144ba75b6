import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { openBench, type Bench } from '../../../../test/tools/bench'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
  mkdirSync(join(bench.dir, 'lore'), { recursive: true })
  for (let n = 1; n <= 8; n++) writeFileSync(join(bench.dir, `lore/${n}.md`), `第${n}页\n`)
})
afterEach(() => bench.close())

const write = (session: number) => bench.call(session, 'write', { path: 'n.md', content: '新\n' })
const read = async (session: number, path: string) => { await bench.call(session, 'read', { path }) }
const named = async (session: number) => readOf(await write(session))
function readOf(asked: ToolResult): { named: string[]; more: number | undefined } {
  const row = bench.project.sessionsDb.prepare<[string], { askedBy: string }>('SELECT askedBy FROM Approval WHERE id = ?').get(asked.approval?.id ?? '')
  const found = (JSON.parse(row?.askedBy ?? '{}') as { read?: { named: { tool: string; place: string }[]; more: number } }).read
  return { named: found?.named.map(({ tool, place }) => `${tool} ${place}`) ?? [], more: found?.more }
}

describe('LM-08 a card names what was read before it was asked for', () => {
  it('nothing where nothing was read; another conversation’s reading is its own', async () => {
    await read(bench.session({ workMode: 'discuss' }), 'lore/1.md')
    expect(await named(bench.session({ workMode: 'discuss' }))).toEqual({ named: [], more: 0 })
  })

  it('newest first, each once, also what was not found; writing and looking at the story count for nothing', async () => {
    const session = bench.session({ workMode: 'discuss' })
    for (const path of ['lore/1.md', 'lore/2.md', 'lore/1.md', 'lore/none.md']) await read(session, path)
    await bench.call(session, 'get_story_tree', {})
    await bench.call(session, 'save_story_thread', { action: 'create', name: 'main', title: '主线' })
    expect(await named(session)).toEqual({ named: ['read lore/none.md', 'read lore/1.md', 'read lore/2.md'], more: 0 })
  })

  it('what the gate or the author refused was never read', async () => {
    const session = bench.session({ profileKey: 'main' })
    const curl = () => bench.call(session, 'Bash', { command: 'curl https://example.com' })
    expect((await bench.call(session, 'read', { path: 'lore/1.md' })).status).toBe('denied')
    const first = await curl()
    const denied = await bench.pipeline.answer(first.approval?.id ?? '', 'deny', String(first.details['effectsHash']), 'window', null)
    expect(denied.status).toBe('denied')
    expect(readOf(await curl())).toEqual({ named: [], more: 0 })
  })

  it('three by name, the others counted', async () => {
    const session = bench.session({ workMode: 'discuss' })
    for (let n = 1; n <= 8; n++) await read(session, `lore/${n}.md`)
    expect(await named(session)).toEqual({ named: [8, 7, 6].map((n) => `read lore/${n}.md`), more: 5 })
  })

  it('what the assistant above had read counts for the one it asked', async () => {
    const parent = bench.session({ workMode: 'discuss' })
    await read(parent, 'lore/5.md')
    const child = bench.session({ workMode: 'discuss', parentId: parent, role: 'child' })
    await read(child, 'lore/6.md')
    expect(await named(child)).toEqual({ named: ['read lore/6.md', 'read lore/5.md'], more: 0 })
  })
})
