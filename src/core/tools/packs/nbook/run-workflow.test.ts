import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, say, scripted } from '../../../../../test/model-server/agent-bench'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { loadProfiles } from '../../../agents/profiles'

let bench: Bench
beforeAll(async () => {
  const profiles = loadProfiles({ resourcesDir: 'resources', home: 'none', projectDir: 'none', trusted: false, enabledHashes: [] })
  bench = await openBench([], profiles, scripted([[say('好'), end()]]))
  const dir = join(bench.home, '.wenqu/workflows/mine')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'workflow.ts'), "const half = (n: number): number => n / 2\nexport default { key: 'mine', title: { zh: '我的', en: 'Mine' }, description: 'Halves.', whenToUse: 'To halve.', argsHint: [{ name: 'n', label: 'N', defaultValue: 4 }],\n  run: async (wf, args) => half(args.n) }\n")
  mkdirSync(join(bench.dir, '.nbook/workflows/own'), { recursive: true })
  writeFileSync(join(bench.dir, '.nbook/workflows/own/workflow.ts'), "export default { key: 'own', title: 'Own', description: 'd', run: async () => 1 }")
  mkdirSync(join(bench.home, '.wenqu/workflows/bad'), { recursive: true })
  writeFileSync(join(bench.home, '.wenqu/workflows/bad/workflow.ts'), "export default {\n key: 'bad', title: 'x', description: 'd', run: async () => Date.now() }")
})
afterAll(() => bench.close())

const approvals = (): number => bench.project.sessionsDb.prepare<[], { n: number }>('SELECT count(*) AS n FROM Approval').get()?.n ?? 0
const jobs = (): number => bench.jobs.list().length

