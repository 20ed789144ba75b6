import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { askApproval, call, end, openBench, result, say, scripted, type Bench, type Tool } from '../../../test/model-server/agent-bench'

const codeOf = async (work: () => unknown): Promise<string> => {
  try { await work(); return 'ok' } catch (error) { return isFault(error) ? error.fault.code : String(error) }
}
const start = (bench: Bench, profileKey = 'leader.default') => bench.agents.create({ profileKey }).id
const talk = async (bench: Bench, text: string, id = start(bench)) => { await bench.agents.send(id, text, 'prompt'); await bench.agents.whenQuiet(id); return id }
const echo: Tool = (args) => `ok ${JSON.stringify(args)}`
const failing: Tool = () => result('', '', '[FAIL] NOT_FOUND: x', { status: 'fail', code: 'NOT_FOUND' })

describe('a run (04 §3)', () => {
  it('goes from message through calls to the last word, with events and usage', async () => {
    const model = scripted([[say('我看看'), call('c1', 'read', { path: 'a.md' }), end({ reason: 'calls' })], [say('读完了'), end()]])
    const bench = openBench({ model, tools: { read: echo } })
    const id = await talk(bench, '读一下 a.md')
    expect(bench.lines(id)).toEqual(['user: 读一下 a.md', 'assistant: 我看看', 'read ok', 'assistant: 读完了'])
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', text: '我看看', calls: [{ callId: 'c1', tool: 'read', args: { path: 'a.md' } }] },
      { role: 'tool', callId: 'c1', tool: 'read', text: 'ok {"path":"a.md"}', failed: false, details: {} },
    ])
    const { session, usage } = bench.agents.snapshot(id)
    expect([session.status, session.title, session.unread, usage.own.input, usage.own.cost]).toEqual(['idle', '读一下 a.md', true, 20, 0.02])
    expect(bench.events.map((event) => event.type).filter((type) => /message|text|run/.test(type))).toEqual(['message.start', 'text.delta', 'message.end', 'message.start', 'text.delta', 'message.end', 'run.ended'])
  })
  it('shows the head in the order of 04 §6, and mode texts once', async () => {
    const model = scripted([[say('好'), end()]])
    const bench = openBench({ model })
    const id = await talk(bench, '你好')
    bench.agents.configure(id, { workMode: 'plan' })
    await talk(bench, '再来', id)
    await talk(bench, '再来', id)
    bench.agents.configure(id, { workMode: 'normal' })
    await talk(bench, '动手', id)
    const texts = model.requests.at(-1)?.messages.map((message) => message.text) ?? []
    expect(texts[0]).toMatch(/^You work beside a novelist[\s\S]*# Rules of Wenqu[\s\S]*# The novel\nTitle: 长安雪/)
    expect(texts.filter((text) => text.startsWith('<system-reminder>')).map((text) => text.split('\n')[1]?.slice(0, 20))).toEqual([expect.stringMatching(/^Today is \d{4}-\d\d-\d\d/), 'You are in normal mo', 'You are in plan mode', 'Plan mode is over; y'])
  })
  it('14.34 report_result ends the run, later calls are skipped', async () => {
    const model = scripted([[call('c1', 'report_result', { result: 'ok' }), call('c2', 'write', { path: 'a.md' }), end()]])
    const bench = openBench({ model, tools: { report_result: echo, write: echo } })
    const id = await talk(bench, 'go')
    expect(bench.lines(id)).toEqual(['user: go', 'assistant: ', 'report_result ok', 'write SKIPPED'])
    expect(bench.ran.map((one) => one.tool)).toEqual(['report_result'])
  })
  it('14.20 two steers during a tool reach the next model call, in order', async () => {
    const model = scripted([[call('c1', 'edit', {}), end()], [say('好'), end()]])
    const bench = openBench({ model })
    const id = start(bench)
    bench.tools['edit'] = async () => {
      await bench.agents.send(id, '一', 'steer')
      await bench.agents.send(id, '二', 'steer')
      expect(bench.agents.snapshot(id).queue.map((item) => item.text)).toEqual(['一', '二'])
      return 'done'
    }
    await talk(bench, 'go', id)
    expect(bench.lines(id)).toEqual(['user: go', 'assistant: ', 'edit ok', 'user: 一', 'user: 二', 'assistant: 好'])
  })
  it('followups run one by one after a normal end; a queued one can be taken back', async () => {
    const model = scripted([async function* (_request, _n, signal) { await new Promise((resolve) => { setTimeout(resolve, 30) }); if (!signal.aborted) yield say('一'); yield end() }, [say('二'), end()], [say('三'), end()]])
    const bench = openBench({ model })
    const id = start(bench)
    await bench.agents.send(id, 'a', 'prompt')
    await bench.agents.send(id, 'b', 'prompt')
    await bench.agents.send(id, 'c', 'followup')
    await bench.agents.send(id, 'd', 'followup')
    bench.agents.unqueue(id, bench.agents.snapshot(id).queue[1]?.id ?? '')
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: a', 'assistant: 一', 'user: b', 'assistant: 二', 'user: d', 'assistant: 三'])
  })
  it('the table of 04 §3', async () => {
    const bench = openBench({ model: scripted([[say('好'), end()]]) })
    const id = start(bench)
    expect(await codeOf(() => bench.agents.send(id, 'x', 'steer'))).toBe('AGENT_NOT_RUNNING')
    bench.agents.archive(id, true)
    expect(await Promise.all((['prompt', 'steer', 'followup'] as const).map((how) => codeOf(() => bench.agents.send(id, 'x', how))))).toEqual(['AGENT_ARCHIVED', 'AGENT_ARCHIVED', 'AGENT_ARCHIVED'])
    expect(await codeOf(() => bench.agents.continue(id))).toBe('AGENT_ARCHIVED')
    expect(bench.agents.archive(id, false).status).toBe('idle')
    expect(await codeOf(() => bench.agents.create({ profileKey: 'summarizer' }))).toBe('PROFILE_SYSTEM_ONLY')
  })
})

