import { rmSync } from 'node:fs'
import { GlobalConfig } from '@shared/settings'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { definition, openWorkflowBench, type WorkflowBench } from '../../../test/workflows/workflow-bench'
import { createModelPort } from '../models/model-port'
import { createEnv } from '../project/env'
import { resourcesDir } from '../project/resources'
import { createSandboxHost } from '../sandbox/host'

const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
let bench: WorkflowBench
afterEach(async () => { await bench.close(); rmSync(bench.home, { recursive: true, force: true }) })

const demo = () => createModelPort({ settings: () => GlobalConfig.parse({}), keys: () => ({}), env: createEnv('none'), resourcesDir: resourcesDir(), demoSpeed: 0 })

/** A story of these chapters, in this order; `written` have a text. */
async function story(chapters: readonly string[], written: readonly string[]): Promise<void> {
  bench = await openWorkflowBench(demo(), sandbox)
  const { runtime, owner } = bench
  runtime.agents.configure(owner, { writeMode: 'apply', permissionMode: 'bypassPermissions' })
  const caller = (name: string) => ({ kind: 'test' as const, sessionId: owner, runId: null, callId: `chapter-${name}`, profileKey: 'leader.default', role: 'root' as const, signal: new AbortController().signal, approve: 'ask' as const })
  for (const name of chapters) expect(await runtime.pipeline.invoke(caller(name), 'save_story_chapter', { action: 'create', name, title: `《${name}》` })).toMatchObject({ status: 'ok' })
  for (const name of written) bench.write(`manuscript/${name}/index.md`, `---\nchapter: ${name}\n---\n雪落在长安。\n`)
}

async function ended(workflowKey: string, args: unknown): Promise<{ error: string | null; result: unknown }> {
  const { runtime, owner, still, result } = bench
  const { jobId } = runtime.workflows.start(await runtime.workflows.prepare({ workflowKey, args, surface: 'nbook' }), { ownerId: owner, wait: false, tell: false })
  const job = await still(jobId)
  return { error: job.error, result: result(jobId) ?? job.asks }
}

describe.each(['split-book', 'consistency-audit'])('%s names chapters as the window counts them', (key) => {
  it.each([
    ['between which nothing is written', { from: 2, to: 3 }, /^CHAPTER_RANGE: line \d+: .*第 2 章到第 3 章里没有写了正文的章。写了正文的是：第 1、4 章。$/],
    ['that begins past the end', { from: 99 }, /^CHAPTER_RANGE: line \d+: .*全书到第 4 章为止，没有第 99 章。$/],
    ['that ends past the end', { from: 2, to: 5 }, /^CHAPTER_RANGE: line \d+: .*全书到第 4 章为止，没有第 5 章。$/],
    ['from a chapter before the first', { from: -1 }, /^CHAPTER_RANGE: line \d+: .*没有第 -1 章；可以选第 1 章到第 4 章。$/],
    ['from chapter nought', { from: 0, to: 4 }, /^CHAPTER_RANGE: line \d+: .*没有第 0 章；可以选第 1 章到第 4 章。$/],
    ['to a chapter before the first', { from: 1, to: -2 }, /^CHAPTER_RANGE: line \d+: .*没有第 -2 章；可以选第 1 章到第 4 章。$/],
    ['from the middle of a chapter', { from: 1.5 }, /^CHAPTER_RANGE: line \d+: .*没有第 1.5 章；可以选第 1 章到第 4 章。$/],
    ['the wrong way round', { from: 4, to: 1 }, /^CHAPTER_RANGE: line \d+: .*从第 4 章到第 1 章是倒着的；可以选第 1 章到第 4 章，小的在前。$/],
  ])('a part %s: what is really so', async (_, args, said) => {
    await story(['one', 'two', 'three', 'four'], ['one', 'four'])
    expect((await ended(key, args)).error).toMatch(said)
  })
  it('an assistant that asks for such a part is refused by the code', async () => {
    await story(['one', 'two'], ['one', 'two'])
    const caller = { kind: 'test' as const, sessionId: bench.owner, runId: null, callId: 'part', profileKey: 'leader.default', role: 'root' as const, signal: new AbortController().signal, approve: 'yes' as const }
    expect(await bench.runtime.pipeline.invoke(caller, 'run_workflow', { workflowKey: key, args: { from: -1 }, wait: true })).toMatchObject({ status: 'fail', code: 'CHAPTER_RANGE', content: expect.stringContaining('可以选第 1 章到第 2 章') })
  })
  it('nothing written at all', async () => {
    await story(['one'], [])
    expect((await ended(key, {})).error).toContain('还没有一章写了正文。')
  })
})