describe('run_workflow (04 §5, §12, §14)', () => {
  it('asks each time, whatever the mode; the card shows script, args and model', async () => {
    const result = await bench.call(bench.session({ permissionMode: 'bypassPermissions' }), 'run_workflow', { workflowKey: 'mine', args: { n: 8 } })
    expect(result).toMatchObject({ status: 'needs_approval', code: 'ALWAYS' })
    const [effect] = result.approval?.effects ?? []
    expect(effect).toMatchObject({ kind: 'workflow', target: '我的', action: 'run', preview: expect.stringContaining('half(args.n)') })
    expect(effect?.fields).toContainEqual({ field: 'args', from: null, to: { n: 8 } })
    expect(jobs()).toBe(0)
  })
  it('approved with wait: the result in the call', async () => {
    const result = await bench.call(bench.session(), 'run_workflow', { workflowKey: 'mine', args: { n: 8 }, wait: true }, { approve: 'yes' })
    expect(result).toMatchObject({ status: 'ok', content: '[OK] 我的 is done.\n4', details: { status: 'completed', result: 4, error: null, workflowKey: 'mine', pendingAsks: [], sessions: [], usage: { input: 0 }, chartMermaid: expect.stringMatching(/^flowchart TD/) } })
  })
  it('approved without: a job at once, its end by a message', async () => {
    const session = bench.session()
    const result = await bench.call(session, 'run_workflow', { script: 'return { n: args.n + 1 }', args: { n: 1 } }, { approve: 'yes' })
    expect(result.details).toEqual({ jobId: expect.stringMatching(/^job_/), runId: expect.stringMatching(/^run_/), workflowKey: null, status: 'started', background: true })
    const id = String(result.details['jobId'])
    while (bench.jobs.get(id).job.status === 'running') await new Promise((resolve) => { setTimeout(resolve, 5) })
    expect(bench.jobs.get(id)).toMatchObject({ job: { status: 'completed', kind: 'workflow', deliveryStatus: 'accepted' }, result: '{\n  "n": 2\n}' })
    await bench.agents.whenQuiet(session)
    expect(bench.agents.entries(session, { limit: 10 }).entries.some((entry) => String(entry.payload['text']).includes(`${id} (workflow: return { n: args.n + 1 }) is completed`))).toBe(true)
  })
  it.each([
    ['neither', {}, 'WORKFLOW_SOURCE'], ['both', { workflowKey: 'mine', script: 'return 1' }, 'WORKFLOW_SOURCE'], ['an unknown key', { workflowKey: 'nothing' }, 'WORKFLOW_UNKNOWN'], ['a hidden model', { workflowKey: 'mine', model: 'x/y' }, 'MODEL_NOT_VISIBLE'],
    ['44 line 3 Date.now()', { script: 'const a = 1\nwf.log(a)\nreturn Date.now()' }, 'WORKFLOW_FORBIDDEN'], ['a broken file', { workflowKey: 'bad' }, 'WORKFLOW_FORBIDDEN'], ['no JavaScript', { script: 'return (' }, 'WORKFLOW_SYNTAX'], ['no workflow', { script: 'export default { key: 1 }' }, 'WORKFLOW_INVALID'], ['one of an untrusted project', { workflowKey: 'own' }, 'WORKFLOW_UNKNOWN'],
  ])('%s: refused before any card', async (_what, args, code) => {
    const before = [approvals(), jobs()]
    const result = await bench.call(bench.session(), 'run_workflow', args, { approve: 'yes' })
    expect(result).toMatchObject({ status: 'fail', code })
    if (_what.startsWith('44')) expect(result.content).toContain('line 3')
    expect([approvals(), jobs()]).toEqual(before)
  })
  it('08 §12 5 noeta: script only; wait is ROLE_FORBIDDEN and nothing is asked', async () => {
    const before = approvals()
    const main = bench.session({ profileKey: 'main' })
    const result = await bench.call(main, 'run_workflow', { script: 'return 1', wait: true })
    expect(result).toMatchObject({ status: 'fail', code: 'ROLE_FORBIDDEN' })
    expect(result.content).toContain('/wait')
    expect(await bench.call(main, 'run_workflow', {})).toMatchObject({ code: 'ARGS_INVALID' })
    expect(await bench.call(main, 'run_workflow', { script: `return ${'1'.repeat(16_001)}` })).toMatchObject({ code: 'ARGS_INVALID' })
    expect(await bench.call(main, 'run_workflow', { script: 'return wf' }, { approve: 'yes' })).toMatchObject({ status: 'ok' })
    expect(approvals()).toBe(before + 1)
    const shown = bench.pipeline.definitions('main', 'root').find((tool) => tool.name === 'run_workflow')?.inputSchema as { properties: object; required: string[] }
    expect([Object.keys(shown.properties), shown.required]).toEqual([['script', 'args'], ['script']])
  })
  it('only the session the author talks to has it', async () => {
    expect(await bench.call(bench.session({ role: 'child' }), 'run_workflow', { workflowKey: 'mine' })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
  })
  it('a key is an enum of those that are there', () => {
    const shown = bench.pipeline.definitions('leader.default', 'root').find((tool) => tool.name === 'run_workflow')?.inputSchema as { properties: { workflowKey: { enum: string[] } } }
    expect(shown.properties.workflowKey.enum).toEqual(expect.arrayContaining(['mine', 'parallel-brainstorm']))
    expect(shown.properties.workflowKey.enum).not.toContain('own')
  })
  it('list_workflows: texts in the language of the novel, the broken one with its reason, models', async () => {
    const result = await bench.call(bench.session(), 'list_workflows', {})
    expect(result.details['workflows']).toContainEqual({ key: 'mine', title: '我的', description: 'Halves.', whenToUse: 'To halve.', source: 'global' })
    expect(result.content).toContain('- bad: cannot be used, WORKFLOW_FORBIDDEN: line 2: Date is not allowed')
    expect(result.details['models']).toEqual(['demo/author'])
  })
  it('list_workflows: what the product says of its own is in the language of the novel alone, labels too', async () => {
    const { content } = await bench.call(bench.session(), 'list_workflows', {})
    expect(content).toContain('chapterId [id of a chapter] = "" (写哪一章); rounds = 3')
    const lines = content.split('\n').filter((line) => line.includes(', product): '))
    const said = lines.flatMap((line) => [/\((.*?), product\): (.*?)(?: args: |$)/.exec(line)?.slice(1) ?? [], [...line.matchAll(/ = (?:"[^"]*"|\S+) \((.*?)\)(?:;|$)/g)].map((one) => one[1] ?? '')].flat())
    expect(said.length).toBeGreaterThan(30)
    expect(said.filter((text) => !/\p{Script=Han}/u.test(text) || /[A-Za-z]{2}/.test(text))).toEqual([])
  })
})
