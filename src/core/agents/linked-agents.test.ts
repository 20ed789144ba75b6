import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { call, end, say } from '../../../test/model-server/agent-bench'
import { closeTeams, create, held, lines, openTeam, results, talk, until } from '../../../test/model-server/team'
import { messageOf } from './conversation'

afterEach(closeTeams)

describe('creating (04 §4)', () => {
  it('details, errors 14.11-14.14, limits of depth and number', async () => {
    const set = await openTeam({})
    expect((await set.call(set.root, 'create_agent', { profileKey: 'writer', title: '第三章' })).details).toEqual({ sessionId: 2, profileKey: 'writer', title: '第三章', parentSessionId: 1, currentProjectRoot: `workspace/${set.project.slug}` })
    const codes = async (parent: number, args: object) => (await set.call(parent, 'create_agent', args)).code
    expect(await codes(set.root, { profileKey: 'summarizer' })).toBe('PROFILE_SYSTEM_ONLY')
    expect(await codes(set.root, { profileKey: 'nobody' })).toBe('PROFILE_UNKNOWN')
    expect(await codes(set.root, { profileKey: 'writer', currentProjectRoot: 'workspace/other' })).toBe('PROJECT_NOT_OPEN')
    const text = await set.call(set.root, 'create_agent', { profileKey: 'retrieval', initial: '{"prompt":"x"}' })
    expect([text.code, text.content.includes('real object')]).toEqual(['INITIAL_INVALID', true])
    const empty = await set.call(set.root, 'create_agent', { profileKey: 'retrieval', initial: {} })
    expect([empty.code, empty.content.includes('/prompt: missing')]).toEqual(['INITIAL_INVALID', true])
    const one = await create(set, 'rp.leader')
    const two = await create(set, 'rp.leader', undefined, one)
    const three = await create(set, 'rp.leader', undefined, two)
    expect(set.agents.get(three)).toMatchObject({ depth: 3, rootId: set.root, role: 'child', parentId: two })
    expect(await codes(three, { profileKey: 'writer' })).toBe('AGENT_DEPTH')
    for (let n = set.agents.list().length - 1; n < 16; n++) expect(await codes(set.root, { profileKey: 'writer' })).toBeNull()
    expect(await codes(set.root, { profileKey: 'writer' })).toBe('AGENT_LIMIT')
    set.agents.archive(2, true)
    expect(await codes(set.root, { profileKey: 'writer' })).toBeNull()
    set.agents.archive(one, true)
    expect(await codes(one, { profileKey: 'writer' })).toBe('AGENT_ARCHIVED')
  })
  it('get_agent_profile tells what it takes, never its source', async () => {
    const set = await openTeam({})
    const { details, content } = await set.call(set.root, 'get_agent_profile', { profileKey: 'writer' })
    expect(Object.keys(details)).toEqual(['profileKey', 'name', 'description', 'creationMode', 'createAgentAllowed', 'toolKeys', 'initialSchema', 'payloadSchema', 'outputSchema'])
    expect(details).toMatchObject({ createAgentAllowed: true, initialSchema: 'none', outputSchema: { required: ['summary'] } })
    expect(details['toolKeys']).toContain('execute_world')
    expect(content).not.toContain('You write the prose')
    expect(await set.call(set.root, 'get_agent_profile', { profileKey: 'summarizer' })).toMatchObject({ details: { createAgentAllowed: false } })
    expect((await set.call(set.root, 'get_agent_profile', { profileKey: 'wirter' })).content).toContain('one of adhoc, director')
  })
  it('get_agent lists own links, get_session keeps to its budget (14.27), detach (14.26)', async () => {
    const set = await openTeam({})
    const child = await create(set, 'writer')
    expect((await set.call(set.root, 'get_agent', {})).details).toEqual({ agents: [{ sessionId: child, profileKey: 'writer', title: expect.any(String), status: 'idle', detached: false, updatedAt: expect.any(String) }] })
    expect((await set.call(set.root, 'get_agent', { sessionId: child })).details).toMatchObject({ sessionId: child })
    expect((await set.call(child, 'get_session', { sessionId: set.root })).code).not.toBeNull()
    const info = await set.call(set.root, 'get_session', { sessionId: child, includeRecentMessages: true })
    expect(Object.keys(info.details)).toEqual(['metadata', 'activeLeafId', 'title', 'summary', 'usage', 'linkedAgents', 'recentMessages'])
    expect((await set.call(set.root, 'get_session', { tokenBudget: 100 })).code).toBe('RESULT_OVER_BUDGET')
    const detach = async (id: number) => (await set.call(set.root, 'detach_agent', { sessionId: id })).details['status']
    expect([await detach(child), await detach(child), await detach(999)]).toEqual(['detached', 'already_detached', 'not_linked'])
    expect(await set.call(set.root, 'invoke_agent', { sessionId: child, message: 'x' })).toMatchObject({ code: 'AGENT_NOT_LINKED' })
    expect((await set.call(set.root, 'get_agent', {})).details).toMatchObject({ agents: [{ sessionId: child, detached: true }] })
  })
  it('detach freezes what bound it: a parent set free later does not free it (05 §5)', async () => {
    const set = await openTeam({})
    set.agents.configure(set.root, { workMode: 'discuss' })
    const child = await create(set, 'writer')
    await set.call(set.root, 'detach_agent', { sessionId: child })
    set.agents.configure(set.root, { workMode: 'normal' })
    expect(await set.call(child, 'write', { path: 'manuscript/a.md', content: 'x' })).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
  })
})

