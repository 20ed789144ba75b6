import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench, type SessionOptions } from '../../../test/tools/bench'
import { loadProfiles } from '../agents/profiles'
import { taughtTexts } from '../scripts/taught-texts'
import { defineTool, eraseTool } from './define-tool'
import { grantsOf } from './grants'
import { isSchema, type JsonSchema } from './json-schema'
import { builtInTarget } from './lint/built-in-target'
import { lintTools, noContext } from './lint/lint'
import type { Outcome } from './lint/outcome-types'
import { lintOutcomes } from './lint/rules-outcomes'
import { demoUses } from './lint/uses'
import { packs } from './packs'
import { createRegistry } from './registry'
import { countTokens } from './token-count'
import type { Variant } from './variant-types'

const wired = packs.flatMap((pack) => pack.tools.flatMap((tool) => tool.needs))
const registry = createRegistry(packs, wired)
const tools = registry.list()
/** 08 §11: the budget of one definition; a few may be larger. */
const LARGE = new Set(['execute_world', 'apply_patch', 'save_story_decision'])

/** Arguments that are right in form; what they name may not exist. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  read: { path: 'AGENTS.md' }, write: { path: 'x.md', content: 'x' }, edit: { path: 'known.md', edits: [{ oldText: 'alpha', newText: 'beta' }] },
  request_user_input: { questions: [{ question: '谁？' }] }, switch_mode: { targetMode: 'plan' }, task_create: { steps: [{ id: 'a', text: 'x', status: 'pending' }] },
  task_set_status: { id: 'a', status: 'completed' }, report_result: { result: 'done' }, get_story_tree: {}, get_story_thread: {}, get_story_chapter: {}, get_story_scene_context: {}, get_scene_world_context: {},
  get_chapter_writer_brief: {}, get_story_promise: {}, get_story_decision: {},
  save_story_act: { action: 'create', name: 'a', title: 'A' }, save_story_chapter: { action: 'create', name: 'c', title: 'C' },
  save_story_thread: { action: 'create', name: 't', title: 'T' }, save_story_scene: { action: 'create', title: 'S', threadId: '1' },
  save_story_promise: { action: 'create', name: 'p', title: 'P' }, save_promise_beat: { action: 'set', promiseId: '1', sceneId: '1', kind: 'plant' },
  save_story_decision: { action: 'create', name: 'd', title: 'D', question: '谁？' }, execute_sql: { sql: 'SELECT 1' },
  apply_patch: { patch: '*** Begin Patch\n*** Add File: patched.md\n+x\n*** End Patch' },
  Read: { file_path: 'known.md' }, Glob: { pattern: '**/*.md' }, Grep: { pattern: 'a' }, Write: { file_path: 'w.md', content: 'x' }, Edit: { file_path: 'other.md', old_string: 'alpha', new_string: 'beta' },
  get_agent_profile: { profileKey: 'writer' }, create_agent: { profileKey: 'writer' }, get_agent: {}, get_session: {}, detach_agent: { sessionId: 99 }, invoke_agent: { sessionId: 99, message: 'x' },
  Task: { description: 'x', prompt: 'x', subagent_type: 'planner' }, TodoWrite: { todos: [{ content: 'x', status: 'pending', activeForm: 'x' }] },
  AskUserQuestion: { questions: [{ question: '谁？', header: '人', options: [{ label: 'a', description: '' }, { label: 'b', description: '' }], multiSelect: false }] },
  run_workflow: { script: 'return 1' }, list_workflows: {}, structured_output: { data: { answer: 'x' } },
  list_jobs: {}, get_job: { jobId: 'job_x' }, cancel_job: { jobId: 'job_x' },
  bash: { command: 'echo hi' }, Bash: { command: 'echo hi' }, BashOutput: { bash_id: 'bg-000000000000' }, KillShell: { shell_id: 'bg-000000000000' },
  skill: { skill: 'none' }, run_skill_script: { skill: 'known', relpath: 'x.sh' },
  WebSearch: { query: '长安' }, web_search: { query: '长安' }, novel_rankings: { platform: 'qidian', board: 'yuepiao' }, novel_book_detail: { platform: 'qidian', bookId: '1' },
  WebFetch: { url: 'http://127.0.0.1:9/', prompt: 'x' }, web_fetch: { url: 'http://127.0.0.1:9/' },
  browser_navigate: { url: 'https://example.com/' }, browser_click: { index: 0 }, browser_type: { index: 0, text: 'x' }, browser_extract: {}, browser_screenshot: {}, open_app: { dir: '.', proxy_to: 'http://localhost:9/' },
  memory_write: { name: 'wishes', text: 'x' }, memory_read: { name: 'wishes' }, memory_search: { query: 'x' }, memory_archive: { name: 'known' },
  subject_event_append: { subjectPath: 'simulation/subjects/a', events: [{ text: 'x' }] }, subject_memory_update: { subjectPath: 'simulation/subjects/a', facts: ['x'] }, subject_rag_search: { subjectPath: 'simulation/subjects/a', query: 'x', sources: ['events'] },
  RecallHistory: { offset: 0 }, ToolSearch: { query: 'read' }, McpCall: { tool: 'mcp__a__b', arguments: {} }, Mail: { to: 99, body: 'x' }, node_report: { verdict: 'finish', detail: 'x' }, Pop: { items: [{ path: 'known.md' }] }, Schedule: { action: 'create', name: 'later', every: 'daily', message: 'x' },
  execute_world: { code: "world.slice.write({ time: 1n, title: 'x', patches: [{ subjectId: 'a', path: '/x', op: 'replace', value: 1, type: 'character' }] })" },
}

