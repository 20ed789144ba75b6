import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FaultError } from '@shared/fault'
import type { Job } from '@shared/job'
import type { WorkflowState } from '@shared/workflow'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { call, end, say, scripted } from '../../../test/model-server/agent-bench'
import { openWorkflowBench, type WorkflowBench } from '../../../test/workflows/workflow-bench'
import { sampleData } from '../models/demo/sample-data'
import type { ModelEvent, ModelPort, ModelRequest } from '../models/types'
import { createSandboxHost } from '../sandbox/host'

const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
let bench: WorkflowBench
afterEach(async () => { await bench.close(); rmSync(bench.home, { recursive: true, force: true }) })

const FILE = 'manuscript/one/index.md'
const GIVEN: Record<string, unknown> = {
  'parallel-brainstorm': { question: '为什么回来？' }, 'write-review-loop': { brief: '渡口的夜' }, 'chapter-write-review-revise': { path: 'manuscript/three.md' }, 'consistency-audit': {}, 'split-book': {},
  'book-deconstruct': { path: FILE }, 'character-qa-fanout': { character: '沈砚', paths: [FILE] }, 'llmlint-review': {}, 'llmlint-full-review': { paths: [FILE] },
}
const words = (): ModelEvent[] => [say('好的，我看看。'), end()]
const refused = (): never => { throw new FaultError({ code: 'PROVIDER_ERROR', message: 'HTTP 401: bad key' }) }
const id = ({ hint }: ModelRequest, what: string): string => `${what}-${hint.sessionId}-${hint.entryId}-${hint.assistantSteps}`
/** A report that fits; fields may be set. */
const reported = (request: ModelRequest, data: object = {}): ModelEvent[] => [call(id(request, 'r'), 'report_result', { result: '好了', data: { ...(sampleData(request.hint.output, 'zh', '一句话') as object), ...data } }), end({ reason: 'calls' })]
const wrote = (request: ModelRequest, path: string, content: string): ModelEvent[] => [call(id(request, 'w'), 'write', { path, content }), end({ reason: 'calls' })]
const systemOf = ({ messages }: ModelRequest): string => messages.map((message) => (message.role === 'system' ? message.text : '')).join('\n')

interface Ran { job: Job; state: WorkflowState; result: Record<string, unknown> }
async function addChapter(name: string, title: string): Promise<void> {
  const caller = { kind: 'test' as const, sessionId: bench.owner, runId: null, callId: `chapter-${name}`, profileKey: 'leader.default', role: 'root' as const, signal: new AbortController().signal, approve: 'ask' as const }
  await bench.runtime.pipeline.invoke(caller, 'save_story_chapter', { action: 'create', name, title })
}

async function begun(workflowKey: string, model: ModelPort, args: unknown = GIVEN[workflowKey], more = async (): Promise<void> => undefined): Promise<string> {
  bench = await openWorkflowBench(model, sandbox)
  const { runtime, owner } = bench
  runtime.agents.configure(owner, { writeMode: 'apply', permissionMode: 'bypassPermissions' })
  for (const [n, name] of ['one', 'two'].entries()) {
    await addChapter(name, `第${n + 1}章`)
    bench.write(`manuscript/${name}/index.md`, `---\nchapter: ${name}\n---\n雪落在长安。\n`)
  }
  await more()
  return runtime.workflows.start(await runtime.workflows.prepare({ workflowKey, args, surface: 'nbook' }), { ownerId: owner, wait: false, tell: false }).jobId
}

/** Runs one to its end on this model; yes to what it asks. */
async function ran(workflowKey: string, model: ModelPort, args?: unknown, more?: () => Promise<void>): Promise<Ran> {
  const jobId = await begun(workflowKey, model, args, more)
  const { runtime } = bench
  let job = await bench.still(jobId)
  while (job.status === 'waiting') {
    runtime.workflows.answer(jobId, Object.fromEntries(job.asks.map((ask) => [ask.id, ask.kind === 'approve' ? true : ask.kind === 'select' ? (ask.options?.at(-1) ?? '') : FILE])))
    job = await bench.still(jobId)
  }
  return { job, state: runtime.workflows.state(jobId), result: (bench.result(jobId) ?? {}) as Record<string, unknown> }
}
const boxes = ({ chart }: WorkflowState) => Object.fromEntries(chart.nodes.map((node) => [node.id, node.state]))

describe('a step without a result is a failure of that step, never "nothing found" (04 §12)', () => {
  it.each(Object.keys(GIVEN))('%s on a model that only talks: it fails and says so in the author’s language', async (key) => {
    const { job, state } = await ran(key, scripted([words]))
    expect([job.status, job.error]).toEqual(['failed', expect.stringMatching(key === 'chapter-write-review-revise' ? /什么也没有写进 manuscript\/three\.md/ : /^NO_REPORT: .*助手答了话，却没有交出要它给的结果/)])
    expect(job.error).not.toMatch(/completed/)
    expect(state.activities.failed).toBeGreaterThan(0)
    expect([...state.chart.nodes, ...state.phases].filter((one) => one.state === 'done')).toEqual([])
  }, 30_000)
  it.each(Object.keys(GIVEN))('%s where the service refuses: it fails with that', async (key) => {
    const { job, state } = await ran(key, scripted([refused]))
    expect([job.status, job.error]).toEqual(['failed', expect.stringMatching(/^PROVIDER_ERROR: .*模型服务不认这把密钥/)])
    const work = state.activities.failed
    expect(work).toBeGreaterThan(0)
    expect([...state.chart.nodes, ...state.phases].filter((one) => one.state === 'done')).toEqual([])
  }, 30_000)
})

