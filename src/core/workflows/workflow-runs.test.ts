import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { call, end, say, scripted } from '../../../test/model-server/agent-bench'
import { definition, echo, openWorkflowBench, type WorkflowBench } from '../../../test/workflows/workflow-bench'
import type { ModelPort } from '../models/types'
import { createSandboxHost } from '../sandbox/host'

const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
let bench: WorkflowBench
afterEach(async () => { await bench.close(); rmSync(bench.home, { recursive: true, force: true }) })
const open = async (model: ModelPort): Promise<WorkflowBench> => { bench = await openWorkflowBench(model, sandbox); return bench }
const codeOf = async (work: () => unknown): Promise<string> => { try { await work(); return 'ok' } catch (error) { return isFault(error) ? error.fault.code : String(error) } }
const ADHOC = "{ initial: { systemPrompt: 'x' } }"

describe('a run (04 §12)', () => {
  it('assistants side by side: role helper below the owner, counted to the root, archived when done; chart, log, phases', async () => {
    const model = echo()
    const { runtime, owner, begin, over, result, events } = await open(model)
    const id = await begin(definition(`async (wf, args) => {
      wf.progress('ask', { done: 0, total: 2 }); wf.chart.node('a', '甲'); wf.chart.node('b', '乙'); wf.chart.edge('a', 'b'); wf.chart.enter('a')
      const said = await wf.map(args.goals, async (goal) => (await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: goal })).result.message, { concurrency: 2 })
      wf.chart.move('a', 'b'); wf.log('done', said.length); return { said, locale: wf.caller.locale }
    }`, "phases: [{ key: 'ask', title: '问' }, { key: 'end', title: '收' }],"), { goals: ['one', 'two', 'three'] })
    expect(await over(id)).toMatchObject({ status: 'completed', kind: 'workflow', error: null })
    expect(result(id)).toEqual({ said: ['answer: one', 'answer: two', 'answer: three'], locale: 'zh-CN' })
    const helpers = runtime.agents.list().filter((one) => one.parentId === owner)
    expect(helpers.map((one) => [one.role, one.kind, one.status, one.rootId])).toEqual(Array.from({ length: 3 }, () => ['helper', 'workflow', 'archived', owner]))
    expect(runtime.agents.usageOf(owner).total.input).toBe(30)
    const state = runtime.workflows.state(id)
    expect(state).toMatchObject({ status: 'completed', activities: { done: 3, open: 0, failed: 0, chartNodes: 2 }, phases: [{ key: 'ask', state: 'done' }, { key: 'end', state: 'unneeded' }], log: [{ text: 'done 3' }], usage: { input: 30 } })
    expect(state.chart.nodes.map((node) => [node.label, node.state])).toEqual([['甲', 'done'], ['乙', 'done']])
    expect(state.mermaid).toContain('n1["甲"]:::done')
    expect(events.some((event) => event.type === 'job.changed' && event.job.stage === '问 · 0/2')).toBe(true)
  })
  it('an assistant kept: invoked again, looked back at, gone back to', async () => {
    const { begin, over, result } = await open(echo())
    const id = await begin(definition(`async (wf) => {
      const one = await wf.agents.create('adhoc', ${ADHOC})
      const first = await one.invoke({ message: 'a' }); const leaf = await one.leaf()
      const aside = await one.excursion(async (on) => (await on.invoke({ message: 'b' })).result.message)
      await one.append('noted'); const back = await one.leaf(); await one.checkout(leaf)
      const same = await wf.agents.acquire({ profileKey: 'adhoc', tag: 'keep', initial: { systemPrompt: 'x' } }); const again = await wf.agents.acquire({ profileKey: 'adhoc', tag: 'keep', initial: { systemPrompt: 'x' } })
      const opened = await wf.sessions.open(one.id)
      return { first: first.result.message, aside, moved: back !== leaf, said: (await one.transcript()).map((line) => line.role), same: same.id === again.id && same.id !== one.id, opened: opened.profileKey, profile: (await wf.agents.profile('writer')).profileKey }
    }`))
    expect((await over(id)).error).toBeNull()
    expect(result(id)).toEqual({ first: 'answer: a', aside: 'answer: b', moved: true, said: ['user'], same: true, opened: 'adhoc', profile: 'writer' })
  })
  it('a step tagged verifier judges, whichever way it is made; an untagged one may not (08 §3)', async () => {
    const model = scripted([(request) => [call(`c-${request.hint.sessionId}-${request.hint.assistantSteps}`, 'node_report', { verdict: request.hint.assistantSteps === 0 ? 'pass' : 'finish', detail: '第3行' }), end({ reason: 'calls' })]])
    const { runtime, owner, begin, over, result } = await open(model)
    const id = await begin(definition(`async (wf) => {
      const verdict = ({ status, result }) => status + ' ' + result.data.verdict
      const made = await wf.agents.create('workflow.node', { tags: ['verifier'] }); const kept = await wf.agents.acquire({ profileKey: 'workflow.node', tag: 'verifier', title: 'kept' })
      return [await wf.agents.invoke('workflow.node', { tags: ['verifier'], message: 'check' }), await made.invoke({ message: 'check' }), await wf.agents.invoke('workflow.node', { message: 'do' }), await wf.agents.invoke('workflow.node', { tags: ['writer'], message: 'do' })].map(verdict).concat(made.id === kept.id ? 'the same' : 'another')
    }`))
    expect((await over(id)).error).toBeNull()
    expect(result(id)).toEqual(['completed pass', 'completed pass', 'completed finish', 'completed finish', 'the same'])
    const helpers = runtime.agents.list().filter((one) => one.parentId === owner)
    const codes = (session: number) => runtime.agents.entries(session, { limit: 50 }).entries.flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [(entry.payload['result'] as { code: string | null }).code] : []))
    expect(helpers.toSorted((a, b) => a.id - b.id).map((one) => [one.tags, codes(one.id)])).toEqual([[['verifier'], [null]], [['verifier'], [null]], [[], ['ROLE_FORBIDDEN', null]], [['writer'], ['ROLE_FORBIDDEN', null]]])
    const shown = model.requests.map((request) => (request.tools.find((tool) => tool.name === 'node_report')?.inputSchema as { properties: { verdict: { enum: string[] } } } | undefined)?.properties.verdict.enum.join(' '))
    expect(shown).toEqual(['pass fail blocked', 'pass fail blocked', ...Array.from({ length: 4 }, () => 'finish blocked')])
  })
  it('reads the novel through the gate of its owner', async () => {
    const { begin, over, result, write } = await open(echo())
    write('manuscript/a.md', Array.from({ length: 2_500 }, (_, n) => `第${n + 1}行`).join('\n'))
    const id = await begin(definition(`async (wf) => {
      const whole = await wf.workspace.read('manuscript/a.md'); const part = await wf.workspace.read('manuscript/a.md', { offset: 3, limit: 2 })
      const codes = await wf.all(['../../etc/passwd', '.nbook/sessions.sqlite', 'none.md'].map((path) => async () => { try { await wf.workspace.read(path); return 'read' } catch (error) { return error.code } }))
      return { lines: whole.split('\\n').length, part, codes, chapters: await wf.workspace.chapters() }
    }`))
    expect((await over(id)).error).toBeNull()
    expect(result(id)).toEqual({ lines: 2_500, part: '第3行\n第4行', codes: ['PATH_OUTSIDE', 'PATH_PROTECTED', expect.stringMatching(/NOT_FOUND/)], chapters: [] })
  })
  it('noeta: agent, parallel, a schema, log, args, return; helpers wf-<n>', async () => {
    const model = scripted([(request) => (request.tools.some((tool) => tool.name === 'structured_output')
      ? [call(`c-${request.hint.entryId}-${request.hint.assistantSteps}`, 'structured_output', { data: { names: ['林'] } }), end({ reason: 'calls' })]
      : [say(`answer: ${request.hint.userText.split('\n').at(-1)}`), end()])])
    const { runtime, owner, begin, over, result } = await open(model)
    const id = await begin(`const schema = { type: 'object', additionalProperties: false, required: ['names'], properties: { names: { type: 'array', items: { type: 'string' } } } }
      const data = await agent('names', { agent: 'explore', schema }); log('found', data)
      return { data, both: await parallel(['one', { goal: args.second }]) }`, { second: 'two' }, { surface: 'noeta' })
    expect((await over(id)).error).toBeNull()
    expect(result(id)).toEqual({ data: { names: ['林'] }, both: ['answer: one', 'answer: two'] })
    const helpers = runtime.agents.list().filter((one) => one.parentId === owner).sort((a, b) => a.id - b.id)
    expect(helpers.map((one) => [one.title, one.profileKey])).toEqual([['wf-1', 'explore'], ['wf-3', 'general-purpose'], ['wf-4', 'general-purpose']])
    const shown = model.requests[0]?.tools.find((tool) => tool.name === 'structured_output')
    expect(shown?.inputSchema).toMatchObject({ properties: { data: { required: ['names'] } } })
    expect(model.requests[1]?.tools.some((tool) => tool.name === 'structured_output')).toBe(false)
  })
  it('structured_output: data that does not fit is refused; two reminders, then the helper fails', async () => {
    const model = scripted([
      [call('c1', 'structured_output', { data: { names: 1 } }), end({ reason: 'calls' })], [call('c2', 'structured_output', { data: { names: ['a'] } }), call('c3', 'TodoWrite', { todos: [] }), end({ reason: 'calls' })], [say('words'), end()], [say('words'), end()], [say('words'), end()],
    ])
    const { runtime, owner, begin, over } = await open(model)
    const id = await begin(`return await agent('names', { schema: { type: 'object', additionalProperties: false, required: ['names'], properties: { names: { type: 'array', items: { type: 'string' } } } } })`, {}, { surface: 'noeta' })
    expect((await over(id)).error).toMatch(/^OUTPUT_INVALID: /)
    expect(model.requests).toHaveLength(5)
    const helper = runtime.agents.list().find((one) => one.parentId === owner)
    const results = runtime.agents.entries(helper?.id ?? 0, { limit: 50 }).entries.flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [(entry.payload['result'] as { code: string }).code] : []))
    expect(results).toEqual(['OUTPUT_INVALID', 'MUST_BE_ALONE', 'MUST_BE_ALONE'])
  })
  it('16 at once at most, and a session only where there is room for one', async () => {
    let now = 0
    let most = 0
    const model = scripted([async function* () { now++; most = Math.max(most, now); await new Promise((resolve) => { setTimeout(resolve, 10) }); now--; yield say('ok'); yield end() }])
    const { begin, over, result, runtime, owner } = await open(model)
    for (let n = 0; n < 10; n++) runtime.agents.create({ profileKey: 'writer', parentId: owner, role: 'child' })
    const id = await begin(definition(`async (wf) => (await wf.all(Array.from({ length: 40 }, (_, n) => () => wf.agents.invoke('general-purpose', { message: 'm' + n })))).filter((one) => one.status === 'completed').length`))
    expect((await over(id)).error).toBeNull()
    expect(result(id)).toBe(40)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
  }, 30_000)
  it('the result tells what failed, and what was finished', async () => {
    const { begin, over, runtime } = await open(echo())
    const id = await begin(definition(`async (wf) => { await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: 'kept' }); wf.log('before'); throw new Error('no more') }`))
    expect(await over(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^SCRIPT_ERROR: line 3: Error: no more$/) })
    expect(runtime.jobs.get(id).result).toBe('已经做完的：\n- answer: kept\n经过：\nbefore')
  })
  it.each([
    ['a promise that never settles', 'async () => new Promise(() => {})', /^WORKFLOW_STUCK/], ['more than 200 activities', "async (wf) => { for (let n = 0; ; n++) await wf.agents.profile('writer') }", /^WORKFLOW_LIMIT/],
    ['an unknown profile', "async (wf) => wf.agents.create('nobody')", /^PROFILE_UNKNOWN/], ['a system profile', "async (wf) => wf.agents.create('summarizer', { initial: { sourceSessionId: 1 } })", /^PROFILE_SYSTEM_ONLY/], ['a wrong argument', "async (wf) => wf.agents.create(7)", /^ARGS_INVALID/],
    ['a session of somebody else', 'async (wf) => wf.sessions.open(999)', /^AGENT_NOT_LINKED/], ['a wrong payload', "async (wf) => { const w = await wf.agents.create('writer'); return w.invoke({ input: {} }) }", /^PAYLOAD_INVALID/], ['a hidden model', "async (wf) => wf.agents.create('writer', { model: 'none/x' })", /^MODEL_NOT_VISIBLE/],
  ])('%s ends it', async (_what, run, error) => {
    const { begin, over } = await open(echo())
    expect(await over(await begin(definition(run)))).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
  }, 20_000)
})

