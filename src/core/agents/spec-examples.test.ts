import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { call, end, openBench as openLoop, say, scripted } from '../../../test/model-server/agent-bench'
import { closeTeams, create, held, lines, openTeam, results, talk, until, type Team } from '../../../test/model-server/team'
import { benchProfiles, openBench } from '../../../test/tools/bench'

afterEach(closeTeams)

// Rows of 04 §14 that no test beside its own part has alone; the last test here looks whether every row has one somewhere.
const names = (set: Team, profileKey: string, role: 'root' | 'child') => set.pipeline.definitions(profileKey, role).map((tool) => tool.name)
const grant = (set: Team, profileKey: string, role: 'root' | 'child', tool: string) => set.pipeline.grants(profileKey, role).find((one) => one.name === tool)
const invoke = (set: Team, args: object) => set.call(set.root, 'invoke_agent', args)
const reply = (...calls: [string, object][]) => [...calls.map(([tool, args], n) => call(`c${n}`, tool, args)), end()]
const main = async (...calls: [string, object][]) => {
  const set = await openTeam({ main: [reply(...calls), [say('好'), end()]] })
  const { id } = set.agents.create({ profileKey: 'main' })
  await talk(set, '做', id)
  return { set, id, codes: lines(set, id).filter((line) => calls.some(([tool]) => line.startsWith(`${tool} `))) }
}

describe('tools of profiles', () => {
  it('14.1 no tools: every call is TOOL_NOT_GRANTED', async () => {
    const bench = await openBench()
    const session = bench.session({ profileKey: 'nothing' })
    const codes = await Promise.all(bench.pipeline.grants('nothing', 'root').map(async ({ name }) => (await bench.call(session, name, {})).code))
    expect([codes.length > 30, new Set(codes)]).toEqual([true, new Set(['TOOL_NOT_GRANTED'])])
    await bench.close()
  })
  it('14.2 a star: write in; switch_mode and run_workflow out', async () => {
    const star = benchProfiles().get('asker')
    const bench = await openBench([], new Map([['asker', { ...star, key: 'asker', tools: ['*'] } as NonNullable<typeof star>]]))
    const offered = bench.pipeline.definitions('asker', 'root').map((tool) => tool.name)
    expect(['write', 'switch_mode', 'run_workflow'].map((name) => offered.includes(name))).toEqual([true, false, false])
    await bench.close()
  })
  it('14.5 leader.default as child: switch_mode is out by its role', async () => {
    const set = await openTeam({})
    expect([grant(set, 'leader.default', 'child', 'switch_mode'), grant(set, 'leader.default', 'root', 'switch_mode')]).toMatchObject([{ in: false, reason: 'role' }, { in: true }])
  })
  it('14.6 writer: execute_world in, save_story_scene not declared', async () => {
    const set = await openTeam({})
    expect([grant(set, 'writer', 'child', 'execute_world'), grant(set, 'writer', 'child', 'save_story_scene')]).toMatchObject([{ in: true }, { in: false, reason: 'not_declared' }])
  })
  it('14.7 simulator.actor: exactly report_result', async () => {
    expect(names(await openTeam({}), 'simulator.actor', 'child')).toEqual(['report_result'])
  })
})

describe('creating and asking', () => {
  const creating = async (args: object) => { const set = await openTeam({}); return set.call(set.root, 'create_agent', args) }
  it('14.11 create_agent summarizer: PROFILE_SYSTEM_ONLY', async () => { expect(await creating({ profileKey: 'summarizer' })).toMatchObject({ status: 'fail', code: 'PROFILE_SYSTEM_ONLY' }) })
  it('14.12 initial as a string: pass a real object', async () => {
    expect(await creating({ profileKey: 'retrieval', initial: '{"prompt":"x"}' })).toMatchObject({ code: 'INITIAL_INVALID', content: expect.stringMatching(/real object/i) })
  })
  it('14.13 initial {}: /prompt is missing', async () => {
    expect(await creating({ profileKey: 'retrieval', initial: {} })).toMatchObject({ code: 'INITIAL_INVALID', content: expect.stringContaining('/prompt: missing') })
  })
  it('14.14 below depth 3: AGENT_DEPTH', async () => {
    const set = await openTeam({})
    let parent = set.root
    for (let n = 0; n < 3; n++) parent = await create(set, 'rp.leader', undefined, parent)
    expect(await set.call(parent, 'create_agent', { profileKey: 'writer' })).toMatchObject({ code: 'AGENT_DEPTH' })
  })
  it('14.15 its own id: AGENT_SELF', async () => { const set = await openTeam({}); expect(await invoke(set, { sessionId: set.root, message: 'x' })).toMatchObject({ code: 'AGENT_SELF' }) })
  it('14.16 writer with input {}: /path is missing', async () => {
    const set = await openTeam({})
    expect(await invoke(set, { sessionId: await create(set, 'writer'), input: {} })).toMatchObject({ code: 'PAYLOAD_INVALID', content: expect.stringContaining('/path: missing') })
  })
  it('14.17 continue with a message: ARGS_INVALID', async () => {
    const set = await openTeam({})
    expect(await invoke(set, { sessionId: await create(set, 'writer'), mode: 'continue', message: 'x' })).toMatchObject({ code: 'ARGS_INVALID' })
  })
  it('14.18 steer an idle child: AGENT_NOT_RUNNING', async () => {
    const set = await openTeam({})
    expect(await invoke(set, { sessionId: await create(set, 'writer'), mode: 'steer', message: 'x' })).toMatchObject({ code: 'AGENT_NOT_RUNNING' })
  })
  it('14.23 background while the target runs: AGENT_BUSY, no job', async () => {
    const first = held([say('一'), end()])
    const set = await openTeam({ explore: [first.script] })
    const child = await create(set, 'explore')
    const asked = invoke(set, { sessionId: child, message: 'a' })
    await until(() => set.agents.get(child).status === 'running')
    expect([(await invoke(set, { sessionId: child, message: 'b', background: true })).code, set.jobs.list()]).toEqual(['AGENT_BUSY', []])
    first.go()
    await asked
  })
  it('14.26 detach twice: detached, already_detached', async () => {
    const set = await openTeam({})
    const child = await create(set, 'writer')
    const detach = async () => (await set.call(set.root, 'detach_agent', { sessionId: child })).details['status']
    expect([await detach(), await detach()]).toEqual(['detached', 'already_detached'])
  })
  it('14.27 get_session with a budget of 100 tokens: RESULT_OVER_BUDGET', async () => {
    const set = await openTeam({ 'leader.default': [[say('雪夜长安。'.repeat(100)), end()]] })
    await talk(set, '写一段')
    expect(await set.call(set.root, 'get_session', { includeRecentMessages: true, tokenBudget: 100 })).toMatchObject({ code: 'RESULT_OVER_BUDGET' })
  })
})