describe('some of it did not come: the result names it, and the rest stands', () => {
  it('one angle of a brainstorm', async () => {
    const { job, state, result } = await ran('parallel-brainstorm', scripted([(request) => (systemOf(request).includes('反着来') ? words() : reported(request))]))
    expect(job.status).toBe('completed')
    expect(result).toMatchObject({ failed: [{ step: '反着来会怎样', why: expect.stringContaining('没有交出') }], all: [{}, {}, {}, {}] })
    expect([state.activities.done, state.activities.failed, boxes(state)]).toEqual([5, 1, { merge: 'done', a0: 'done', a1: 'done', a2: 'done', a3: 'done', a4: 'failed' }])
  })
  it('the last look across the chapters: what was not looked at is no empty list', async () => {
    const { job, result, state } = await ran('consistency-audit', scripted([(request) => (systemOf(request).includes('事实清单') || request.hint.profileKey === 'director' ? words() : reported(request))]))
    expect(job.status).toBe('completed')
    expect(Object.keys(result).toSorted()).toEqual(['failed', 'notReached', 'problems', 'unchecked'])
    expect((result['failed'] as { step: string }[]).map((one) => one.step).toSorted()).toEqual(['前后对照', '对照世界记录：第1章', '对照世界记录：第2章'])
    expect(boxes(state)).toEqual({ across: 'failed', c0: 'done', c1: 'done' })
  })
  it('a review that did not come leaves the text, and no word of "no remarks"', async () => {
    const { result } = await ran('write-review-loop', scripted([(request) => (systemOf(request).includes('第一读者') ? words() : reported(request))]))
    expect(result).toMatchObject({ text: expect.stringContaining('演示'), failed: [{ step: '审读 1' }] })
    expect(result).not.toHaveProperty('lastReview')
  })
})

