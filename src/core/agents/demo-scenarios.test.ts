import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { createCore } from '../app/create-core'
import { createProject } from '../project/create-project'
import { coreHandlers } from '../router'
import { messageOf } from './conversation'

/** The real core with the demo model and an own project. */
async function novel(locale: 'zh-CN' | 'en') {
  const workspace = tempFolder()
  const core = await createCore({ home: join(workspace, 'home'), demoSpeed: 0, watch: false })
  onTestFinished(() => core.close())
  const { dir } = await createProject(join(workspace, 'novel'), { title: locale === 'en' ? 'Snow' : '雪', locale }, core.env)
  const runtime = await core.open(dir)
  const project = runtime.project.slug
  const context = { core, principal: 'human' as const }
  const { agents } = runtime
  return {
    core, dir, runtime, agents,
    addChapter: async (title: string) => { await coreHandlers['story.addChapter']({ project, title, actId: null }, context) },
    start: (workMode: 'normal' | 'discuss' | 'plan' = 'normal') => agents.create({ profileKey: 'leader.default', workMode }).id,
    say: async (id: number, text: string) => { await agents.send(id, text, 'prompt'); await agents.whenQuiet(id) },
    answer: async (id: number, verdict: 'approve' | 'deny', note: string | null = null) => {
      const [approval] = runtime.approvals.pending()
      if (approval === undefined) throw new Error('nothing waits')
      await coreHandlers['approvals.answer']({ project, id: approval.id, verdict, effectsHash: approval.effectsHash, note }, context)
      await agents.whenQuiet(id)
    },
    /** Tools with their codes, then the last words. */
    story: (id: number) => agents.entries(id, { limit: 200 }).entries.flatMap((entry) => {
      const message = messageOf(entry)
      return message?.role === 'toolResult' ? [`${message.tool} ${message.result.code ?? message.result.status}`] : []
    }),
    last: (id: number) => agents.entries(id, { limit: 200 }).entries.flatMap((entry) => { const message = messageOf(entry); return message?.role === 'assistant' ? [message.text] : [] }).at(-1) ?? '',
    text: (path: string) => readFileSync(join(dir, path), 'utf8'),
  }
}