describe('asking (04 §3, §4)', () => {
  it('14.21 a report: completed, its result and data; usage counts to the root', async () => {
    const set = await openTeam({
      'leader.default': [[call('c1', 'create_agent', { profileKey: 'writer' }), end()], [call('c2', 'invoke_agent', { sessionId: 2, input: { path: 'manuscript/001.md' }, message: '写第一章' }), end()], [say('写好了'), end()]],
      writer: [[call('w1', 'report_result', { result: 'ok', data: { summary: '写了' } }), call('w2', 'write', { path: 'manuscript/001.md', content: 'x' }), end()]],
    })
    await talk(set, '写一章')
    expect(lines(set, set.root)).toEqual(['user: 写一章', 'assistant: ', 'create_agent ok', 'assistant: ', 'invoke_agent ok', 'assistant: 写好了'])
    const [result] = results(set, set.root, 'invoke_agent')
    expect(result?.content).toBe('[OK] ok')
    expect(result?.details).toEqual({ status: 'completed', finalMessage: 'ok', data: { summary: '写了' }, sessionId: 2, stats: { inputTokens: 10, outputTokens: 5, totalTokens: 15, elapsedMs: expect.any(Number) } })
    // 14.34
    expect(lines(set, 2).slice(1)).toEqual(['assistant: ', 'report_result ok', 'write SKIPPED'])
    const [asked] = set.agents.entries(2, { limit: 10 }).entries.filter((entry) => messageOf(entry)?.role === 'user')
    expect(asked).toMatchObject({ origin: 'model', payload: { source: { kind: 'agent', sessionId: 1, callId: 'c2', input: { path: 'manuscript/001.md' } } } })
    expect(set.model.of('writer')[0]?.messages[0]?.text).toContain('End with report_result; its data must match this JSON Schema')
    expect(set.agents.snapshot(set.root).usage).toMatchObject({ own: { input: 30 }, total: { input: 40 } })
  })
  it('14.22 ends with text: that is the final message, data null; with an output two reminders come first', async () => {
    const set = await openTeam({ explore: [], writer: [[say('写不了'), end()]] })
    const child = await create(set, 'writer')
    const result = await set.call(set.root, 'invoke_agent', { sessionId: child, message: '写' })
    expect(result).toMatchObject({ status: 'ok', details: { status: 'completed', finalMessage: '写不了', data: null } })
    expect(set.model.of('writer')).toHaveLength(3)
  })
  it('14.15-14.18 and the other errors of a call', async () => {
    const set = await openTeam({})
    const child = await create(set, 'writer')
    const code = async (args: object) => (await set.call(set.root, 'invoke_agent', args)).code
    expect(await code({ sessionId: set.root, message: 'x' })).toBe('AGENT_SELF')
    const bad = await set.call(set.root, 'invoke_agent', { sessionId: child, input: {} })
    expect([bad.code, bad.content.includes('/path: missing')]).toEqual(['PAYLOAD_INVALID', true])
    expect(await code({ sessionId: child, mode: 'continue', message: 'x' })).toBe('ARGS_INVALID')
    expect(await code({ sessionId: child, mode: 'prompt' })).toBe('ARGS_INVALID')
    expect(await code({ sessionId: child, mode: 'steer', message: 'x' })).toBe('AGENT_NOT_RUNNING')
    expect(await code({ sessionId: 99, message: 'x' })).toBe('AGENT_NOT_LINKED')
    const model = await set.call(set.root, 'invoke_agent', { sessionId: child, message: 'x', model: 'no/such' })
    expect([model.code, model.content.includes('demo/author')]).toEqual(['MODEL_NOT_VISIBLE', true])
    set.agents.archive(child, true)
    for (const mode of ['prompt', 'continue', 'steer', 'followup']) expect(await code({ sessionId: child, mode, ...(mode === 'continue' ? {} : { message: 'x' }) })).toBe('AGENT_ARCHIVED')
  })
  it('14.19 a prompt to a running child runs after its normal end; continue is AGENT_BUSY; 14.23 background: AGENT_BUSY and no job', async () => {
    const first = held([say('一'), end()])
    const set = await openTeam({ explore: [first.script, [say('二'), end()]], main: [] })
    const child = await create(set, 'explore')
    const one = set.call(set.root, 'invoke_agent', { sessionId: child, message: 'a' })
    await until(() => set.agents.get(child).status === 'running')
    const two = set.call(set.root, 'invoke_agent', { sessionId: child, message: 'b' })
    await until(() => set.agents.snapshot(child).queue.length === 1)
    expect((await set.call(set.root, 'invoke_agent', { sessionId: child, mode: 'continue' })).code).toBe('AGENT_BUSY')
    expect((await set.call(set.root, 'invoke_agent', { sessionId: child, message: 'c', background: true })).code).toBe('AGENT_BUSY')
    expect(set.jobs.list()).toEqual([])
    first.go()
    expect([(await one).details['finalMessage'], (await two).details['finalMessage']]).toEqual(['一', '二'])
  })
  it('a steer reaches the run that is going on and is answered by its end', async () => {
    const first = held([call('r', 'Glob', { pattern: '*.md' }), end()])
    const set = await openTeam({ explore: [first.script, [say('听到了'), end()]] })
    const child = await create(set, 'explore')
    const one = set.call(set.root, 'invoke_agent', { sessionId: child, message: 'a' })
    await until(() => set.agents.get(child).status === 'running')
    const steer = set.call(set.root, 'invoke_agent', { sessionId: child, mode: 'steer', message: '看仔细' })
    await until(() => set.agents.snapshot(child).queue.length === 1)
    first.go()
    expect([(await one).details['finalMessage'], (await steer).details['finalMessage']]).toEqual(['听到了', '听到了'])
    expect(lines(set, child).filter((line) => line.includes('看仔细'))).toHaveLength(1)
  })
  it('children of one reply work side by side, results in the order of the calls', async () => {
    const slow = held([say('慢'), end()])
    const set = await openTeam({
      'leader.default': [[call('a', 'invoke_agent', { sessionId: 2, message: 'x' }), call('b', 'invoke_agent', { sessionId: 3, message: 'y' }), end()], [say('都好了'), end()]],
      explore: [slow.script], plan: [async function* () { slow.go(); yield say('快'); yield end() }],
    })
    await create(set, 'explore')
    await create(set, 'plan')
    await talk(set, '去')
    expect(results(set, set.root, 'invoke_agent').map((one) => one.details['finalMessage'])).toEqual(['慢', '快'])
  })
  it('an error of the child is told as one; a stop of the parent stops the child', async () => {
    const never = held([])
    const set = await openTeam({ 'leader.default': [[call('a', 'invoke_agent', { sessionId: 3, message: 'x' }), end()]], explore: [() => { throw Object.assign(new Error('x')) }], plan: [never.script] })
    const broken = await create(set, 'explore')
    const child = await create(set, 'plan')
    expect(await set.call(set.root, 'invoke_agent', { sessionId: broken, message: 'x' })).toMatchObject({ status: 'fail', code: 'AGENT_FAILED', details: { status: 'error', error: { code: 'INTERNAL' } } })
    await set.agents.send(set.root, '去', 'prompt')
    await until(() => set.agents.get(child).status === 'running')
    await set.agents.cancel(set.root)
    await until(() => set.agents.get(child).status === 'idle')
    expect(results(set, set.root, 'invoke_agent').map((one) => one.code)).toEqual(['CANCELLED'])
    expect(set.agents.get(set.root).status).toBe('idle')
  })
  it('with its input a writer writes only that file (04 §1.2)', async () => {
    const set = await openTeam({ writer: [[call('w1', 'write', { path: 'manuscript/other.md', content: 'x' }), call('w2', 'write', { path: 'manuscript/001.md', content: '雪。\n' }), end()], [call('w3', 'report_result', { result: 'ok', data: { summary: 's' } }), end()]] })
    mkdirSync(join(set.dir, 'manuscript'), { recursive: true })
    const child = await create(set, 'writer')
    await set.call(set.root, 'invoke_agent', { sessionId: child, input: { path: 'manuscript/001.md' } })
    expect(lines(set, child).filter((line) => line.startsWith('write '))).toEqual(['write PATH_NOT_ALLOWED', 'write ok'])
  })
  it('an ad hoc agent has the purpose and the report form it was created with', async () => {
    const set = await openTeam({ adhoc: [[call('r1', 'report_result', { result: 'x', data: { n: 'one' } }), end()], [call('r2', 'report_result', { result: 'x', data: { n: 1 } }), end()]] })
    const child = await create(set, 'adhoc', { systemPrompt: '数数', outputSchema: { type: 'object', additionalProperties: false, required: ['n'], properties: { n: { type: 'integer' } } } })
    expect((await set.call(set.root, 'invoke_agent', { sessionId: child, message: '数' })).details).toMatchObject({ data: { n: 1 } })
    expect(lines(set, child).slice(1)).toEqual(['assistant: ', 'report_result OUTPUT_INVALID', 'assistant: ', 'report_result ok'])
    expect(set.model.of('adhoc')[0]?.messages[0]?.text).toContain('数数')
  })
})

