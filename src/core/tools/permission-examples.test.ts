import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench, type SessionOptions } from '../../../test/tools/bench'
import { setTrust } from '../project/trust'
import { createHostStore } from '../web/host-store'
import { defineTool, eraseTool } from './define-tool'
import { isMounted } from './mounted'
import { permissionExamples as rows } from './permission-examples.fixtures'
import { createPipeline } from './pipeline'
import type { Pipeline } from './types'

/** 05 §9 through the real pipeline: real files, a real story, real processes. */
const remote = defineTool({
  name: 'mcp__gh__x', operation: 'mcp.call', description: 'Echoes. Use it in tests.', input: z.strictObject({}), risk: 'high', mutates: true, gate: 'risk', result: 'content', needs: [], deferred: true,
  prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: null, changes: [] }), say: () => 'echo',
})
const profiles = benchProfiles()
const main = profiles.get('main')
if (main !== undefined) {
  profiles.set('main', { ...main, tools: ['*', 'AskUserQuestion', 'run_workflow'], mcp: ['gh'] })
  profiles.set('researcher', { ...main, key: 'researcher', pack: 'nbook', tools: ['web_fetch'] })
}

let bench: Bench
let pipeline: Pipeline
beforeAll(async () => {
  bench = await openBench([{ name: 'mcp:gh', tools: [eraseTool(remote)] }], profiles)
  pipeline = createPipeline({ ...bench.deps, mounted: (name) => isMounted(name, { trusted: () => bench.project.trusted(), shell: () => 'allowlist', searchReady: () => true, memoryReadOnly: () => false }) })
  execFileSync('git', ['init', '-q'], { cwd: bench.dir })
  await createHostStore(bench.project.env, bench.dir).add('example.com', false)
  bench.web.dial.resolve = () => Promise.reject(new Error('no network in tests'))
  mkdirSync(join(bench.dir, '.agent/plan'), { recursive: true })
  for (const name of ['.agent/plan/move.md', 'gone.md', 'old.md', 'edit.md']) writeFileSync(join(bench.dir, name), '雪\n')
  mkdirSync(join(bench.home, '.wenqu/skills/known'), { recursive: true })
  writeFileSync(join(bench.home, '.wenqu/skills/known/SKILL.md'), '---\nname: known\ndescription: x\n---\nx\n')
  writeFileSync(join(bench.home, '.wenqu/skills/known/x.sh'), 'echo x\n')
  await bench.call(bench.session(), 'save_story_thread', { action: 'create', name: 'main', title: '主线' })
})
afterAll(() => bench.close())

/** Mode N D P, permission d e b, S policy strict, U untrusted; who: a profile, with a role after a colon. */
function options(who: string, flags: string): SessionOptions {
  const [profileKey = 'leader.default', role] = who.split(':')
  return {
    profileKey, ...(role === undefined ? {} : { role: role as 'child', parentId: bench.session() }),
    workMode: flags.includes('D') ? 'discuss' : flags.includes('P') ? 'plan' : 'normal',
    permissionMode: flags.includes('e') ? 'acceptEdits' : flags.includes('b') ? 'bypassPermissions' : 'default',
  }
}
/** Rows that need more than one call, or what this bench does not hold, with the test that has them. */
const elsewhere: Readonly<Record<number, readonly [file: string, words: string]>> = {
  45: ['decide.test.ts', '[45.5, '], 52: ['decide.test.ts', "'browser_click', {}, {}, 'ask RISK_HIGH'"], 55: ['../scripts/script-tools.test.ts', 'RISK_MEDIUM'],
  57: ['../agents/agent-service.test.ts', 'write SKIPPED'], 58: ['approvals-stale.test.ts', '05 §9 58'], 59: ['approvals.test.ts', 'the first wins'], 60: ['approvals.test.ts', 'pending stays'],
}

describe('05 §9', () => {
  it.each(rows)('%d: %s %s %s %j → %s', async (_row, who, flags, tool, args, expected) => {
    const cards = () => bench.project.sessionsDb.prepare('SELECT count(*) FROM Approval').pluck().get() as number
    await setTrust(bench.project.env, bench.dir, !flags.includes('U'))
    if (flags.includes('S')) bench.config.approvals = 'strict'
    else delete bench.config.approvals
    const session = bench.session(options(who, flags))
    const before = cards()
    const result = await pipeline.invoke(bench.caller(session), tool, args)
    const [status, code, reason] = expected.split(' ')
    expect([result.status, result.code], result.content).toEqual([status, code ?? null])
    if (reason !== undefined) expect(result.content).toContain(`: ${reason};`)
    expect(cards() - before).toBe(status === 'needs_approval' ? 1 : 0)
    if (tool === 'McpCall') expect(result.tool).toBe('mcp__gh__x')
  }, 30_000)

  it('15: what the shell removed can be put back', async () => {
    const item = bench.project.trash.list().find((one) => one.from === 'gone.md')
    await bench.project.trash.restore(item?.id ?? '')
    expect(readFileSync(join(bench.dir, 'gone.md'), 'utf8')).toBe('雪\n')
  })

  it('56: a child of a discussion asks, on the root', async () => {
    const root = bench.session({ workMode: 'discuss' })
    const child = bench.session({ role: 'child', parentId: root })
    const { status, code, approval } = await pipeline.invoke(bench.caller(child), 'write', { path: 'a56.md', content: 'x' })
    const surface = bench.project.sessionsDb.prepare('SELECT surfaceSessionId FROM Approval WHERE id = ?').pluck().get(approval?.id)
    expect([status, code, surface]).toEqual(['needs_approval', 'MODE_DISCUSS', root])
    expect(existsSync(join(bench.dir, 'a56.md'))).toBe(false)
  })

  it('every example has its test', () => {
    const here = new Set([...rows.map(([row]) => row), 56, ...Object.keys(elsewhere).map(Number)])
    expect(Array.from({ length: 60 }, (_, n) => n + 1).filter((row) => !here.has(row))).toEqual([])
    for (const [file, words] of Object.values(elsewhere)) expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).toContain(words)
  })
})
