import { readdirSync, rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { definition, openWorkflowBench, type WorkflowBench } from '../../../test/workflows/workflow-bench'
import { createModelPort } from '../models/model-port'
import { GlobalConfig } from '@shared/settings'
import { createEnv } from '../project/env'
import { resourcesDir } from '../project/resources'
import { createSandboxHost } from '../sandbox/host'

const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
let bench: WorkflowBench
afterEach(async () => { await bench.close(); rmSync(bench.home, { recursive: true, force: true }) })

const KEYS = ['book-deconstruct', 'character-qa-fanout', 'chapter-write-review-revise', 'consistency-audit', 'llmlint-full-review', 'llmlint-review', 'parallel-brainstorm', 'split-book', 'write-review-loop'].sort()
/** The offline demo model, at once. */
const demo = () => createModelPort({ settings: () => GlobalConfig.parse({}), keys: () => ({}), env: createEnv('none'), resourcesDir: resourcesDir(), demoSpeed: 0 })

async function open(): Promise<WorkflowBench> {
  bench = await openWorkflowBench(demo(), sandbox)
  const { runtime, owner } = bench
  runtime.agents.configure(owner, { writeMode: 'apply' })
  for (const [n, name] of ['one', 'two'].entries()) {
    const caller = { kind: 'test' as const, sessionId: owner, runId: null, callId: `chapter-${name}`, profileKey: 'leader.default', role: 'root' as const, signal: new AbortController().signal, approve: 'ask' as const }
    expect(await runtime.pipeline.invoke(caller, 'save_story_chapter', { action: 'create', name, title: `第${n + 1}章` })).toMatchObject({ status: 'ok' })
    bench.write(`manuscript/${name}/index.md`, `---\nchapter: ${name}\n---\n# 第${n + 1}章\n\n雪落在长安。\n`)
  }
  return bench
}

describe('the built-in workflows (04 §12)', () => {
  it('are the nine of the spec, each checked, with texts in both languages', async () => {
    const { runtime } = await open()
    expect(readdirSync(`${resourcesDir()}/workflows`).sort()).toEqual(KEYS)
    const listed = await runtime.workflows.list()
    expect(listed.map((one) => [one.key, one.problem, one.source])).toEqual(KEYS.map((key) => [key, null, 'product']))
    for (const one of listed) {
      expect(one.description, one.key).toMatch(/[\u4e00-\u9fff]/)
      expect(one.phases.length, one.key).toBeGreaterThan(0)
      expect(one.script, one.key).not.toMatch(/title: '/)
    }
  })
  it('a run is named in both languages, whichever it was started in; an author’s one title stays', async () => {
    const { runtime, owner, over, begin, events } = await open()
    const titles = { zh: '拆自己的书', en: 'Take your book apart' }
    const plan = await runtime.workflows.prepare({ workflowKey: 'split-book', args: {}, surface: 'nbook', lang: 'en' })
    const { jobId } = runtime.workflows.start(plan, { ownerId: owner, wait: false })
    const own = await begin(definition('async () => 1'))
    await over(own)
    expect(await over(jobId)).toMatchObject({ title: titles.en, titles })
    expect(runtime.jobs.list().map((job) => job.titles)).toEqual([undefined, titles])
    expect(events.findLast((event) => event.type === 'job.changed' && event.job.id === jobId)).toMatchObject({ job: { titles } })
    expect(runtime.workflows.state(jobId).phases[1]).toMatchObject({ title: 'Structure', titles: { zh: '全书结构', en: 'Structure' } })
    await runtime.agents.whenQuiet(owner)
    const told = runtime.agents.entries(owner, { limit: 50 }).entries.map((entry) => entry.payload['source'])
    expect(told).toContainEqual(expect.objectContaining({ job: expect.objectContaining({ titles }) }))
  })
  it.each([
    ['parallel-brainstorm', { question: '沈砚为什么回长安？' }, { top: [expect.anything()] }],
    ['write-review-loop', { brief: '渡口的夜' }, { text: expect.stringContaining('演示') }],
    ['chapter-write-review-revise', { path: 'manuscript/three.md' }, { path: 'manuscript/three.md', converged: true }],
    ['consistency-audit', {}, { problems: [{}, {}], unchecked: [], notReached: 0 }],
    ['split-book', {}, { chapters: [{ title: '第1章' }, { title: '第2章' }] }],
    ['book-deconstruct', { path: 'manuscript/one/index.md' }, { wholeBook: true, tension: [1] }],
    ['character-qa-fanout', { character: '沈砚', paths: ['manuscript/one/index.md'] }, { character: '沈砚', answers: Array.from({ length: 9 }, () => ({})) }],
    ['llmlint-review', {}, { findings: 2 }],
    ['llmlint-full-review', { text: '他缓缓睁眼。' }, { changed: true, findings: 1 }],
  ])('%s does its work on the demo model', async (workflowKey, args, result) => {
    const { runtime, owner, still, over } = await open()
    const plan = await runtime.workflows.prepare({ workflowKey, args, surface: 'nbook' })
    const { jobId } = runtime.workflows.start(plan, { ownerId: owner, wait: false, tell: false })
    const job = await still(jobId)
    if (job.status === 'waiting') runtime.workflows.answer(jobId, Object.fromEntries(job.asks.map((ask) => [ask.id, ask.kind === 'approve' ? true : '好'])))
    expect(await over(jobId)).toMatchObject({ status: 'completed', error: null })
    expect(bench.result(jobId)).toMatchObject(result)
    const state = runtime.workflows.state(jobId)
    expect(state.chart.nodes.every((node) => node.state === 'done')).toBe(true)
    expect(state.chart.nodes.length).toBe(state.activities.chartNodes)
    expect(runtime.agents.list().filter((one) => one.role === 'helper' && one.status !== 'archived')).toEqual([])
  }, 30_000)
})