/** A tool that the model has to look for: with it the engine gives those that find and call it. */
const deferred = defineTool({
  name: 'mcp__a__b', operation: 'mcp.call', description: 'Echoes. Use it in tests.', input: z.strictObject({}), risk: 'high', mutates: true, gate: 'risk', result: 'content', needs: [], deferred: true,
  prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: null, changes: [] }), say: () => 'echo',
})
const profiles = benchProfiles()
for (const key of ['leader.default', 'main']) {
  const found = profiles.get(key)
  if (found !== undefined) profiles.set(key, { ...found, mcp: ['a'], tools: [...found.tools, 'run_workflow'] })
}

let bench: Bench
/** What every call below answered, for the rules that are judged on runs (08 §9). */
const outcomes: Outcome[] = []
beforeAll(async () => {
  bench = await openBench([{ name: 'mcp:a', tools: [eraseTool(deferred)] }], profiles)
  const { call } = bench
  bench.call = async (...parameters) => {
    const result = await call(...parameters)
    const [, tool, args] = parameters
    outcomes.push({ tool, role: 'root', args: (args ?? {}) as Outcome['args'], status: result.status, code: result.code, content: result.content, cut: result.content.includes('result://') })
    return result
  }
  writeFileSync(join(bench.dir, 'known.md'), 'alpha\n')
  writeFileSync(join(bench.dir, 'other.md'), 'alpha\n')
  mkdirSync(join(bench.dir, '.nbook/memory'), { recursive: true })
  mkdirSync(join(bench.home, '.wenqu/skills/known'), { recursive: true })
  writeFileSync(join(bench.home, '.wenqu/skills/known/SKILL.md'), '---\nname: known\ndescription: x\n---\nx\n')
  writeFileSync(join(bench.home, '.wenqu/skills/known/x.sh'), 'echo x\n')
  writeFileSync(join(bench.dir, '.nbook/memory/known.md'), 'alpha\n')
  const session = bench.session()
  await bench.call(session, 'save_story_thread', { action: 'create', name: 'main', title: '主线' })
  await bench.call(session, 'save_story_scene', { action: 'create', threadId: '1', title: '第一场' })
  await bench.call(session, 'save_story_promise', { action: 'create', name: 'debt', title: '血债' })
})
afterAll(async () => { await bench.close() })

function disk(): string {
  const hash = createHash('sha256')
  const walk = (dir: string): void => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!/\.sqlite|lock/.test(entry.name)) hash.update(path).update(readFileSync(path))
    }
  }
  walk(bench.dir)
  const tables = bench.project.projectDb.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  for (const { name } of tables) hash.update(JSON.stringify(bench.project.projectDb.prepare(`SELECT * FROM "${name}"`).all()))
  return hash.digest('hex')
}