describe('asking the author', () => {
  const ASKS = definition(`async (wf) => {
    const [who, note] = await wf.ask([{ kind: 'select', text: '谁？', options: ['林', '沈'] }, { kind: 'text', text: '为什么？', description: '一句话' }])
    return { who, note, go: await wf.ask.approve('继续？') }
  }`)
  it('J3 the job waits with its questions; all answers are checked before one is stored; answering goes on', async () => {
    const { begin, still, over, result, runtime, events } = await open(echo())
    const id = await begin(ASKS)
    const job = await still(id)
    expect(job).toMatchObject({ status: 'waiting', asks: [{ id: 'ask-1-1', kind: 'select', options: ['林', '沈'] }, { id: 'ask-1-2', kind: 'text', description: '一句话' }] })
    const { answer } = runtime.workflows
    const before = events.length
    for (const [answers, code] of [[{ 'ask-1-1': '王', 'ask-1-2': 'x' }, 'ANSWER_INVALID'], [{ 'ask-1-1': '林' }, 'ANSWER_INVALID'], [{ 'ask-1-1': '林', 'ask-1-2': ' ' }, 'ANSWER_INVALID'], [{ 'ask-1-1': '林', 'ask-1-2': true }, 'ANSWER_INVALID'], [{ 'ask-9-1': '林' }, 'ASK_UNKNOWN'], [{}, 'ANSWER_INVALID']] as const) {
      expect(await codeOf(() => answer(id, answers))).toBe(code)
    }
    expect(events).toHaveLength(before)
    expect(runtime.jobs.get(id).job.asks).toHaveLength(2)
    expect(answer(id, { 'ask-1-1': '林', 'ask-1-2': '因为' })).toMatchObject({ status: 'running', asks: [] })
    expect(await still(id)).toMatchObject({ status: 'waiting', asks: [{ id: 'ask-2-1', kind: 'approve' }] })
    answer(id, { 'ask-2-1': true })
    expect((await over(id)).status).toBe('completed')
    expect(result(id)).toEqual({ who: '林', note: '因为', go: true })
    expect(await codeOf(() => answer(id, { 'ask-2-1': true }))).toBe('JOB_NOT_WAITING')
  })
  it('a question survives a restart and is answered after it', async () => {
    const model = echo()
    const first = await open(model)
    const id = await first.begin(definition(`async (wf) => { const a = await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: 'once' }); return [a.result.message, await wf.ask.text('谁？')] }`))
    await first.still(id)
    bench = await first.restart()
    expect(bench.runtime.jobs.get(id).job).toMatchObject({ status: 'waiting', asks: [{ id: 'ask-2-1' }] })
    bench.runtime.workflows.answer(id, { 'ask-2-1': '林' })
    expect((await bench.over(id)).status).toBe('completed')
    expect(bench.result(id)).toEqual(['answer: once', '林'])
    expect(model.asked).toEqual(['once'])
  })
  it('wait: an ask cancels it, naming what it wanted to know', async () => {
    const { runtime, begin } = await open(echo())
    const id = await begin(ASKS, {}, { wait: true })
    expect(await runtime.workflows.wait(id, new AbortController().signal)).toMatchObject({ status: 'cancelled', error: { code: 'WORKFLOW_ASK_IN_WAIT' }, pendingAsks: [{ kind: 'select', text: '谁？' }, { kind: 'text', text: '为什么？' }], result: null })
  })
})

