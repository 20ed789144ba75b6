import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { call, end, say, scripted } from '../../../test/model-server/agent-bench'
import { GlobalConfig } from '@shared/settings'
import { createEmbeddingPort } from '../models/embeddings'
import type { ModelPort } from '../models/types'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import { createSandboxHost } from '../sandbox/host'
import { createProjectRuntime } from './project-runtime'
import { openSettings } from './settings-store'
import type { ProjectRuntime } from './types'

/** A scripted model before the real loop, the real pipeline and a real project. */
let home = ''
let runtime: ProjectRuntime
let events: CoreEvent[] = []
beforeEach(() => { home = mkdtempSync(join(tmpdir(), 'wenqu-runs-')); events = [] })
const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
afterEach(async () => { await runtime.close(); rmSync(home, { recursive: true, force: true }) })

async function open(model: ModelPort): Promise<ProjectRuntime> {
  const env = createEnv(join(home, 'wenqu'))
  const { dir } = await createProject(join(home, 'novel'), { title: '长安雪', locale: 'zh-CN' }, env)
  const project = await openProject(dir, env, { emit: (event) => { events.push(event) }, readOnlyOk: false, watch: false })
  runtime = await createProjectRuntime({ project, settings: openSettings(env.home), models: model, sandbox, embeddings: createEmbeddingPort({ settings: () => GlobalConfig.parse({}), keys: () => ({}) }), keys: () => ({}), watch: false })
  return runtime
}
const talk = async (text: string): Promise<number> => {
  const { id } = runtime.agents.create({ profileKey: 'leader.default' })
  await runtime.agents.send(id, text, 'prompt')
  await runtime.agents.whenQuiet(id)
  return id
}
const ends = (callId: string): number => events.filter((event) => event.type === 'call.end' && event.callId === callId).length

describe('the results of one reply (08 §5, §12 14)', () => {
  it('5 of 50,000 characters: at most 200,000 are shown, each cut one says where the rest is', async () => {
    const files = [1, 2, 3, 4, 5].map((n) => `long-${n}.md`)
    const model = scripted([[...files.map((path, n) => call(`r${n + 1}`, 'read', { path })), end({ reason: 'calls' })], [say('好'), end()]])
    await open(model)
    for (const path of files) writeFileSync(join(runtime.project.dir, path), `${'x'.repeat(99)}\n`.repeat(500))
    const id = await talk('read them')
    const shown = model.requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : [])) ?? []
    expect(shown).toHaveLength(5)
    expect(shown.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(200_000)
    const cut = shown.filter((text) => text.length < 5_000)
    expect(cut).toHaveLength(2)
    for (const text of cut) expect(text).toMatch(/\n… 480 more lines \(\d+ characters\)\. Full text: result:\/\/r\d, offset 21\.$/)
    expect(shown.filter((text) => text.length > 49_000)).toHaveLength(3)
    // What is stored stays whole, so that the rest can be read.
    expect((await runtime.agents.result(id, 'r1')).text.length).toBeGreaterThan(49_000)
    const rest = await runtime.pipeline.invoke({ kind: 'test', sessionId: id, runId: null, callId: 'rest', profileKey: 'leader.default', role: 'root', signal: new AbortController().signal, approve: 'ask' }, 'read', { path: 'result://r1', offset: 21, limit: 1 })
    expect(rest.content).toContain(`21 | ${'x'.repeat(99)}`)
  })
})

describe('call.end (08 §6)', () => {
  it('comes once for a question: with the answer, not before', async () => {
    await open(scripted([[call('q1', 'request_user_input', { questions: [{ question: 'Which name?' }] }), call('w1', 'write', { path: 'a.md', content: 'x' }), end()], [say('好'), end()]]))
    const id = await talk('ask me')
    expect([runtime.agents.get(id).status, ends('q1'), ends('w1')]).toEqual(['waiting', 0, 1])
    await runtime.agents.answer(id, 'q1', [{ questionIndex: 0, text: '林霞', selectedOptionIndex: -1, note: '', ignored: false }])
    await runtime.agents.whenQuiet(id)
    expect([runtime.agents.get(id).status, ends('q1'), ends('w1')]).toEqual(['idle', 1, 1])
  })
  it('comes once for each call of a reply: done, refused, of broken JSON, and waiting until it is stopped', async () => {
    const calls = [call('ok', 'read', { path: 'project.yaml' }), call('no', 'read', { path: '../x' }), call('json', 'read', '{"a":1,}'), call('ask', 'switch_mode', { targetMode: 'plan' }), call('later', 'read', { path: 'project.yaml' })]
    await open(scripted([[...calls, end()], [say('好'), end()]]))
    const id = await talk('go')
    expect(['ok', 'no', 'json', 'ask', 'later'].map(ends)).toEqual([1, 1, 1, 0, 1])
    await runtime.agents.cancel(id)
    expect(ends('ask')).toBe(1)
  })
})

describe('the loop guard (04 §13)', () => {
  it('pauses the run at the tenth identical call, with its number; only the author goes on', async () => {
    const model = scripted([(_request, n) => [call(`c${n}`, 'read', { path: 'project.yaml' }), end({ reason: 'calls' })]])
    await open(model)
    const id = await talk('loop')
    expect(model.requests).toHaveLength(10)
    expect(runtime.agents.snapshot(id)).toMatchObject({ session: { status: 'waiting' }, pause: { code: 'LOOP_GUARD', text: 'read was called 10 times in a row with the same arguments and the same result.' } })
    expect(events.findLast((event) => event.type === 'run.ended')).toMatchObject({ how: 'paused', code: 'LOOP_GUARD' })
    expect(await runtime.agents.send(id, 'more', 'prompt')).toEqual({ queued: true })
    expect(model.requests).toHaveLength(10)
    await runtime.agents.continue(id)
    await runtime.agents.whenQuiet(id)
    expect([model.requests.length, runtime.agents.snapshot(id).pause?.code]).toEqual([20, 'LOOP_GUARD'])
  })
})
