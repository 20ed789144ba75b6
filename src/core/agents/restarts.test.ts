import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { call, end, say, type Script } from '../../../test/model-server/agent-bench'
import { byProfile } from '../../../test/model-server/reply-by-session'
import { openBench, type Bench } from '../../../test/tools/bench'
import { createJobService } from '../jobs/job-service'
import type { JobService } from '../jobs/types'
import type { ModelEvent } from '../models/types'
import { createPipeline } from '../tools/pipeline'
import type { Pipeline } from '../tools/types'
import { createAgentService } from './agent-service'
import { messageOf } from './conversation'
import { loadProfiles } from './profiles'
import type { AgentService } from './types'

const open: Bench[] = []
const closing: AgentService[] = []
afterEach(async () => { for (const one of closing.splice(0)) await one.close(); for (const bench of open.splice(0)) await bench.close() })

const profiles = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] })
type Scripts = Record<string, (ModelEvent[] | Script)[]>
interface Core { agents: AgentService; jobs: JobService; pipeline: Pipeline }

/** The core of the next start, over what the last one left on the disk. */
async function restarted(bench: Bench, scripts: Scripts): Promise<Core> {
  await bench.agents.close()
  const jobs: JobService = createJobService({ project: bench.project, deliver: (...given) => agents.deliver(...given) })
  const services = { ...bench.deps.services, jobs }
  const pipeline: Pipeline = createPipeline({ ...bench.deps, services: new Proxy(services, { get: (target, key) => (key === 'agents' ? agents.linked : Reflect.get(target, key)) }) })
  const agents: AgentService = createAgentService({ project: bench.project, profiles, pipeline: () => pipeline, jobs: () => jobs, models: byProfile(scripts), env: bench.project.env, locale: () => 'zh-CN', config: () => ({ approvals: 'author', models: { default: null } }) })
  closing.push(agents)
  await agents.recover()
  jobs.recover()
  return { agents, jobs, pipeline }
}

async function start(scripts: Scripts): Promise<Bench> {
  const bench = await openBench([], profiles, byProfile(scripts))
  open.push(bench)
  mkdirSync(join(bench.dir, 'manuscript'), { recursive: true })
  bench.agents.create({ profileKey: 'leader.default' })
  await bench.call(1, 'create_agent', { profileKey: 'writer' })
  return bench
}
const results = (agents: AgentService, id: number) => agents.entries(id, { limit: 500 }).entries.flatMap((entry) => { const message = messageOf(entry); return message?.role === 'toolResult' ? [message.result] : [] })
const until = async (test: () => boolean) => { for (let n = 0; !test(); n++) { if (n > 3_000) throw new Error('waited too long'); await new Promise((resolve) => { setTimeout(resolve, 5) }) } }
const stuck: Script = async function* (_request, _n, signal) { await new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) }); yield* [] }
const writing: Script = async function* (request, n, signal) { yield say('雪落在灯上'); yield* stuck(request, n, signal); signal.throwIfAborted() }
const toldOf = ({ agents }: Core) => agents.entries(1, { limit: 50 }).entries.filter((entry) => entry.origin === 'system')
const ask = (more: object = {}): ModelEvent[] => [call('a', 'invoke_agent', { sessionId: 2, input: { path: 'manuscript/001.md' }, ...more }), end()]
const writes: ModelEvent[] = [call('w1', 'write', { path: 'manuscript/001.md', content: '雪。\n' }), end()]
const reports: ModelEvent[] = [call('w2', 'report_result', { result: '写了', data: { summary: 's' } }), end()]

async function approve(bench: Bench, core: Core): Promise<void> {
  const [card] = bench.project.sessionsDb.prepare<[], { id: string; effectsHash: string }>("SELECT id, effectsHash FROM Approval WHERE status = 'pending'").all()
  const answered = await core.pipeline.answer(card?.id ?? '', 'approve', card?.effectsHash ?? '', 'author', null)
  if (answered.result !== null) await core.agents.settled(2, 'w1', answered.result)
}

