import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../clock'
import { withRetries } from '../retry'
import type { ModelEvent, ModelMessage, ModelRequest } from '../types'
import { createDemoModel } from './demo-model'
import { loadScenarios } from './load-scenarios'
import { matchScenario } from './match-scenario'

const dir = join(process.cwd(), 'resources/demo')
const ALL = ['get_story_tree', 'get_story_chapter', 'read', 'write', 'edit', 'save_story_scene', 'save_story_thread', 'switch_mode', 'request_user_input', 'task_create', 'task_set_status', 'report_result']

function request(text: string, more: { messages?: ModelMessage[]; steps?: number; granted?: string[]; profile?: string; locale?: 'zh-CN' | 'en' } = {}): ModelRequest {
  return {
    messages: [{ role: 'user', text }, ...(more.messages ?? [])], tools: [], maxOutput: 1000,
    hint: { profileKey: more.profile ?? 'leader.default', sessionId: 1, entryId: 'en_1', userText: text, assistantSteps: more.steps ?? 0, granted: more.granted ?? ALL, locale: more.locale ?? 'zh-CN' },
  }
}

function player(speed = 0) {
  const waits: number[] = []
  const clock: Clock = { now: () => 0, sleep: async (ms) => { waits.push(ms) } }
  const demo = createDemoModel({ dir, speed, clock })
  const signal = new AbortController().signal
  const play = async (one: ModelRequest) => {
    const events: ModelEvent[] = []
    for await (const event of withRetries((attempt) => demo.attempt(one, attempt, signal), { clock: demo.clock, random: () => 0, signal, mask: (text) => text })) events.push(event)
    return {
      events, text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
      calls: events.flatMap((event) => (event.type === 'call.closed' ? [{ id: event.callId, tool: event.tool, args: event.rawArgs }] : [])),
    }
  }
  return { play, waits }
}

describe('scenarios', () => {
  const scenarios = loadScenarios(dir)
  it('are valid, in both languages', () => {
    expect(scenarios.map((one) => one.id)).toEqual(['agent-writer', 'agent', 'approval', 'ask', 'background', 'browse', 'curator', 'delivered', 'fail', 'fix', 'noeta-explore', 'noeta', 'open-app', 'plan', 'read', 'report', 'slow', 'story', 'structured', 'summarizer', 'tasks', 'tour', 'workflow', 'write'])
  })
  it.each([
    ['read', 'read'], ['READ a chapter please', 'read'], ['读一章', 'read'], ['写一段', 'write'], ['fix', 'fix'], ['记一个场景', 'story'], ['plan', 'plan'],
    ['看看审批', 'approval'], ['ask', 'ask'], ['列个任务', 'tasks'], ['tasks', 'tasks'], ['slow', 'slow'], ['慢慢写', 'slow'], ['fail 429', 'fail'], ['出个错 cut', 'fail'], ['今天天气', 'tour'], ['', 'tour'],
  ])('%s → %s', (text, id) => {
    expect(matchScenario(scenarios, 'leader.default', text).id).toBe(id)
  })
  it('a profile of its own answers whatever it is told', () => {
    expect(matchScenario(scenarios, 'summarizer', '读一章').id).toBe('summarizer')
  })
})

describe('demo model', () => {
  it('is the same every time, with call ids by entry, step and number', async () => {
    const { play } = player()
    const first = await play(request('tour'))
    expect(first.calls).toEqual([{ id: 'demo-en_1-0-1', tool: 'get_story_tree', args: '{}' }])
    expect(await play(request('tour'))).toEqual(first)
  })
  it('binds paths from real results', async () => {
    const { play } = player()
    const tree: ModelMessage[] = [
      { role: 'assistant', text: '', calls: [{ callId: 'a', tool: 'get_story_tree', args: {} }] },
      { role: 'tool', callId: 'a', tool: 'get_story_tree', text: '…', failed: false, details: { acts: [{ chapters: [{ id: '7', title: '半钱坊' }] }] } },
    ]
    const second = await play(request('read', { messages: tree, steps: 1 }))
    expect(second.calls).toMatchObject([{ tool: 'get_story_chapter', args: '{"chapterId":"7"}' }])
  })
  it('says so when there is nothing to read', async () => {
    const { play } = player()
    const tree: ModelMessage[] = [{ role: 'assistant', text: '', calls: [] }, { role: 'tool', callId: 'a', tool: 'get_story_tree', text: '', failed: false, details: { acts: [] } }]
    expect((await play(request('read', { messages: tree, steps: 1 }))).text).toContain('还没有可读的正文')
  })
  it('skips a tool that was not granted, saying so', async () => {
    const { play } = player()
    const reply = await play(request('ask', { granted: [] }))
    expect(reply.calls).toEqual([])
    expect(reply.text).toContain('跳过 request_user_input')
  })
  it('tells a failure instead of going on', async () => {
    const { play } = player()
    const failed: ModelMessage[] = [{ role: 'assistant', text: '', calls: [] }, { role: 'tool', callId: 'a', tool: 'task_create', text: '[FAIL] X: no', failed: true }]
    const reply = await play(request('tasks', { messages: failed, steps: 1, locale: 'en' }))
    expect(reply.text).toBe('The list was not kept: no')
  })
  it('acts as three faults', async () => {
    const { play } = player()
    const busy = await play(request('fail 429'))
    expect(busy.events.filter((event) => event.type === 'retry')).toHaveLength(3)
    expect(busy.events.at(-1)).toMatchObject({ type: 'end', dropped: false, retries: 3 })
    const cut = await play(request('fail cut'))
    expect(cut.calls).toEqual([])
    expect(cut.events.at(-1)).toMatchObject({ dropped: true, openCalls: [{ tool: 'write' }] })
    expect((await play(request('fail json'))).calls[0]?.args).toContain(',}')
  })
  it('takes ten seconds for slow and 15 ms a piece otherwise', async () => {
    const slow = player(1)
    await slow.play(request('slow'))
    expect(slow.waits.length).toBeGreaterThan(20)
    expect(Math.round(slow.waits.reduce((sum, ms) => sum + ms, 0))).toBe(10_000)
    const fast = player(2)
    await fast.play(request('tour'))
    expect(new Set(fast.waits)).toEqual(new Set([7.5]))
  })
})
