import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Job } from '@shared/job'
import type { StepState } from '@shared/workflow'
import { startTexts } from '../../i18n/text'
import { jobCost, lengthText, sinceText, stageText, stateText, stepsText } from './job-words'

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  startTexts('zh-CN')
})

const job = (more: Partial<Job> = {}): Job => ({ id: 'j', kind: 'task', title: 't', status: 'running', ownerId: 1, rootId: 1, sessionId: 2, stage: null, asks: [], stopping: false, deliveryStatus: 'not_required', preview: '', error: null, startedAt: '2026-01-01T00:00:00.000Z', finishedAt: null, ...more })

describe('what a row of a job says (09 §9)', () => {
  it.each([[-5, '0 秒'], [59_000, '59 秒'], [60_000, '1 分钟'], [3_599_000, '59 分钟'], [3_660_000, '1 小时 1 分']])('%i ms: %s', (ms, words) => { expect(lengthText(ms)).toBe(words) })

  it('how long it has taken so far, then how long it took', () => {
    const later = Date.parse('2026-01-01T00:02:00.000Z')
    expect(sinceText(job(), later)).toContain('已 2 分钟')
    expect(sinceText(job({ finishedAt: '2026-01-01T00:00:30.000Z' }), later)).toContain('用了 30 秒')
  })

  it('the stage in the author\'s words while it goes on; a stop asked for is said', () => {
    expect([stageText(job({ stage: 'get_story_tree' })), stageText(job({ stage: 'RecallHistory' })), stageText(job({ stage: 'mcp__maps__find_place' })), stageText(job({ stage: '第 2 轮' })), stageText(job({ stage: 'edit', status: 'completed' }))]).toEqual(['查看故事结构', '回看较早的对话', 'maps 的 find_place', '第 2 轮', null])
    expect([stateText(job({ stopping: true })), stateText(job({ stopping: true, status: 'cancelled' }))]).toEqual(['正在停下', '已停下'])
  })

  it('how far a run is: as many steps as are shown, without what there is none of', () => {
    const chart = (...states: StepState[]) => ({ chart: { nodes: states.map((state, n) => ({ id: `${n}`, label: '', state, branch: '', sessionId: null })), edges: [] } })
    expect([stepsText(chart('done', 'done', 'active', 'waiting')), stepsText(chart('done', 'failed', 'unreached')), stepsText(chart('done', 'stopped', 'stopped', 'unreached')), stepsText(chart('done', 'unneeded'))]).toEqual(['做完 2 步 · 1 步在做', '做完 1 步 · 1 步没做成', '做完 1 步 · 2 步没做完', '做完 1 步'])
  })

  it('a cost that is known, one that is not, the demo\'s, none at all', () => {
    const usage = { input: 900, cachedInput: 0, cacheWrite: 0, output: 100, reasoning: 0, cost: 0.5, currency: 'CNY' }
    expect([jobCost(usage), jobCost({ ...usage, cost: null, currency: null }), jobCost({ ...usage, cost: 0, currency: null }), jobCost({ ...usage, cost: 0 }), jobCost({ ...usage, input: 0, output: 0 }), jobCost(undefined)]).toEqual(['费用 0.5000 CNY', '1,000 词元，费用未知', '免费', '费用 0.0000 CNY', null, null])
  })
})
