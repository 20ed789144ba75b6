import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'

/** 07 §8 with two servers that others wrote, and one that hangs beside them. */
const packageOf = (name: string): string => join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol', name, 'dist/index.js')
const hostile = join(import.meta.dirname, '../../../test/mcp/server.mjs')
let bench: ScriptBench
beforeEach(async () => { bench = await openScriptBench() })
afterEach(async () => { await bench.close() })

describe('servers from npm', () => {
  it('both work beside a dead one; the filesystem server stays in the project', async () => {
    mkdirSync(bench.home, { recursive: true })
    writeFileSync(join(bench.dir, 'a.md'), '雪夜')
    writeFileSync(join(bench.home, 'config.json'), JSON.stringify({ mcp: [
      { alias: 'every', command: process.execPath, args: [packageOf('server-everything')] }, { alias: 'files', command: process.execPath, args: [packageOf('server-filesystem'), bench.dir] },
      { alias: 'dead', command: process.execPath, args: [hostile, 'crash'] },
    ] }))
    await bench.runtime.mcp.ready(['*'], new AbortController().signal)
    const stateOf = (alias: string) => bench.runtime.mcp.states().find((one) => one.entry.alias === alias)
    expect([stateOf('every')?.cause, stateOf('files')?.cause]).toEqual([null, null])
    expect([stateOf('every')?.state, stateOf('files')?.state, stateOf('dead')?.state]).toEqual(['ready', 'ready', 'failed'])
    expect(stateOf('dead')?.cause).toContain('no licence found')
    expect(await bench.call('mcp__every__echo', { message: '你好' })).toMatchObject({ status: 'ok', content: expect.stringContaining('你好') })
    expect(await bench.call('mcp__files__read_text_file', { path: join(bench.dir, 'a.md') })).toMatchObject({ status: 'ok', content: expect.stringContaining('雪夜') })
    expect(await bench.call('mcp__files__read_text_file', { path: '/etc/hosts' })).toMatchObject({ status: 'fail', code: 'MCP_TOOL_ERROR' })
    expect(await bench.call('mcp__files__write_file', { path: join(bench.dir, '.nbook/x.md'), content: 'x' })).toMatchObject({ status: 'fail', code: 'MCP_TOOL_ERROR' })
  }, 60_000)
})