describe('approvals of a child (04 §4, 05 §5, §6)', () => {
  it('is as strict as its strictest ancestor now, keeps the call open, and its card is on the root', async () => {
    const set = await openTeam({
      'leader.default': [[call('a', 'invoke_agent', { sessionId: 2, input: { path: 'manuscript/001.md' } }), end()], [say('好'), end()]],
      writer: [[call('w1', 'write', { path: 'manuscript/001.md', content: '雪。\n' }), end()], [call('w2', 'report_result', { result: '写了', data: { summary: 's' } }), end()]],
    })
    mkdirSync(join(set.dir, 'manuscript'), { recursive: true })
    const child = await create(set, 'writer')
    set.agents.configure(set.root, { workMode: 'discuss' })
    await set.agents.send(set.root, '去', 'prompt')
    await until(() => set.agents.get(child).status === 'waiting')
    expect(set.agents.get(set.root).status).toBe('running')
    const [card] = set.project.sessionsDb.prepare<[], { id: string; sessionId: number; surfaceSessionId: number; effectsHash: string }>("SELECT id, sessionId, surfaceSessionId, effectsHash FROM Approval WHERE status = 'pending'").all()
    expect(card).toMatchObject({ sessionId: child, surfaceSessionId: set.root })
    const answered = await set.pipeline.answer(card?.id ?? '', 'approve', card?.effectsHash ?? '', 'author', null)
    if (answered.result !== null) await set.agents.settled(child, 'w1', answered.result)
    await set.agents.whenQuiet(set.root)
    expect(results(set, set.root, 'invoke_agent')[0]).toMatchObject({ status: 'ok', details: { status: 'completed', finalMessage: '写了' } })
  })
  it('a deny rule on a path and the writeGlobs of a parent bind its child', async () => {
    const set = await openTeam({})
    const child = await create(set, 'writer')
    const profile = set.deps.profiles.get('leader.default')
    profile.gates.deny.push('write:secret/**')
    expect(await set.call(child, 'write', { path: 'secret/a.md', content: 'x' })).toMatchObject({ status: 'denied', code: 'DENIED_POLICY' })
    profile.gates.deny.pop()
    profile.gates.writeGlobs.push('notes/**')
    expect(await set.call(child, 'write', { path: 'manuscript/a.md', content: 'x' })).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    profile.gates.writeGlobs.pop()
  })
})

