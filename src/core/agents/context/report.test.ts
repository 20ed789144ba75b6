import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../../test/model-server/agent-bench'

const spec = { context: 32_768, maxOutput: 1_000 }
const chars = (tokens: number, letter: string): string => letter.repeat(Math.round(tokens / 0.7))

describe('the context inspector (04 §6, 09 A7)', () => {
  it('rows sum to the total; each says why, in the language asked for', async () => {
    const model = scripted([[say('看看'), call('c1', 'read', { path: 'a.md' }), end()], [say('好'), end()]], { spec })
    const bench = openBench({ model, trusted: true, tools: { read: () => '雪'.repeat(500) } })
    writeFileSync(join(bench.dir, 'AGENTS.md'), '不写梦境')
    mkdirSync(join(bench.dir, 'agents/leader.default'), { recursive: true })
    writeFileSync(join(bench.dir, 'agents/leader.default/memory.md'), '夜'.repeat(4_000))
    const id = bench.agents.create({ profileKey: 'leader.default' }).id
    await bench.agents.send(id, '读第一章', 'prompt')
    await bench.agents.whenQuiet(id)
    const zh = await bench.agents.context(id, 'zh-CN')
    const en = await bench.agents.context(id, 'en')
    expect(zh.rows.reduce((sum, row) => sum + row.tokens, 0)).toBe(zh.tokens)
    expect(zh.rows.reduce((sum, row) => sum + row.share, 0)).toBeCloseTo(1, 9)
    expect(zh.rows.map((row) => row.kind)).toEqual(['prompt', 'rules', 'project', 'agents_md', 'notes', 'tool_def', 'message', 'message', 'mode', 'message', 'tool_result', 'message'])
    expect([zh.window, zh.limit]).toEqual([32_768, 19_660])
    const why = (rows: typeof zh.rows, kind: string) => rows.find((row) => row.kind === kind)?.why
    expect([why(zh.rows, 'agents_md'), why(en.rows, 'agents_md'), why(en.rows, 'notes')]).toEqual(['你写在 AGENTS.md 里的规矩，每次都有', 'Your rules in AGENTS.md; part of every request', 'agents/leader.default/memory.md is too long: its beginning is shown, 3,808 bytes are left out'])
    expect(why(en.rows, 'tool_result')).toBe('Kept: in the newest 8,192 tokens')
    expect(en.rows.every((row) => row.why !== '' && !/\{\{/.test(row.why) && !/\p{Script=Han}/u.test(row.why))).toBe(true)
    expect(en.rows.at(-1)?.cached).toBe(false)
    expect(en.rows[0]?.cached).toBe(true)
  })
  it('what an untrusted project may not say is named as withheld, with no tokens', async () => {
    const bench = openBench({ model: scripted([[say('好'), end()]], { spec }) })
    writeFileSync(join(bench.dir, 'AGENTS.md'), '不写梦境')
    const id = bench.agents.create({ profileKey: 'leader.default' }).id
    expect((await bench.agents.context(id, 'en')).rows.find((row) => row.kind === 'withheld')).toMatchObject({ title: 'AGENTS.md', tokens: 0, why: 'Withheld: this novel is not trusted' })
  })
  it('shows a summary and cleared results as what they are', async () => {
    let n = 0
    const replies = [...Array.from({ length: 8 }, (_, at) => [call(`c${at}`, 'read', { at }), end()]), [say('好'), end()]]
    const model = scripted([(request) => (request.hint.profileKey === 'summarizer' ? [say('总'), end()] : replies[Math.min(n++, replies.length - 1)] ?? [])], { spec, model: 'x/m' })
    const bench = openBench({ model, tools: { read: () => chars(2_800, '长') } })
    const id = bench.agents.create({ profileKey: 'leader.default' }).id
    await bench.agents.send(id, chars(1_000, '甲'), 'prompt')
    await bench.agents.whenQuiet(id)
    await bench.agents.send(id, chars(9_000, '乙'), 'prompt')
    await bench.agents.whenQuiet(id)
    const { rows, tokens } = await bench.agents.context(id, 'zh-CN')
    expect(rows.reduce((sum, row) => sum + row.tokens, 0)).toBe(tokens)
    expect(rows.find((row) => row.kind === 'summary')?.why).toMatch(/^代替了较早的 \d+ 条/)
    expect(rows.some((row) => row.kind === 'cleared') || rows.some((row) => row.kind === 'summary')).toBe(true)
  })
})