function undescribed(node: JsonSchema, pointer = ''): string[] {
  const own = Object.entries(isSchema(node['properties']) ? node['properties'] : {}).flatMap(([key, value]) => (isSchema(value) ? [...(typeof value['description'] === 'string' ? [] : [`${pointer}/${key}`]), ...undescribed(value, `${pointer}/${key}`)] : []))
  return [...own, ...(isSchema(node['items']) ? undescribed(node['items'], `${pointer}/items`) : [])]
}

it('a start is left to the journal\'s own commit only where nothing but files can be changed', () => {
  for (const { tool } of tools.filter((row) => row.tool.caps?.journalled === true)) expect([tool.name, tool.needs]).toEqual([tool.name, ['files']])
})

describe.each(tools.map((row) => [row.tool.name, row] as const))('%s (12, last paragraph)', (name, row) => {
  /** A session that has the tool and has read what the samples change. */
  const sessionFor = async (options: SessionOptions = {}): Promise<number> => {
    const session = bench.session({ ...(name === 'node_report' ? { profileKey: 'workflow.node', role: 'helper' } : row.pack === 'noeta' ? { profileKey: 'main' } : {}), ...options })
    if (row.pack === 'noeta') await bench.call(session, 'Read', { file_path: 'other.md' })
    if (name === 'structured_output') bench.project.sessionsDb.prepare("UPDATE Session SET role = 'helper', schema = ? WHERE id = ?").run(JSON.stringify({ type: 'object', additionalProperties: false, required: ['answer'], properties: { answer: { type: 'string' } } }), session)
    if (name === 'run_skill_script') await bench.call(session, 'skill', { skill: 'known' })
    return session
  }

  it('has a closed, described root object and fits its token budget', async () => {
    expect(row.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(undescribed(row.inputSchema)).toEqual([])
    expect(await countTokens({ name, description: row.tool.description, inputSchema: row.inputSchema })).toBeLessThanOrEqual(LARGE.has(name) ? 1_200 : 700)
  })

  it('has a sample here', () => { expect(SAMPLES[name], `add arguments for ${name} to SAMPLES`).toBeDefined() })

  it('refuses an unknown key with its pointer', async () => {
    const result = await bench.call(await sessionFor(), name, { ...(SAMPLES[name] as object), noSuchKey: 1 })
    expect(result).toMatchObject({ status: 'fail', code: 'ARGS_INVALID' })
    expect(result.content).toContain('/noSuchKey: unknown; legal keys: ')
  })

  it('ends as Cancelled when it is stopped beforehand', async () => {
    expect(await bench.call(await sessionFor(), name, SAMPLES[name], { signal: AbortSignal.abort() })).toMatchObject({ status: 'fail', code: 'CANCELLED' })
  })

  it('prepares without writing, and is gated in discuss mode when it mutates', async () => {
    const session = await sessionFor({ workMode: 'discuss' })
    const before = disk()
    if (!row.tool.mutates || name === 'execute_sql') {
      const { registered } = { registered: registry.get(name) }
      await Promise.resolve().then(() => registered?.tool.prepare(SAMPLES[name], bench.deps.services as never, { caller: bench.caller(session), settings: { workMode: 'normal', permissionMode: 'default', writeMode: 'apply', approvals: 'author', trusted: true }, signal: new AbortController().signal, startedAt: '2026-01-01T00:00:00.000Z', readsProject: () => true, progress: () => undefined })).catch(() => undefined)
    } else {
      expect(await bench.call(session, name, SAMPLES[name])).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
    }
    expect(disk()).toBe(before)
  })

  it('keeps to its cap and marker', async () => {
    const result = await bench.call(await sessionFor(), name, SAMPLES[name], { approve: 'yes' })
    expect(result.content.length).toBeLessThanOrEqual((row.tool.caps?.limitsItself === true ? 60_000 : (row.tool.caps?.modelChars ?? 30_000)) + 200)
    if (result.status === 'ok') expect(result.content.startsWith('[OK] ')).toBe(row.tool.result === 'action' || name === 'execute_world')
    else expect(result.content).toMatch(/^\[FAIL\] [A-Z_]+: /)
  })
})

/** Every key and value that some caller of a shipped tool is not shown. */
type Hidden = readonly [tool: string, when: Variant['when'], key: string, value: string | boolean]
const hidden = tools.flatMap(({ tool, inputSchema }) => (tool.variants ?? []).flatMap(({ when, params }) => Object.entries(params ?? {}).flatMap(([key, { hide, values }]): Hidden[] => {
  const { type, enum: all } = (inputSchema['properties'] as Record<string, { type?: string; enum?: string[] }>)[key] ?? {}
  if (hide === true) return [[tool.name, when, key, type === 'boolean' ? true : 'x']]
  return (values === undefined ? [] : (all ?? [])).filter((value) => values?.includes(value) === false).map((value): Hidden => [tool.name, when, key, value])
})))
describe('what a variant hides is refused, and nothing has changed by then (P6-4, P6-5)', () => {
  it.each(hidden)('%s %j: /%s %j', async (name, when, key, value) => {
    const role = (when.roles?.[0] ?? 'root') as 'root'
    const session = bench.session({ profileKey: role === 'root' ? 'main' : 'workflow.node', role })
    bench.project.sessionsDb.prepare('UPDATE Session SET tags = ? WHERE id = ?').run(JSON.stringify(when.tags ?? []), session)
    const args = { ...(SAMPLES[name] as object), [key]: value }
    const before = disk()
    const { status, code, content } = await bench.pipeline.invoke(bench.caller(session, { approve: 'yes' }), name, args)
    outcomes.push({ tool: name, role, args, status, code, content, changed: disk() !== before, hiddenValue: true })
    expect([status, code]).toEqual(['fail', 'ROLE_FORBIDDEN'])
  })
  it('of node_report by tag and of run_workflow by pack', () => { expect([...new Set(hidden.map(([name]) => name))].sort()).toEqual(['node_report', 'run_workflow']) })
})

describe('lint (08 §9, §12 row 33)', () => {
  it('the shipped tools have no error, as definitions and in what they answered above', async () => {
    const targets = await Promise.all(tools.map(builtInTarget))
    const profiles = loadProfiles({ resourcesDir: 'resources', home: bench.home, projectDir: bench.dir, trusted: false, enabledHashes: [] }).list()
    const findings = [...lintTools(targets, { ...noContext, uses: demoUses(), texts: taughtTexts(bench.home, null), profiles }), ...targets.flatMap((target) => lintOutcomes(target, outcomes))]
    expect(outcomes.length).toBeGreaterThan(tools.length * 2)
    expect(outcomes.filter((one) => one.hiddenValue === true)).toHaveLength(hidden.length)
    expect(findings.filter((one) => one.level === 'error')).toEqual([])
  })
})

describe('budgets (08 §11)', () => {
  it('leader.default ≤ 12,000 tokens, main ≤ 9,000, any profile ≤ 14,000; the table', async () => {
    const profiles = loadProfiles({ resourcesDir: 'resources', home: bench.home, projectDir: bench.dir, trusted: false, enabledHashes: [] }).list()
    const tokens = new Map(await Promise.all(tools.map(async (row) => [row.tool.name, await countTokens({ name: row.tool.name, description: row.tool.description, inputSchema: row.inputSchema })] as const)))
    const registered = tools.map((row) => ({ name: row.tool.name, pack: row.pack }))
    const sums = profiles.map((profile) => {
      const grants = grantsOf({ pack: profile.pack, declared: profile.tools, role: 'root', denied: [], registered, mounted: () => true, engine: [] })
      return [profile.key, grants.filter((grant) => grant.in).reduce((sum, grant) => sum + (tokens.get(grant.name) ?? 0), 0)] as const
    })
    process.stderr.write(`${[...tokens, ...sums].map(([name, count]) => `${String(count).padStart(6)}  ${name}`).join('\n')}\n`)
    for (const [key, sum] of sums) expect(sum, key).toBeLessThanOrEqual(key === 'leader.default' ? 12_000 : key === 'main' ? 9_000 : 14_000)
  })
})