describe('stopped on its way', () => {
  const held = (): ModelPort => scripted([async function* (request, _n, signal) {
    if (systemOf(request).includes('反着来')) await new Promise((resolve) => { signal.addEventListener('abort', resolve, { once: true }) })
    else yield* reported(request)
  }])
  it('what is finished stays, in words; what was at work says that it was not finished', async () => {
    const jobId = await begun('parallel-brainstorm', held())
    const { runtime } = bench
    await bench.until(() => runtime.workflows.state(jobId).activities.done === 4)
    runtime.jobs.cancel(jobId)
    expect((await bench.over(jobId)).status).toBe('cancelled')
    const state = runtime.workflows.state(jobId)
    expect([boxes(state), state.phases.map((phase) => phase.state), state.activities.failed]).toEqual([{ a0: 'done', a1: 'done', a2: 'done', a3: 'done', a4: 'stopped', merge: 'unreached' }, ['stopped', 'unreached'], 0])
    const text = runtime.jobs.get(jobId).result
    expect(text).toMatch(/^已经做完的：\n- \*\*人物的欲望与恐惧\*\*\n {2}- 点子\n {4}- 标题: （演示）/)
    expect(text).not.toMatch(/[{}"[\]]/)
  })
  it('the app ended meanwhile: nothing says that it is at work', async () => {
    const jobId = await begun('parallel-brainstorm', held())
    await bench.until(() => bench.runtime.workflows.state(jobId).activities.done === 4)
    bench = await bench.restart()
    const state = bench.runtime.workflows.state(jobId)
    expect([state.status, boxes(state)['a4'], state.phases[0]?.state]).toEqual(['interrupted', 'stopped', 'stopped'])
  })
})

describe('"Style check and repair" goes by the text', () => {
  const model = (edit: boolean): ModelPort => scripted([(request) => {
    if (request.hint.profileKey !== 'inline.editor' || request.hint.assistantSteps > 1 || !edit) return reported(request)
    return request.hint.assistantSteps === 0 ? [call(id(request, 'read'), 'read', { path: FILE }), end({ reason: 'calls' })] : [call(id(request, 'e'), 'edit', { path: FILE, edits: [{ oldText: '雪落', newText: '雨落' }] }), end({ reason: 'calls' })]
  }])
  it('the same to the byte: not changed', async () => {
    const { job, result, state } = await ran('llmlint-full-review', model(false))
    expect([job.status, result]).toEqual(['completed', expect.objectContaining({ changed: false, findings: 1, left: 1, failed: [{ step: `修改：${FILE}`, why: expect.stringContaining('一字不差') }] })])
    expect(boxes(state)['fix']).toBe('failed')
  })
  it('changed: which files', async () => {
    const { result } = await ran('llmlint-full-review', model(true))
    expect(result).toMatchObject({ changed: true, files: [FILE], failed: [] })
  })
  it('a name that is not there is said and asked for again; the missing one of several is named', async () => {
    expect((await ran('llmlint-full-review', model(true), { paths: ['nowhere.md'] })).result).toMatchObject({ changed: true, files: [FILE] })
    expect(bench.runtime.workflows.state(bench.runtime.jobs.list()[0]?.id ?? '').status).toBe('completed')
    await bench.close()
    expect((await ran('llmlint-full-review', model(true), { paths: ['nowhere.md', FILE] })).result).toMatchObject({ files: [FILE], failed: [{ step: 'nowhere.md' }] })
  })
})

describe('"Write a chapter until it stands" goes by the file', () => {
  const PATH = 'manuscript/three.md'
  const passed = { pass: true, issues: [] }
  const must = { pass: false, issues: [{ weight: 'must', quote: '雪', problem: '空', fix: '改' }] }
  /** The writer writes these texts in turn; `reader` answers per reader. */
  const model = (texts: string[], reader: (which: string, request: ModelRequest) => ModelEvent[], path = PATH): ModelPort => {
    let next = 0
    return scripted([(request) => {
      if (request.hint.profileKey !== 'writer') return reader(systemOf(request).includes('只看文字') ? 'prose' : systemOf(request).includes('只看人物') ? 'people' : 'story', request)
      const steps = request.hint.assistantSteps
      const content = texts[next]
      const known = next > 0 || path.includes('/two/')
      if (steps === 0 && known) return [call(id(request, 'read'), 'read', { path }), end({ reason: 'calls' })]
      if (content === undefined || steps > (known ? 1 : 0)) return reported(request)
      next += 1
      return wrote(request, path, content)
    }])
  }
  it('written, all reviews without must: it stands', async () => {
    expect((await ran('chapter-write-review-revise', model(['雪。\n'], (_, request) => reported(request, passed)))).result).toMatchObject({ converged: true, revisions: 0, left: [], failed: [] })
    expect(readFileSync(join(bench.dir, PATH), 'utf8')).toBe('雪。\n')
  })
  it('written, and nobody reviewed: it does not stand, the reviews are named', async () => {
    const { job, result, state } = await ran('chapter-write-review-revise', model(['雪。\n'], words))
    expect([job.status, result]).toEqual(['completed', expect.objectContaining({ converged: false, revisions: 0 })])
    expect(result).not.toHaveProperty('left')
    expect((result['failed'] as { step: string }[]).map((one) => one.step).toSorted()).toEqual(['第 1 次审读：人物与视角', '第 1 次审读：情节与因果', '第 1 次审读：文字'].toSorted())
    expect(boxes(state)).toEqual({ write: 'done', story1: 'failed', people1: 'failed', prose1: 'failed' })
  })
  it('one review came and found nothing: it stands, the others are named', async () => {
    const { result } = await ran('chapter-write-review-revise', model(['雪。\n'], (which, request) => (which === 'prose' ? reported(request, passed) : words())))
    expect(result).toMatchObject({ converged: true, failed: [{}, {}] })
  })
  const passing = (_: string, request: ModelRequest): ModelEvent[] => reported(request, passed)
  it('a chapter without a text gets one beside its neighbours, and the writer is told how it begins', async () => {
    const path = 'manuscript/vol-1/three/index.md'
    const port = model(['---\ntype: chapter\nchapter: three\n---\n雪。\n'], passing, path)
    const { job, result } = await ran('chapter-write-review-revise', port, { chapterId: 'three' }, async () => { await addChapter('three', '第3章') })
    expect([job.error, result]).toEqual([null, expect.objectContaining({ path, converged: true, failed: [] })])
    expect((port as ReturnType<typeof scripted>).requests[0]?.hint.userText).toContain('---\ntype: chapter\nchapter: three\n---')
  })
  it('a text that names no chapter is said', async () => {
    const { result } = await ran('chapter-write-review-revise', model(['雪。\n'], passing, 'manuscript/vol-1/three/index.md'), { chapterId: 'three' }, async () => { await addChapter('three', '第3章') })
    expect(result).toMatchObject({ converged: true, failed: [{ step: '把文字归到这一章', why: expect.stringContaining('chapter: three') }] })
  })
  it.each(['chapter six', 'manuscript/x.txt', 'manuscript/../project.md'])('"%s" is no place for a chapter: it asks for one', async (path) => {
    const { result } = await ran('chapter-write-review-revise', model(['---\nchapter: two\n---\n雨。\n'], passing, 'manuscript/two/index.md'), { path })
    expect(result).toMatchObject({ path: 'manuscript/two/index.md' })
  })
  it('a revision that leaves the file as it was: it does not stand', async () => {
    const { result } = await ran('chapter-write-review-revise', model(['雪。\n'], (_, request) => reported(request, must)))
    expect(result).toMatchObject({ converged: false, revisions: 0, left: [{ weight: 'must' }, {}, {}], failed: [{ step: '改 1', why: expect.stringContaining('一字不差') }] })
  })
})