describe('stopping and going on', () => {
  it('J4 a stop reaches the assistants; what is finished is kept', async () => {
    const model = scripted([(request, _n, signal) => (request.hint.userText.endsWith('slow') ? (async function* () { yield say('half'); await new Promise((resolve) => { signal.addEventListener('abort', resolve, { once: true }) }) })() : [call(`r-${request.hint.entryId}`, 'report_result', { result: '好的一段' }), end({ reason: 'calls' })])])
    const { begin, over, until, runtime, owner } = await open(model)
    const id = await begin(definition(`async (wf) => { await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: 'fast' }); return wf.all(['slow', 'slow'].map((message) => () => wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message }))) }`))
    await until(() => runtime.agents.list().filter((one) => one.status === 'running').length === 2)
    const began = Date.now()
    runtime.jobs.cancel(id)
    expect((await over(id)).status).toBe('cancelled')
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(runtime.agents.list().filter((one) => one.parentId === owner).map((one) => one.status)).not.toContain('running')
    expect(runtime.jobs.get(id).result).toBe('已经做完的：\n- 好的一段')
    expect(runtime.workflows.state(id).activities).toMatchObject({ done: 1, open: 2 })
  })
  it('a restart interrupts it; the author lets it go on, and nothing is asked twice', async () => {
    let held = true
    const asked: string[] = []
    const model = scripted([(request, _n, signal) => {
      const words = request.hint.userText.split('\n').at(-1) ?? ''
      asked.push(words)
      if (words === 'b' && held) return (async function* () { await new Promise((resolve) => { signal.addEventListener('abort', resolve, { once: true }) }); yield* [] })()
      return [call(`r-${request.hint.entryId}-${request.hint.assistantSteps}`, 'report_result', { result: `answer: ${words}` }), end({ reason: 'calls' })]
    }])
    const first = await open(model)
    const id = await first.begin(definition(`async (wf) => { const out = []; for (const message of ['a', 'b', 'c']) out.push((await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message })).result.message); return out }`))
    await first.until(() => asked.includes('b'))
    bench = await first.restart()
    held = false
    expect(bench.runtime.jobs.get(id).job.status).toBe('interrupted')
    expect(bench.runtime.workflows.state(id)).toMatchObject({ resumable: true, activities: { done: 1, open: 1 } })
    bench.runtime.workflows.resume(id)
    expect(await bench.over(id)).toMatchObject({ status: 'completed' })
    expect((bench.result(id) as string[]).map((text) => text.slice(0, 9))).toEqual(['answer: a', 'answer: Y', 'answer: c'].map((text) => (text === 'answer: Y' ? expect.any(String) : text)))
    expect(asked.filter((words) => words === 'a')).toHaveLength(1)
    expect(asked.filter((words) => words === 'c')).toHaveLength(1)
    expect(bench.runtime.agents.list().filter((one) => one.parentId === bench.owner)).toHaveLength(3)
    expect(await codeOf(() => bench.runtime.workflows.resume(id))).toBe('NOT_RESUMABLE')
  })
  it('a journal that does not fit the script ends it: WORKFLOW_DIVERGED, nothing more is done', async () => {
    const model = echo()
    const first = await open(model)
    const id = await first.begin(definition(`async (wf) => { await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: 'a' }); await wf.ask.text('谁？'); return (await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message: 'b' })).status }`))
    await first.still(id)
    first.runtime.project.sessionsDb.prepare("UPDATE WorkflowRun SET script = replace(script, '''a''', '''other''') WHERE jobId = ?").run(id)
    bench = await first.restart()
    expect(await bench.over(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^WORKFLOW_DIVERGED: /) })
    expect(model.asked).toEqual(['a'])
  })
  it('an assistant that waits for the author makes the job wait, and its answer lets both go on', async () => {
    const model = scripted([[call('w1', 'write', { path: 'x.md', content: 'x' }), end({ reason: 'calls' })], [call('r1', 'report_result', { result: 'written', data: { summary: 's' } }), end({ reason: 'calls' })]])
    const { runtime, owner, begin, still, over, result } = await open(model)
    runtime.agents.configure(owner, { workMode: 'discuss' })
    const id = await begin(definition(`async (wf) => (await wf.agents.invoke('writer', { input: { path: 'x.md' } })).result`))
    const job = await still(id)
    expect(job).toMatchObject({ status: 'waiting', asks: [{ kind: 'approval', sessionId: expect.any(Number) }] })
    const [approval] = runtime.approvals.pending()
    const answered = await runtime.pipeline.answer(approval?.id ?? '', 'approve', approval?.effectsHash ?? '', 'author', null)
    if (answered.result !== null) await runtime.agents.settled(approval?.sessionId ?? 0, approval?.callId ?? '', answered.result)
    expect(await over(id)).toMatchObject({ status: 'completed', asks: [] })
    expect(result(id)).toEqual({ message: 'written', data: { summary: 's' } })
  })
})