describe('in the background (04 §4, §10, §11)', () => {
  it('14.24 returns at once; later one system message; the job shows the child waiting for the author', async () => {
    const set = await openTeam({
      'leader.default': [[call('a', 'invoke_agent', { sessionId: 2, input: { path: 'manuscript/001.md' }, background: true }), end()], [say('开始了'), end()], [say('收到'), end()]],
      writer: [[call('w1', 'write', { path: 'manuscript/001.md', content: '雪。\n' }), end()], [call('w2', 'report_result', { result: '写了', data: { summary: 's' } }), end()]],
    })
    mkdirSync(join(set.dir, 'manuscript'), { recursive: true })
    const child = await create(set, 'writer')
    set.agents.configure(child, { workMode: 'plan' })
    await talk(set, '去')
    const jobId = set.jobs.list()[0]?.id ?? ''
    expect(results(set, set.root, 'invoke_agent')[0]?.details).toEqual({ jobId, status: 'started', data: null, finalMessage: '', sessionId: child })
    await until(() => set.jobs.get(jobId).job.status === 'waiting')
    expect(set.jobs.get(jobId).job.asks).toMatchObject([{ kind: 'approval', sessionId: child }])
    const [card] = set.project.sessionsDb.prepare<[], { id: string; effectsHash: string }>("SELECT id, effectsHash FROM Approval WHERE status = 'pending'").all()
    const answered = await set.pipeline.answer(card?.id ?? '', 'approve', card?.effectsHash ?? '', 'author', null)
    if (answered.result !== null) await set.agents.settled(child, 'w1', answered.result)
    await until(() => lines(set, set.root).at(-1) === 'assistant: 收到')
    expect(set.jobs.get(jobId)).toMatchObject({ job: { status: 'completed', deliveryStatus: 'accepted' }, result: '写了' })
    expect(lines(set, set.root).filter((line) => line.includes(jobId))).toHaveLength(1)
  })
  it('the job says which tool its session, or one further down, is at', async () => {
    const last = held([say('好了'), end()])
    const set = await openTeam({ 'leader.default': [[say('知道了'), end()]], 'rp.leader': [[call('a', 'invoke_agent', { sessionId: 3, message: '看' }), end()], [say('完'), end()]], explore: [[call('b', 'Glob', { pattern: '*.md' }), end()], last.script] })
    const child = await create(set, 'rp.leader')
    await create(set, 'explore', undefined, child)
    const jobId = String((await set.call(set.root, 'invoke_agent', { sessionId: child, message: 'x', background: true })).details['jobId'])
    await until(() => set.jobs.get(jobId).job.stage === 'Glob')
    const stages = set.events.flatMap((event) => (event.type === 'job.changed' ? event.job.stage ?? [] : []))
    expect([...new Set(stages)]).toEqual(['invoke_agent', 'Glob'])
    last.go()
    await until(() => set.jobs.get(jobId).job.status === 'completed')
    expect(set.jobs.get(jobId).job.stage).toBeNull()
    await set.agents.whenQuiet(set.root)
  })
  it('cancel_job stops the child; the job is cancelled once settled', async () => {
    const never = held([])
    const set = await openTeam({ 'leader.default': [[say('知道了'), end()]], explore: [never.script] })
    const child = await create(set, 'explore')
    const started = await set.call(set.root, 'invoke_agent', { sessionId: child, message: 'x', background: true })
    const jobId = String(started.details['jobId'])
    await until(() => set.agents.get(child).status === 'running')
    expect((await set.call(set.root, 'cancel_job', { jobId })).status).toBe('ok')
    await until(() => set.jobs.get(jobId).job.status === 'cancelled')
    expect(set.agents.get(child).status).toBe('idle')
    await until(() => lines(set, set.root).at(-1) === 'assistant: 知道了')
  })
})
