import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startModelServer, stream, text, toolCall, type Reply } from '../../../test/model-server/openai-server'
import { tempFolder } from '../../../test/project/make-project'
import { createCore } from '../app/create-core'
import { createProject } from '../project/create-project'

/** A whole core, whose model plays these replies over loopback; the calls below pass the real gate. */
async function novel(profileKey: string, replies: readonly Reply[] = [stream([text('好')])]) {
  const workspace = tempFolder()
  const server = await startModelServer(replies)
  onTestFinished(() => server.close())
  const core = await createCore({ home: join(workspace, 'home'), demoSpeed: 0, watch: false })
  onTestFinished(() => core.close())
  const model = { context: 65_536, maxOutput: 4_096, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' }
  await core.settings.update((config) => ({ ...config, models: { ...config.models, default: 'box/m', providers: { box: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 10_000, models: { m: model } } } } }))
  const { dir } = await createProject(join(workspace, 'novel'), { title: '雪', locale: 'zh-CN' }, core.env)
  const { agents, pipeline, jobs } = await core.open(dir)
  const id = agents.create({ profileKey }).id
  let calls = 0
  const call = (tool: string, args: unknown) => pipeline.invoke({ kind: 'test', sessionId: id, runId: null, callId: `c${(calls += 1)}`, profileKey, role: 'root', signal: new AbortController().signal, approve: 'yes' }, tool, args)
  return { agents, jobs, id, call, server }
}
const step = (id: string, status: string) => ({ id, text: `第${id}步`, status })

describe('lists of what is to be done (04 §5)', () => {
  it('task_create replaces the list, one step in progress; task_set_status moves it, and demotes the other', async () => {
    const { agents, id, call } = await novel('leader.default')
    expect(await call('task_set_status', { id: 'a', status: 'completed' })).toMatchObject({ status: 'fail', code: 'TASKS_NONE' })
    expect(await call('task_create', { title: '第三章', steps: [step('a', 'in_progress'), step('b', 'in_progress')] })).toMatchObject({ status: 'ok' })
    expect(agents.tasks.get(id)).toMatchObject({ title: '第三章', steps: [{ id: 'a', status: 'in_progress' }, { id: 'b', status: 'pending' }] })
    expect(await call('task_set_status', { id: 'b', status: 'in_progress', note: '写到一半' })).toMatchObject({ status: 'ok' })
    expect(agents.tasks.get(id)?.steps.map((one) => one.status)).toEqual(['pending', 'in_progress'])
    expect(await call('task_set_status', { id: 'z', status: 'completed' })).toMatchObject({ status: 'fail', code: 'TASK_UNKNOWN' })
    await call('task_create', { steps: [step('c', 'pending')] })
    expect(agents.tasks.get(id)?.steps.map((one) => one.id)).toEqual(['c'])
  })

  it('TodoWrite replaces the whole list; empty clears it', async () => {
    const { agents, id, call } = await novel('main')
    await call('TodoWrite', { todos: [{ content: '读第三章', status: 'in_progress', activeForm: '正在读第三章' }, { content: '改结尾', status: 'pending', activeForm: '正在改结尾' }] })
    expect(agents.tasks.get(id)?.steps).toMatchObject([{ text: '正在读第三章', status: 'in_progress' }, { text: '改结尾', status: 'pending' }])
    await call('TodoWrite', { todos: [] })
    expect(agents.tasks.get(id)?.steps).toEqual([])
  })
})

it('AskUserQuestion waits for the author, refuses a wrong answer, and tells the model the right one', async () => {
  const question = { question: '结尾收在哪里？', header: '结尾', options: [{ label: '渡口', description: '停在江边' }, { label: '江心', description: '船翻了' }], multiSelect: false }
  const { agents, id, server } = await novel('main', [stream(toolCall(0, 'q', 'AskUserQuestion', JSON.stringify({ questions: [question] }), 40), { finish: 'tool_calls' }), stream([text('记下了')])])
  await agents.send(id, '怎么收？', 'prompt')
  await agents.whenQuiet(id)
  expect(agents.get(id).status).toBe('waiting')
  const callId = agents.snapshot(id).openCalls[0]?.callId ?? ''
  const answer = { questionIndex: 0, text: '', selectedOptionIndex: -1, selected: ['河里'], note: '', ignored: false }
  await expect(agents.answer(id, callId, [answer])).rejects.toThrow('ANSWER_INVALID')
  await agents.answer(id, callId, [{ ...answer, selected: ['江心'] }])
  await agents.whenQuiet(id)
  expect(JSON.stringify(server.requests[1]?.body)).toContain('江心')
  expect(agents.get(id).status).toBe('idle')
})

it('Task starts a helper that works to its end and gives its answer', async () => {
  const { agents, id, call } = await novel('main', [stream([text('第三章没有伏笔。')])])
  const done = await call('Task', { description: '找伏笔', prompt: '看第三章', subagent_type: 'explore' })
  expect(done).toMatchObject({ status: 'ok', details: { status: 'completed', finalMessage: '第三章没有伏笔。' } })
  expect(agents.list().filter((one) => one.parentId === id)).toMatchObject([{ profileKey: 'explore', role: 'child', title: '找伏笔' }])
})

it('list_workflows tells what run_workflow can start, which runs a script to its end', async () => {
  const { call, jobs, id } = await novel('leader.default')
  const listed = await call('list_workflows', {})
  expect(listed).toMatchObject({ status: 'ok', details: { workflows: expect.any(Array) as unknown, models: ['box/m'] } })
  const script = "export default { key: 'count', title: '数', description: 'x', run: async (wf, args) => ({ sum: args.a + args.b }) }"
  expect(await call('run_workflow', { script, args: { a: 2, b: 3 }, wait: true })).toMatchObject({ status: 'ok', details: { status: 'completed', result: { sum: 5 } } })
  expect(jobs.list({ ownerId: id })).toMatchObject([{ kind: 'workflow', status: 'completed' }])
})