describe('wf.workspace.chapters of a part', () => {
  /** What a script gets for each of these parts: the numbers, or the code it is refused with. */
  const asked = async (parts: readonly unknown[]) => {
    const id = await bench.begin(definition(`async (wf, parts) => wf.all(parts.map((part) => async () => { try { return (await wf.workspace.chapters(part)).map((one) => one.number).join(' ') } catch (error) { return error.code } }))`), parts)
    expect((await bench.over(id)).error).toBeNull()
    return bench.result(id)
  }

  it('gives the chapters between, written or not, and takes the numbers as an argument says them', async () => {
    await story(['one', 'two', 'three', 'four'], ['one', 'four'])
    expect(await asked([{}, { from: 2 }, { to: 3 }, { from: 2, to: 0 }, { from: '2', to: '' }, { from: null, to: 2 }, { from: 3, to: 3 }])).toEqual(['1 2 3 4', '2 3 4', '1 2 3', '2 3 4', '2 3 4', '1 2', '3'])
    expect(await asked([{ written: true }, { from: 2, written: true }, { from: 2, to: 3, written: true }, { from: 2, to: 3 }])).toEqual(['1 4', '4', 'CHAPTER_RANGE', '2 3'])
    expect(await asked([{ from: 5 }, { to: 5 }, { from: 0 }, { from: -1 }, { to: -1 }, { from: 1.5 }, { from: '二' }, { from: 3, to: 2 }, { from: {} }])).toEqual([...Array.from({ length: 8 }, () => 'CHAPTER_RANGE'), 'ARGS_INVALID'])
  })

  it('has no part that does not exist in a book of no chapters, and nothing written there', async () => {
    await story([], [])
    expect(await asked([{}, { from: 3 }, { written: true }])).toEqual(['', '', 'CHAPTER_RANGE'])
  })

  it('a run that asked for all of them before is taken up again: what stands in its journal is what it asks for', async () => {
    await story(['one', 'two'], ['one'])
    const id = await bench.begin(definition(`async (wf) => { const all = await wf.workspace.chapters(); const part = await wf.workspace.chapters({ from: 2 }); return [all.length, part.length, await wf.ask.text('?')] }`))
    await bench.still(id)
    const rows = () => bench.runtime.project.sessionsDb.prepare("SELECT args FROM WorkflowActivity WHERE kind = 'workspace.chapters' ORDER BY n").pluck().all()
    expect(rows()).toEqual(['{}', '{"from":2}'])
    bench = await bench.restart()
    bench.runtime.workflows.answer(id, Object.fromEntries((await bench.still(id)).asks.map((ask) => [ask.id, '好'])))
    expect([(await bench.over(id)).error, bench.result(id), rows().length]).toEqual([null, [2, 1, '好'], 2])
  })
})

it('what is not written does not move the numbers of those behind it', async () => {
  await story(['one', 'two', 'three', 'four'], ['one', 'four'])
  expect((await ended('split-book', { from: 4 })).result).toMatchObject({ chapters: [{ title: '《four》' }] })
})

describe('"Write a chapter until it stands" in a story of one chapter', () => {
  it('writes that one and asks for no file', async () => {
    await story(['one'], ['one'])
    expect(await ended('chapter-write-review-revise', {})).toMatchObject({ error: null, result: { path: 'manuscript/one/index.md' } })
  })
  it('asks where, when something else was named', async () => {
    await story(['one'], ['one'])
    expect(await ended('chapter-write-review-revise', { chapterId: 'nine' })).toMatchObject({ result: [{ kind: 'text' }] })
  })
})