describe('calls (04 §10)', () => {
  it('reads run side by side, the rest one by one, results in order', async () => {
    let open = 0
    let most = 0
    const slow: Tool = async () => { most = Math.max(most, ++open); await new Promise((resolve) => { setTimeout(resolve, 10) }); open--; return 'x' }
    const reads = Array.from({ length: 12 }, (_, n) => call(`r${n}`, 'read', {}))
    const bench = openBench({ model: scripted([[...reads, call('w1', 'write', {}), call('w2', 'write', {}), end()], [say('好'), end()]]), tools: { read: slow, write: slow } })
    const id = await talk(bench, 'go')
    expect(most).toBe(8)
    expect(bench.entries(id).flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [entry.payload['callId']] : []))).toEqual([...reads.map((_, n) => `r${n}`), 'w1', 'w2'])
  })
  it('more than 64 calls: all refused, none run', async () => {
    const calls = Array.from({ length: 65 }, (_, n) => call(`c${n}`, 'read', {}))
    const bench = openBench({ model: scripted([[...calls, end()], [say('好'), end()]]), tools: { read: echo } })
    const id = await talk(bench, 'go')
    expect(bench.lines(id).filter((line) => line === 'read TOO_MANY_CALLS')).toHaveLength(65)
    expect(bench.ran).toEqual([])
  })
  it('14.37 arguments that are not JSON are not run', async () => {
    const model = scripted([[call('c1', 'write', '{"a":1,}'), call('c2', 'write', '"{}"'), call('c3', 'write', '{"a":1,"a":2}'), end()], [say('好'), end()]])
    const bench = openBench({ model, tools: { write: echo } })
    const id = await talk(bench, 'go')
    expect(bench.lines(id).slice(2, 5)).toEqual(['write ARGS_JSON', 'write ARGS_JSON', 'write ARGS_JSON'])
    expect(bench.ran).toEqual([])
    expect(model.requests[1]?.messages.find((message) => message.role === 'tool')?.text).toMatch(/position 7[\s\S]*\{"a":1,\}/)
  })
  it('14.36 a reply cut inside a call: a note, and the next turn works', async () => {
    const cut = end({ dropped: true, reason: 'other', openCalls: [{ callId: 'c1', tool: 'write', characters: 812 }] })
    const model = scripted([[say('写'), cut], [say('接上'), end()]])
    const bench = openBench({ model, tools: { write: echo } })
    const id = await talk(bench, 'go')
    expect(bench.lines(id)).toEqual(['user: go', 'assistant interrupted: 写', 'assistant: 接上'])
    expect(model.requests[1]?.messages.at(-1)?.text).toContain('ARGS_TRUNCATED: your reply was cut inside the call of write after 812 characters')
  })
  it('a repeated call id is replaced by a fresh one', async () => {
    const bench = openBench({ model: scripted([[call('c1', 'read', {}), call('c1', 'read', {}), end()], [call('c1', 'read', {}), end()], [say('好'), end()]]), tools: { read: echo } })
    const id = await talk(bench, 'go')
    const ids = bench.entries(id).flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [String(entry.payload['callId'])] : []))
    expect(new Set(ids).size).toBe(3)
    expect(bench.lines(id).at(-1)).toBe('assistant: 好')
  })
  it('empty replies: two nudges, then PROVIDER_EMPTY', async () => {
    const model = scripted([[{ type: 'reasoning', text: '嗯' }, end()]])
    const bench = openBench({ model })
    const id = await talk(bench, 'go')
    expect(model.requests).toHaveLength(3)
    expect(bench.events.find((event) => event.type === 'run.ended')).toMatchObject({ how: 'error', code: 'PROVIDER_EMPTY' })
    expect(bench.lines(id)).toEqual(['user: go', 'assistant error: '])
  })
})