describe.each(['zh-CN', 'en'] as const)('the demo on the real core, %s', (locale) => {
  const zh = locale === 'zh-CN'
  it('workflow: proposed on a card, asks in its job, goes on by the answer, and is told', async () => {
    const one = await novel(locale)
    const id = one.start()
    await one.say(id, zh ? '跑个工作流' : 'run a workflow')
    expect(one.story(id)).toEqual(['list_workflows ok'])
    await one.answer(id, 'approve')
    const { jobs, workflows } = one.runtime
    const [job] = jobs.list()
    const jobId = job?.id ?? ''
    expect(job).toMatchObject({ kind: 'workflow', title: zh ? '文风体检与修订' : 'Style check and repair' })
    await workflows.still()
    const waiting = jobs.get(jobId).job
    expect(waiting).toMatchObject({ status: 'waiting', asks: [{ kind: 'approve' }] })
    expect(waiting.stage).toContain(zh ? '请你过目' : 'Your word')
    workflows.answer(jobId, Object.fromEntries(waiting.asks.map((ask) => [ask.id, true])))
    await workflows.still()
    expect(jobs.get(jobId).job).toMatchObject({ status: 'completed', deliveryStatus: 'accepted' })
    await one.agents.whenQuiet(id)
    expect(one.last(id)).not.toBe('')
  })
  it('tour, read, write, fix, story, tasks', async () => {
    const one = await novel(locale)
    await one.addChapter(zh ? '半钱坊' : 'The lamp')
    const id = one.start()
    await one.say(id, zh ? '你好' : 'hello there')
    expect(one.last(id)).toContain(zh ? '读一章' : 'read a chapter')
    await one.say(id, zh ? '读一章' : 'read a chapter')
    await one.say(id, zh ? '写一段' : 'write a passage')
    await one.say(id, zh ? '改一处' : 'fix a sentence')
    await one.say(id, zh ? '记一个场景' : 'add a scene')
    await one.say(id, zh ? '列个任务' : 'tasks')
    expect(one.story(id)).toEqual([
      'get_story_tree ok', 'get_story_tree ok', 'get_story_chapter ok', 'read ok', 'write ok',
      'write ok', 'edit EDIT_FAILED', 'read ok', 'edit ok', 'get_story_tree ok', 'save_story_thread ok', 'save_story_scene ok', 'task_create ok', 'task_set_status ok', 'task_set_status ok',
    ])
    expect(one.text('manuscript/demo-note.md')).toContain(zh ? '我是来写假话的' : 'I have come to write lies')
    expect(one.text('manuscript/demo-fix.md')).toContain(zh ? '压得更低' : 'hat down')
    expect(one.agents.snapshot(id).tasks?.steps.map((step) => step.status)).toEqual(['completed', 'in_progress', 'pending'])
    await one.say(id, zh ? '写一段' : 'write a passage')
    await one.say(id, zh ? '改一处' : 'fix a sentence')
    await one.say(id, zh ? '记一个场景' : 'add a scene')
    expect(one.story(id).slice(15)).toEqual(['write ok', 'write ok', 'edit EDIT_FAILED', 'read ok', 'edit ok', 'get_story_tree ok', 'save_story_scene ok'])
  })
  it('agent: a writer is created, asked, reads, writes and reports', async () => {
    const one = await novel(locale)
    await one.addChapter(zh ? '半钱坊' : 'The lamp')
    const id = one.start()
    await one.say(id, zh ? '派个助手' : 'an agent')
    expect(one.story(id)).toEqual(['get_agent_profile ok', 'create_agent ok', 'invoke_agent ok'])
    expect(one.story(id + 1)).toEqual(['get_story_tree ok', 'get_chapter_writer_brief ok', 'execute_world ok', 'write ok', 'report_result ok'])
    expect(one.text('manuscript/demo-agent.md')).toContain(zh ? '也是这么问的' : 'asked the same')
    expect(one.last(id)).toContain(zh ? '昨夜过江的人留作钩子' : 'the man who crossed last night is the hook')
  })
  it('background: a job, then one message with its result', async () => {
    const one = await novel(locale)
    const id = one.start()
    await one.say(id, zh ? '放到后台' : 'in the background')
    await one.agents.whenQuiet(id + 1)
    await one.agents.whenQuiet(id)
    expect(one.runtime.jobs.list()).toMatchObject([{ status: 'completed', deliveryStatus: 'accepted', sessionId: id + 1 }])
    expect(one.text('manuscript/demo-background.md')).toContain(zh ? '渡口' : 'ferry')
    expect(one.last(id)).toContain(zh ? '后台的活有了结果：写好了' : 'The background work has its result: It stands')
  })
  it('noeta: todos, reading, a proposal, a helper', async () => {
    const one = await novel(locale)
    const id = one.agents.create({ profileKey: 'main' }).id
    await one.say(id, zh ? '清点' : 'take stock')
    expect(one.agents.snapshot(id).openCalls).toMatchObject([{ tool: 'Edit', state: 'approval' }])
    await one.answer(id, 'approve')
    expect(one.story(id)).toEqual(['TodoWrite ok', 'Read ok', 'Edit ok', 'Task ok', 'TodoWrite ok'])
    expect(one.agents.get(id + 1)).toMatchObject({ status: 'archived', profileKey: 'explore', parentId: id })
    expect(one.agents.snapshot(id).tasks?.steps.map((step) => step.status)).toEqual(['completed', 'completed'])
  })
  it('approval waits in discuss mode; deny gives the reason back, approve writes', async () => {
    const one = await novel(locale)
    const id = one.start('discuss')
    await one.say(id, 'approval')
    expect(one.agents.snapshot(id)).toMatchObject({ session: { status: 'waiting' }, openCalls: [{ tool: 'write', state: 'approval' }] })
    await one.answer(id, 'deny', 'too long')
    expect(one.story(id)).toEqual(['read NOT_FOUND', 'write DENIED_USER'])
    expect(one.last(id)).toContain(zh ? '你的理由：too long' : 'Your reason: too long')
    expect(one.last(id)).not.toContain('[FAIL]')
    await one.say(id, 'approval')
    await one.answer(id, 'approve')
    expect([one.story(id).at(-1), one.text('manuscript/demo-approval.md').length > 10, one.agents.get(id).status]).toEqual(['write ok', true, 'idle'])
    expect(one.last(id)).toMatch(zh ? /^你同意了/ : /^You agreed/)
  })
  it('approval where nobody is asked says what was done, not that the author agreed', async () => {
    const one = await novel(locale)
    const id = one.start()
    await one.say(id, 'approval')
    expect([one.story(id), one.runtime.approvals.pending()]).toEqual([['read NOT_FOUND', 'write ok'], []])
    expect(one.last(id)).toContain(zh ? '信已写进 manuscript/demo-approval.md' : 'The letter is in manuscript/demo-approval.md')
    expect(one.last(id)).not.toMatch(/同意|agreed/)
  })
  it('plan asks to begin, and the approved switch changes the mode', async () => {
    const one = await novel(locale)
    const id = one.start('plan')
    await one.say(id, zh ? '定个计划' : 'make a plan')
    expect(one.story(id)).toEqual(['write ok'])
    await one.answer(id, 'approve')
    expect([one.story(id).at(-1), one.agents.get(id).workMode]).toEqual(['switch_mode ok', 'normal'])
  })
  it('plan in normal mode needs no switch; a file already there is read before it is written anew', async () => {
    const one = await novel(locale)
    const first = one.start()
    await one.say(first, 'plan')
    expect(one.story(first)).toEqual(['write ok'])
    expect(one.last(first)).toContain(zh ? '已经是“直接做”' : 'Do it” already')
    const second = one.start()
    await one.say(second, 'plan')
    expect(one.story(second)).toEqual(['write NOT_READ', 'read ok', 'write ok'])
  })
  it('ask waits for an answer; fail acts as three faults; reads of an empty novel say so', async () => {
    const one = await novel(locale)
    const id = one.start()
    await one.say(id, 'ask')
    const [open] = one.agents.snapshot(id).openCalls
    expect(open).toMatchObject({ tool: 'request_user_input', state: 'question' })
    await one.agents.answer(id, open?.callId ?? '', [{ questionIndex: 0, text: '', selectedOptionIndex: 1, note: '', ignored: false }])
    await one.agents.whenQuiet(id)
    expect(one.last(id)).toContain(zh ? '记下了' : 'Noted')
    for (const fault of ['429', 'cut', 'json']) await one.say(id, `fail ${fault}`)
    expect(one.story(id)).toEqual(['request_user_input ok', 'read ARGS_JSON'])
    await one.say(id, 'read')
    expect(one.last(id)).toContain(zh ? '还没有可读的正文' : 'no text to read yet')
  })
})

