import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { call, end, openBench, say, scripted, type Bench } from '../../../test/model-server/agent-bench'

const talk = async (bench: Bench, text: string, id: number) => { await bench.agents.send(id, text, 'prompt'); await bench.agents.whenQuiet(id) }
const idOf = (bench: Bench, id: number, n: number) => bench.entries(id).filter((entry) => entry.type === 'message')[n]?.id ?? ''
const code = async (work: () => unknown): Promise<string> => {
  try { await work(); return 'ok' } catch (error) { return isFault(error) ? error.fault.code : String(error) }
}

describe('branches (04 §2)', () => {
  const three = () => openBench({ model: scripted([[say('一'), end()], [say('二'), end()], [say('三'), end()], [say('四'), end()]]) })
  it('A5 retry makes a sibling 2/2; both stay readable', async () => {
    const bench = three()
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await talk(bench, '问', id)
    await bench.agents.retry(id, idOf(bench, id, 1))
    await bench.agents.whenQuiet(id)
    const shown = bench.entries(id).find((entry) => entry.payload['role'] === 'assistant')
    expect([bench.lines(id), shown?.branch?.index, shown?.branch?.total]).toEqual([['user: 问', 'assistant: 二'], 2, 2])
    bench.agents.switchBranch(id, shown?.branch?.siblings[0] ?? '')
    expect(bench.lines(id)).toEqual(['user: 问', 'assistant: 一'])
    await talk(bench, '再问', id)
    bench.agents.switchBranch(id, shown?.id ?? '')
    expect(bench.lines(id)).toEqual(['user: 问', 'assistant: 二'])
    bench.agents.switchBranch(id, shown?.branch?.siblings[0] ?? '')
    expect(bench.lines(id)).toEqual(['user: 问', 'assistant: 一', 'user: 再问', 'assistant: 三'])
  })
  it('edit makes a sibling of the message', async () => {
    const bench = three()
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await talk(bench, '问', id)
    await bench.agents.edit(id, idOf(bench, id, 0), '改问')
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: 改问', 'assistant: 二'])
    expect(bench.entries(id)[0]?.branch).toMatchObject({ index: 2, total: 2 })
    expect(await code(() => bench.agents.edit(id, idOf(bench, id, 1), 'x'))).toBe('ENTRY_UNKNOWN')
  })
  it('fork makes a session that ends there; bypass is not copied', async () => {
    const bench = three()
    const { id } = bench.agents.create({ profileKey: 'leader.default', permissionMode: 'bypassPermissions' })
    await talk(bench, '问', id)
    await talk(bench, '再问', id)
    const fork = bench.agents.fork(id, idOf(bench, id, 1))
    expect([bench.lines(fork.id), fork.permissionMode, fork.rootId]).toEqual([['user: 问', 'assistant: 一'], 'default', fork.id])
    await talk(bench, '另问', fork.id)
    expect(bench.lines(fork.id)).toEqual(['user: 问', 'assistant: 一', 'user: 另问', 'assistant: 三'])
    expect(bench.lines(id)).toHaveLength(4)
  })
  it('forks of one conversation are numbered, also a fork of a fork', async () => {
    const bench = three()
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await talk(bench, '问', id)
    bench.agents.rename(id, '雪夜的结尾')
    const first = bench.agents.fork(id, idOf(bench, id, 1))
    const second = bench.agents.fork(first.id, idOf(bench, first.id, 1))
    expect([first.title, second.title, bench.agents.fork(id, idOf(bench, id, 1)).title]).toEqual(['雪夜的结尾 (2)', '雪夜的结尾 (3)', '雪夜的结尾 (4)'])
  })

  it('a fork is made from the same words and bound to the same target', () => {
    const bench = three()
    const initial = { systemPrompt: '你只写雪。', outputSchema: { type: 'object' } }
    const { id } = bench.agents.create({ profileKey: 'adhoc', initial })
    bench.project.sessionsDb.prepare("UPDATE Session SET payload = '{\"path\":\"a.md\"}' WHERE id = ?").run(id)
    const from = bench.project.sessionsDb.prepare("INSERT INTO Entry (id, sessionId, parentId, seq, type, at, origin, payload) VALUES ('en_1', ?, NULL, 1, 'message', '', 'user', ?)")
    from.run(id, JSON.stringify({ role: 'user', text: '问', intent: 'normal' }))
    const fork = bench.agents.fork(id, 'en_1')
    const kept = bench.project.sessionsDb.prepare<[number], { initial: string; payload: string | null }>('SELECT initial, payload FROM Session WHERE id = ?')
    expect([JSON.parse(kept.get(fork.id)?.initial ?? '{}'), kept.get(fork.id)?.payload]).toEqual([initial, kept.get(id)?.payload])
  })
  it('needs a session at rest', async () => {
    const bench = openBench({ model: scripted([async function* (_request, _n, signal) { while (!signal.aborted) { yield say('…'); await new Promise((resolve) => { setTimeout(resolve, 5) }) } }]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '问', 'prompt')
    await bench.until(() => bench.agents.snapshot(id).streaming?.text !== undefined && bench.agents.snapshot(id).streaming?.text !== '')
    const first = idOf(bench, id, 0)
    const codes = [await code(() => bench.agents.retry(id, first)), await code(() => bench.agents.edit(id, first, 'x')), await code(() => bench.agents.fork(id, first)), await code(() => bench.agents.switchBranch(id, first)), await code(() => bench.agents.archive(id, true))]
    expect(new Set(codes)).toEqual(new Set(['SESSION_BUSY']))
    await bench.agents.cancel(id)
    expect(bench.lines(id)[1]).toMatch(/^assistant partial: …/)
  })
})

describe('pages', () => {
  it('100,000 entries: a snapshot, a page and an append read only what they show', async () => {
    const bench = openBench({ model: scripted([[say('好'), end()]]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    const insert = bench.project.sessionsDb.prepare('INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)')
    const text = '雪'.repeat(40)
    bench.project.sessionsDb.transaction(() => {
      for (let n = 1; n <= 100_000; n++) insert.run(`en_${n}`, id, n === 1 ? null : `en_${n - 1}`, n, 'message', '2026-01-01T00:00:00Z', 'user', JSON.stringify({ role: 'user', text: `${n} ${text}`, intent: 'normal' }))
      bench.project.sessionsDb.prepare('UPDATE Session SET activeLeafId = ? WHERE id = ?').run('en_100000', id)
    })()
    const began = performance.now()
    expect(bench.agents.snapshot(id).entryCount).toBe(100_000)
    const opened = performance.now()
    const newest = bench.agents.entries(id, { limit: 100 })
    const middle = bench.agents.entries(id, { before: 50_000, limit: 2 })
    const paged = performance.now()
    expect([newest.first, newest.total, newest.entries.length, newest.entries.at(-1)?.id]).toEqual([99_900, 100_000, 100, 'en_100000'])
    expect([middle.first, middle.entries.map((entry) => entry.id)]).toEqual([49_998, ['en_49999', 'en_50000']])
    expect(opened - began).toBeLessThan(5_000)
    expect(paged - opened).toBeLessThan(1_000)
  })
  it('cuts long results in a page and gives them whole on demand', async () => {
    const bench = openBench({ model: scripted([[call('c', 'read', {}), end()], [say('好'), end()]]), tools: { read: () => 'x'.repeat(9_000) } })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await talk(bench, '读', id)
    const kept = bench.entries(id).find((entry) => entry.payload['role'] === 'toolResult')?.payload['result']
    expect(kept).toMatchObject({ truncated: { shown: 4_000, total: 9_000, ref: 'result://c' } })
    expect((await bench.agents.result(id, 'c')).text).toHaveLength(9_000)
    expect(await code(() => bench.agents.result(id, 'nope'))).toBe('RESULT_NOT_FOUND')
  })
})