describe('a stop of the app while another session works (04 §10)', () => {
  it('the child spoke with the model: the call is OUTCOME_UNKNOWN, both are interrupted, nothing is run again', async () => {
    const bench = await start({ 'leader.default': [ask()], writer: [stuck] })
    await bench.agents.send(1, '去', 'prompt')
    await until(() => bench.agents.get(2).status === 'running')
    const { agents } = await restarted(bench, {})
    expect([agents.get(1).status, agents.get(2).status]).toEqual(['interrupted', 'interrupted'])
    expect(results(agents, 1)).toMatchObject([{ tool: 'invoke_agent', code: 'OUTCOME_UNKNOWN', details: { status: 'error', sessionId: 2 } }])
  })
  it('the child waits for the author: it still does, and its end ends the call', async () => {
    const bench = await start({ 'leader.default': [ask()], writer: [writes] })
    bench.agents.configure(1, { workMode: 'discuss' })
    await bench.agents.send(1, '去', 'prompt')
    await until(() => bench.agents.get(2).status === 'waiting')
    const core = await restarted(bench, { 'leader.default': [[say('好'), end()]], writer: [reports] })
    expect([core.agents.get(1).status, core.agents.get(2).status]).toEqual(['waiting', 'waiting'])
    expect(core.agents.snapshot(1).openCalls).toMatchObject([{ callId: 'a', state: 'running' }])
    await approve(bench, core)
    await until(() => core.agents.get(1).status === 'idle')
    expect(results(core.agents, 1)).toMatchObject([{ status: 'ok', content: '[OK] 写了', details: { status: 'completed', finalMessage: '写了' } }])
  })
  it('the child was over, its asker not yet told: the result is found', async () => {
    const bench = await start({ 'leader.default': [ask(), [say('完'), end()]], writer: [reports] })
    await bench.agents.send(1, '去', 'prompt')
    await bench.agents.whenQuiet(1)
    const db = bench.project.sessionsDb
    // As a kill right after the child's end leaves it: the run of the asker is open, its call has no result.
    db.prepare("UPDATE Invocation SET state = 'open', outcome = NULL").run()
    db.prepare("UPDATE Call SET state = 'started', result = NULL, finishedAt = NULL WHERE callId = 'a'").run()
    const reply = bench.agents.entries(1, { limit: 50 }).entries.find((entry) => messageOf(entry)?.role === 'assistant')
    db.prepare("UPDATE Session SET status = 'running', activeLeafId = ? WHERE id = 1").run(reply?.id ?? '')
    const { agents } = await restarted(bench, { 'leader.default': [[say('好'), end()]] })
    await until(() => agents.get(1).status === 'idle')
    expect(results(agents, 1)).toMatchObject([{ status: 'ok', details: { status: 'completed', finalMessage: '写了' } }])
  })
  it('a background job: running is interrupted and told once; waiting goes on and is told once', async () => {
    const bench = await start({ 'leader.default': [ask({ background: true }), [say('开始'), end()]], writer: [stuck] })
    await bench.agents.send(1, '去', 'prompt')
    await bench.agents.whenQuiet(1)
    await until(() => bench.agents.get(2).status === 'running')
    const core = await restarted(bench, { 'leader.default': [[say('知道了'), end()]] })
    expect(core.jobs.list()).toMatchObject([{ status: 'interrupted', deliveryStatus: 'accepted' }])
    expect(core.agents.get(2).status).toBe('interrupted')
    await core.agents.whenQuiet(1)
    expect(toldOf(core)).toHaveLength(1)
  })
  it.each<[string, 'invoke_agent' | 'task', RegExp]>([
    ['an assistant', 'invoke_agent', /session 2, [^]*invoke_agent, mode continue[^]*Its last words[^]*雪落在灯上/],
    ['a helper for one task', 'task', /session 2; give the rest to a new helper[^]*Its last words[^]*雪落在灯上/],
  ])('a background job of %s that was writing: its last words and where it worked reach both', async (_, kind, words) => {
    const bench = await start({ 'leader.default': [ask({ background: true }), [say('开始'), end()]], writer: [writing] })
    await bench.agents.send(1, '去', 'prompt')
    await bench.agents.whenQuiet(1)
    await until(() => bench.agents.snapshot(2).streaming?.text === '雪落在灯上')
    bench.project.sessionsDb.prepare('UPDATE Job SET kind = ?').run(kind)
    const core = await restarted(bench, { 'leader.default': [[say('知道了'), end()]] })
    const [job] = core.jobs.list()
    expect([job, core.jobs.get(job?.id ?? '')]).toMatchObject([{ status: 'interrupted', sessionId: 2 }, { result: '雪落在灯上', data: { sessionId: 2 } }])
    await core.agents.whenQuiet(1)
    const [told] = toldOf(core)
    expect([told?.payload['text'], told?.payload['source']]).toEqual([expect.stringMatching(words), expect.objectContaining({ job: expect.objectContaining({ status: 'interrupted', sessionId: 2 }) as unknown })])
  })
  it('a waiting background job survives, and its end is delivered', async () => {
    const bench = await start({ 'leader.default': [ask({ background: true }), [say('开始'), end()]], writer: [writes] })
    bench.agents.configure(2, { workMode: 'plan' })
    await bench.agents.send(1, '去', 'prompt')
    await until(() => bench.jobs.list()[0]?.status === 'waiting')
    await bench.agents.whenQuiet(1)
    const core = await restarted(bench, { 'leader.default': [[say('收到'), end()]], writer: [reports] })
    expect(core.jobs.list()).toMatchObject([{ status: 'waiting', asks: [{ kind: 'approval', sessionId: 2 }] }])
    await approve(bench, core)
    await until(() => core.jobs.list()[0]?.deliveryStatus === 'accepted')
    expect(core.jobs.list()).toMatchObject([{ status: 'completed', preview: '写了' }])
    await core.agents.whenQuiet(1)
  })
})
