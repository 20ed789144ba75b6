import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench, type SessionOptions } from '../../../test/tools/bench'
import { setTrust } from '../project/trust'
import { createHostStore } from '../web/host-store'
import { defineTool, eraseTool } from './define-tool'
import { isMounted } from './mounted'
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
const leader = 'leader.default'
const patch = (...lines: string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })
const bash = (command: string) => ({ command })
const fetching = (url: string) => ({ url, prompt: 'x' })
const slice = "world.slice.write({ time: 1n, title: 'x', patches: [{ subjectId: 'a', path: '/x', op: 'replace', value: 1, type: 'character' }] })"

const rows: readonly [number, string, string, string, unknown, string][] = [
  [1, leader, 'N', 'write', { path: 'a1.md', content: 'x' }, 'ok'],
  [2, leader, 'D', 'write', { path: 'a2.md', content: 'x' }, 'needs_approval MODE_DISCUSS'],
  [3, leader, 'P', 'write', { path: '.agent/plan/p3.md', content: 'x' }, 'ok'],
  [4, leader, 'D', 'write', { path: '.agent/plan/p4.md', content: 'x' }, 'needs_approval MODE_DISCUSS'],
  [5, leader, 'P', 'apply_patch', patch('*** Add File: .agent/plan/p5.md', '+x', '*** Add File: a5.md', '+x'), 'needs_approval MODE_PLAN'],
  [6, leader, 'P', 'apply_patch', patch('*** Update File: .agent/plan/move.md', '*** Move to: a6.md'), 'needs_approval MODE_PLAN'],
  [7, leader, 'P', 'write', { path: '.agent/plan/p.txt', content: 'x' }, 'needs_approval MODE_PLAN'],
  [8, leader, 'D', 'edit', { path: 'old.md', edits: [{ oldText: 'absent', newText: 'x' }] }, 'fail EDIT_FAILED'],
  [9, leader, 'D', 'save_story_scene', { action: 'create', nonsense: 1 }, 'fail ARGS_INVALID'],
  [10, leader, 'Db', 'save_story_scene', { action: 'create', title: 'S', threadId: '1' }, 'needs_approval MODE_DISCUSS'],
  [11, leader, 'D', 'execute_world', { code: 'return 1' }, 'ok'],
  [12, leader, 'D', 'execute_world', { code: slice }, 'needs_approval MODE_DISCUSS'],
  [13, leader, 'P', 'execute_sql', { sql: 'SELECT 1' }, 'ok'],
  [14, leader, 'P', 'execute_sql', { sql: "UPDATE StoryThread SET title = 'x' WHERE id = 1" }, 'needs_approval MODE_PLAN'],
  [15, leader, 'D', 'bash', bash('rm gone.md'), 'ok'],
  [16, leader, 'NU', 'bash', bash('ls'), 'denied TOOL_NOT_GRANTED not_mounted'],
  [17, leader, 'NS', 'bash', bash('ls'), 'needs_approval POLICY_STRICT'],
  [18, leader, 'PS', 'write', { path: '.agent/plan/p18.md', content: 'x' }, 'needs_approval POLICY_STRICT'],
  [19, leader, 'Nb', 'switch_mode', { targetMode: 'plan' }, 'needs_approval ALWAYS'],
  [20, leader, 'P', 'switch_mode', { targetMode: 'plan' }, 'fail MODE_SAME'],
  [21, 'main', 'Nb', 'run_workflow', { script: 'return 1' }, 'needs_approval ALWAYS'],
  [22, 'asker', 'N', 'edit', { path: 'edit.md', edits: [{ oldText: '雪', newText: '雨' }] }, 'needs_approval PROFILE_ASK'],
  [23, 'leader.default:child', 'N', 'switch_mode', { targetMode: 'plan' }, 'denied TOOL_NOT_GRANTED role'],
  [24, leader, 'N', 'read', { path: '/etc/hosts' }, 'fail PATH_OUTSIDE'],
  [25, leader, 'N', 'write', { path: '.NBook/x', content: 'x' }, 'fail PATH_PROTECTED'],
  [26, 'main', 'N', 'Write', { file_path: 'a26.md', content: 'x' }, 'needs_approval RISK_HIGH'],
  [27, 'main', 'Ne', 'Write', { file_path: 'a27.md', content: 'x' }, 'ok'],
  [28, 'main', 'Pb', 'Write', { file_path: 'a28.md', content: 'x' }, 'needs_approval MODE_PLAN'],
  [29, 'main', 'NbS', 'Write', { file_path: 'a29.md', content: 'x' }, 'needs_approval POLICY_STRICT'],
  [30, 'main', 'Nb', 'Write', { file_path: '../a.md', content: 'x' }, 'fail PATH_OUTSIDE'],
  [31, 'main', 'Ne', 'Edit', { file_path: 'old.md', old_string: '雪', new_string: '雨' }, 'fail NOT_READ'],
  [32, 'main', 'N', 'Read', { file_path: '/etc/hosts' }, 'ok'],
  [33, 'main', 'N', 'Read', { file_path: join(homedir(), '.ssh/id_rsa') }, 'needs_approval PATH_PRIVATE'],
  [34, 'main', 'N', 'Bash', bash('git status'), 'ok'],
  [35, 'main', 'Pb', 'Bash', bash('git status'), 'ok'],
  [36, 'main', 'N', 'Bash', bash('git status | cat'), 'needs_approval SHELL_META'],
  [37, 'main', 'N', 'Bash', bash("grep 'a;b' f"), 'needs_approval SHELL_META'],
  [38, 'main', 'N', 'Bash', bash('ls a?'), 'needs_approval SHELL_EXPANSION'],
  [39, 'main', 'N', 'Bash', bash("find . -name '*.md'"), 'ok'],
  [40, 'main', 'N', 'Bash', bash('find . -delete'), 'needs_approval SHELL_ARG'],
  [41, 'main', 'N', 'Bash', bash("ls 'a"), 'needs_approval SHELL_QUOTING'],
  [42, 'main', 'N', 'Bash', bash('/bin/ls'), 'needs_approval SHELL_NO_RULE'],
  [43, 'main', 'NU', 'Bash', bash('npm test'), 'needs_approval SHELL_UNTRUSTED'],
  [44, 'main', 'Nb', 'Bash', bash('make x; ls'), 'ok'],
  // Past the gate: the name is asked for, and in tests there is no network.
  [46, 'main', 'N', 'WebFetch', fetching('https://EXAMPLE.com./'), 'fail FETCH_FAILED'],
  [47, 'main', 'N', 'WebFetch', fetching('https://example.com@evil.test/'), 'needs_approval HOST_UNLISTED'],
  [48, 'main', 'N', 'WebFetch', fetching('http://127.0.0.1/'), 'needs_approval HOST_PRIVATE'],
  [49, 'main', 'Nb', 'WebFetch', fetching('http://169.254.169.254/'), 'fail URL_BLOCKED'],
  [50, 'main', 'Nb', 'WebFetch', fetching('ftp://example.com/'), 'fail URL_SCHEME'],
  [51, 'researcher', 'N', 'web_fetch', { url: 'https://a.test/' }, 'fail FETCH_FAILED'],
  [53, 'main', 'Nb', 'run_skill_script', { skill: 'known', relpath: 'x.sh', args: ['a;b'] }, 'denied SKILL_ARGS'],
  [54, 'main', 'N', 'McpCall', { tool: 'mcp__gh__x', arguments: {} }, 'needs_approval RISK_HIGH'],
]

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