describe('settings and models', () => {
  it('lists, chooses, removes and checks models', async () => {
    const { core } = await novel('en')
    const context = { core, principal: 'human' as const }
    expect(coreHandlers['models.list']({}, context)).toMatchObject({ default: 'demo/author', models: [{ id: 'demo/author', keySet: true, isDefault: true }] })
    expect(await coreHandlers['models.check']({ model: 'demo/author' }, context)).toMatchObject({ ok: true, message: '' })
    const model = { context: 1000, maxOutput: 100, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' }
    await coreHandlers['settings.setProvider']({ name: 'ds', spec: { kind: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', key: 'keychain:ds', timeoutMs: 1000, models: { chat: model } } }, context)
    await coreHandlers['settings.setModels']({ default: 'ds/chat', visible: [{ model: 'ds/chat' }] }, context)
    expect(coreHandlers['models.list']({}, context)).toMatchObject({ default: 'ds/chat', models: [{ id: 'ds/chat', keySet: false, isDefault: true }, { id: 'demo/author' }] })
    expect(await coreHandlers['models.check']({ model: 'ds/chat' }, context)).toMatchObject({ ok: false, message: 'No key is set for ds.' })
    core.setKeys({ ds: 'sk-x' })
    expect(await coreHandlers['models.check']({ model: 'ds/chat' }, context)).toMatchObject({ ok: false, message: expect.stringMatching(/connect/i) })
    await expect(async () => coreHandlers['settings.setModels']({ default: 'ds/none' }, context)).rejects.toThrow(/MODEL_UNKNOWN/)
    expect(await coreHandlers['models.checkEmbedding']({}, context)).toMatchObject({ ok: false, message: 'No embedding model is set.' })
    await expect(async () => coreHandlers['settings.setModels']({ embedding: 'none/vectors' }, context)).rejects.toMatchObject({ fault: { code: 'SETTING_INVALID', pointer: '/embedding' } })
    await coreHandlers['settings.setModels']({ embedding: 'ds/vectors' }, context)
    expect(coreHandlers['settings.get']({}, context)).toMatchObject({ config: { models: { default: 'ds/chat', embedding: 'ds/vectors' } } })
    expect(await coreHandlers['models.checkEmbedding']({}, context)).toMatchObject({ ok: false, message: expect.stringMatching(/ds gave no vectors/) })
    await coreHandlers['settings.removeProvider']({ name: 'ds' }, context)
    expect(coreHandlers['settings.get']({}, context)).toMatchObject({ config: { models: { default: null, embedding: null, visible: [], providers: {} } } })
  })
})