describe('control tools', () => {
  it('14.28 17 Task calls: all TASK_BATCH, none started', async () => {
    const { set, codes } = await main(...Array.from({ length: 17 }, (_, n): [string, object] => ['Task', { description: `d${n}`, prompt: 'x', subagent_type: 'explore' }]))
    expect([codes, set.agents.list().length]).toEqual([Array.from({ length: 17 }, () => 'Task TASK_BATCH'), 2])
  })
  it('14.29 Task beside Read: both TASK_BATCH', async () => {
    const { codes } = await main(['Task', { description: 'd', prompt: 'x', subagent_type: 'explore' }], ['Read', { file_path: 'project.yaml' }])
    expect(codes).toEqual(['Task TASK_BATCH', 'Read TASK_BATCH'])
  })
  it('14.31 51 todos: ARGS_INVALID', async () => {
    const { codes } = await main(['TodoWrite', { todos: Array.from({ length: 51 }, () => ({ content: 'x', status: 'pending', activeForm: 'x' })) }])
    expect(codes).toEqual(['TodoWrite ARGS_INVALID'])
  })
  it('14.32 an answer with an unknown label: ANSWER_INVALID, still waiting', async () => {
    const { set, id } = await main(['AskUserQuestion', { questions: [{ question: '谁？', header: '人', options: [{ label: '甲', description: '' }, { label: '乙', description: '' }], multiSelect: false }] }])
    const answer = { questionIndex: 0, text: '', selectedOptionIndex: -1, selected: ['丙'], note: '', ignored: false }
    await expect(set.agents.answer(id, 'c0', [answer])).rejects.toMatchObject({ fault: { code: 'ANSWER_INVALID' } })
    expect(set.agents.get(id).status).toBe('waiting')
    await set.agents.answer(id, 'c0', [{ ...answer, selected: ['乙'] }])
    expect((await set.agents.whenQuiet(id)).status).toBe('idle')
  })
  it('14.33 two steps in progress: the second becomes pending', async () => {
    const set = await openTeam({})
    await set.call(set.root, 'task_create', { steps: ['a', 'b'].map((id) => ({ id, text: id, status: 'in_progress' })) })
    expect(set.agents.tasks.get(set.root)?.steps.map((step) => step.status)).toEqual(['in_progress', 'pending'])
  })
  it('14.35 a stop in the middle of the text: kept as partial, idle', async () => {
    const bench = openLoop({ model: scripted([async function* (_request, _n, signal) { yield say('雪下了一夜'); await new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) }) }]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    await bench.until(() => bench.agents.snapshot(id).streaming?.text === '雪下了一夜')
    await bench.agents.cancel(id)
    expect([bench.lines(id), bench.agents.get(id).status]).toEqual([['user: 写', 'assistant partial: 雪下了一夜'], 'idle'])
  })
  it('14.44 a script with Date.now() in line 3: WORKFLOW_FORBIDDEN with the line, no card', async () => {
    const { set, id, codes } = await main(['run_workflow', { script: 'const a = 1\nlog(a)\nconst t = Date.now()\nreturn t' }])
    expect([codes, results(set, id, 'run_workflow')[0]?.content]).toEqual([['run_workflow WORKFLOW_FORBIDDEN'], expect.stringMatching(/line 3/i)])
    expect(set.project.sessionsDb.prepare('SELECT count(*) AS n FROM Approval').get()).toEqual({ n: 0 })
  })
})

it('every one of the 45 rows has a test of its own number', () => {
  const folders = ['src/core/agents', 'src/core/agents/compaction', 'src/core/jobs', 'src/core/tools']
  const files = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.test.ts')).map((name) => join(folder, name)))
  // A title begins with its one number; several together ("14.5 and 14.6") count for none.
  const own = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"]14\.(\d+)(?![\d.,]| and |-)/g)].map((match) => Number(match[1])))
  expect([...new Set(own)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, n) => n + 1))
})