describe('guards (04 §13)', () => {
  it.each([
    ['CALLS_FAILING', [[call('c', 'edit', {}), end()]], 10],
    ['LIMIT_CALLS', [[...Array.from({ length: 64 }, (_, n) => call(`c${n}`, 'read', {})), end()]], 448],
    ['PROVIDER_FAILING', [[say('…'), end({ dropped: true })]], 0],
  ])('%s pauses; continue goes on', async (code, replies, ran) => {
    const bench = openBench({ model: scripted(replies), tools: { edit: failing, read: echo } })
    const id = await talk(bench, 'go')
    expect(bench.agents.snapshot(id)).toMatchObject({ session: { status: 'waiting' }, pause: { code } })
    expect(bench.ran).toHaveLength(ran)
    await bench.agents.send(id, 'later', 'prompt')
    await bench.agents.continue(id)
    await bench.agents.whenQuiet(id)
    expect(bench.ran.length).toBe(ran * 2)
  })
})

it('a call that runs says in a snapshot what it is at, for a window that was not there when it was told', async () => {
  const stage = { name: 'fetch', done: 1, total: 3, note: 'a.example' }
  let seen: unknown
  const read: Tool = (_args, caller, it) => {
    it.stages.set(caller.callId, stage)
    seen = it.agents.snapshot(caller.sessionId).openCalls
    return '雪'
  }
  await talk(openBench({ model: scripted([[call('c1', 'read', {}), end()], [say('好'), end()]]), tools: { read } }), 'go')
  expect(seen).toMatchObject([{ callId: 'c1', state: 'running', stage }])
})

describe('waiting for the author (05 §6)', () => {
  const asking = () => {
    const model = scripted([[call('c1', 'read', {}), call('c2', 'write', {}), call('c3', 'write', {}), end()], [say('好'), end()]])
    return openBench({ model, tools: { read: echo, write: (_args, caller, bench) => askApproval(bench, caller, 'write') } })
  }
  it('05 §9.57: the first result, the second waits, the third is skipped; the answer resumes', async () => {
    const bench = asking()
    const id = await talk(bench, 'go')
    expect(bench.lines(id)).toEqual(['user: go', 'assistant: ', 'read ok', 'write SKIPPED'])
    expect(bench.agents.snapshot(id)).toMatchObject({ session: { status: 'waiting' }, openCalls: [{ callId: 'c2', state: 'approval', approvalId: 'ap_c2' }] })
    expect(await codeOf(() => bench.agents.continue(id))).toBe('AGENT_WAITING')
    await bench.agents.settled(id, 'c2', result('c2', 'write', '[OK] written'))
    await bench.agents.settled(id, 'c2', result('c2', 'write', 'again'))
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id).slice(2)).toEqual(['read ok', 'write SKIPPED', 'write ok', 'assistant: 好'])
  })
  it('a stop expires what waits', async () => {
    const bench = asking()
    const id = await talk(bench, 'go')
    await bench.agents.cancel(id)
    expect(bench.lines(id).at(-1)).toBe('write EXPIRED')
    expect(bench.agents.get(id).status).toBe('idle')
    expect(bench.project.sessionsDb.prepare('SELECT status FROM Approval').get()).toEqual({ status: 'expired' })
    await bench.agents.settled(id, 'c2', result('c2', 'write', 'late'))
    expect(bench.lines(id).filter((line) => line.startsWith('write'))).toEqual(['write SKIPPED', 'write EXPIRED'])
  })
  it('questions: a wrong answer still waits, a right one goes on', async () => {
    const questions = [{ question: '怎么收？', options: [{ label: '暖' }, { label: '冷' }] }]
    const model = scripted([[call('q', 'request_user_input', { questions }), end()], [say('好'), end()]])
    const bench = openBench({ model, tools: { request_user_input: () => 'asked' } })
    const id = await talk(bench, 'go')
    expect(bench.agents.snapshot(id).openCalls).toMatchObject([{ state: 'question', questions }])
    const answer = { questionIndex: 0, text: '', selectedOptionIndex: 7, note: '', ignored: false }
    expect(await codeOf(() => bench.agents.answer(id, 'q', [answer]))).toBe('ANSWER_INVALID')
    expect(await codeOf(() => bench.agents.answer(id, 'q', []))).toBe('ANSWER_INVALID')
    await bench.agents.answer(id, 'q', [{ ...answer, selectedOptionIndex: 1, note: '但别太冷' }])
    await bench.agents.whenQuiet(id)
    expect(model.requests[1]?.messages.at(-1)?.text).toBe('Q: 怎么收？\nA: 冷 (但别太冷)')
    expect(await codeOf(() => bench.agents.answer(id, 'q', [answer]))).toBe('CALL_NOT_WAITING')
  })
  it('an approved switch_mode changes the mode', async () => {
    const wait: Tool = (_args, caller, bench): ToolResult => askApproval(bench, caller, 'switch_mode')
    const bench = openBench({ model: scripted([[call('m', 'switch_mode', { targetMode: 'plan' }), end()], [say('好'), end()]]), tools: { switch_mode: wait } })
    const id = await talk(bench, 'go')
    await bench.agents.settled(id, 'm', result('m', 'switch_mode', '[OK] plan'))
    expect(bench.agents.get(id).workMode).toBe('plan')
    await bench.agents.whenQuiet(id)
  })
})
