import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { specStory, type StoryFixture } from '../../../story/story-fixture'
import { checkArguments } from '../../arguments'
import { eraseTool, type AnyTool } from '../../define-tool'
import { faultText } from '../../fault-text'
import type { ToolContext, ToolServices } from '../../types'
import { getStoryChapter } from './get-story-chapter'
import { getStoryThread } from './get-story-thread'
import { getStoryTree } from './get-story-tree'
import { saveStoryAct } from './save-story-act'
import { saveStoryChapter } from './save-story-chapter'
import { saveStoryScene } from './save-story-scene'
import { saveStoryThread } from './save-story-thread'

const tools: Record<string, AnyTool> = {
  tree: eraseTool(getStoryTree), thread: eraseTool(getStoryThread), chapter: eraseTool(getStoryChapter), act: eraseTool(saveStoryAct), saveChapter: eraseTool(saveStoryChapter),
  saveThread: eraseTool(saveStoryThread), scene: eraseTool(saveStoryScene),
}
const context = (callId: string): ToolContext => {
  const { signal } = new AbortController()
  const caller = { kind: 'test', sessionId: 1, runId: null, callId, profileKey: 'main', role: 'root', signal, approve: 'yes' } as const
  const settings = { workMode: 'normal', permissionMode: 'default', writeMode: 'apply', approvals: 'author', trusted: true } as const
  return { caller, settings, signal, startedAt: '2026-01-01T00:00:00.000Z', readsProject: () => true, progress: () => undefined }
}
let calls = 0
const servicesOf = (f: StoryFixture) => ({ stories: { of: () => f.story } }) as unknown as ToolServices

/** Arguments → check → prepare (must change nothing) → run → text, as the pipeline goes. */
async function call(f: StoryFixture, name: string, args: unknown): Promise<string> {
  const tool = tools[name]
  if (!tool) throw new Error(name)
  const services = servicesOf(f)
  const at = context(`c${(calls += 1)}`)
  try {
    const input = checkArguments(tool, args)
    const before = f.dump()
    const { plan } = await tool.prepare(input, services, at)
    expect(f.dump()).toBe(before)
    const { value } = await tool.run(plan, services as never, at)
    return tool.say(value, plan)
  } catch (error) {
    if (isFault(error)) return faultText(error.fault)
    throw error
  }
}

describe('story tools', () => {
  it.each([
    ['act', { action: 'create', name: 'v1', title: '卷一' }, /^Act 1 "卷一" created\.\n\{"id":"1","name":"v1"/],
    ['saveChapter', { action: 'create', name: 'c1', title: 'x' }, /^\[FAIL\] NAME_TAKEN: The name c1 belongs to chapter 1 "Chapter 1"\. \/name: actual "c1"\. Choose another name\.$/],
    ['saveThread', { action: 'update', threadId: '1', tags: ['a', 'a'] }, /\n\/tags: actual \["a","a"\]; expected each tag once\./],
    ['saveChapter', { action: 'update', chapterId: '1', brief: {} }, /ARGS_INVALID: 1 problem in save_story_chapter\.\n\/: no field to change/],
    ['saveChapter', { action: 'update', chapterId: '1', note: '' }, /\/note: actual ""; expected a text; null clears/],
    ['saveChapter', { action: 'update', chapterId: '1', title: 'Chapter 1' }, /^Chapter 1 "Chapter 1" unchanged\.\n/],
    ['saveThread', { action: 'create', name: 't2', title: 'x', threadId: '1' }, /\/threadId: not on create/],
    ['saveThread', { action: 'archive', threadId: '1' }, /^Thread 1 "Main" archived\. 3 scenes stay\.\n/],
    ['scene', { action: 'create', title: 'x' }, /^\[FAIL\] FOCUS_MISSING: No thread was saved in this session yet\./],
    ['scene', { action: 'update', sceneId: '9', title: 'x' }, /^\[FAIL\] ENTITY_NOT_FOUND: There is no scene 9\./],
    ['scene', { action: 'archive', sceneId: '1', status: 'draft' }, /\/status: actual "draft"; archive allows only archived/],
    ['chapter', { chapterId: 1 }, /\/chapterId: actual 1; expected string/],
    ['chapter', { chapterId: '1', limit: 5 }, /\/limit: not beside chapterId/],
    ['chapter', { limit: 0 }, /\/limit: actual 0; expected integer from 1 to 200/],
    ['chapter', { limit: 2 }, /"total": 5[^]*\n\(1-2 of 5; next offset 2\)$/],
    ['thread', { offset: 9 }, /"items": \[\][^]*\n\(offset 9 is past the end; total 1\)$/],
    ['thread', { threadId: '1' }, /"thread": \{[^]*"scenes": \[/],
    ['thread', { storyPhaseId: 'none', isMainThread: true }, /"sceneCount": 3/],
    ['tree', {}, /"openPromiseCount": 1,\n {2}"openDecisionCount": 1\n\}$/],
    ['tree', { actId: '7' }, /ENTITY_NOT_FOUND: There is no act 7/],
  ])('%s %j', async (tool, args, expected) => {
    expect(await call(specStory(), tool, args)).toMatch(expected)
  })

  it('takes the id from the focus and says so, also to the approver', async () => {
    const f = specStory()
    await call(f, 'saveThread', { action: 'create', name: 't2', title: 'Two' })
    expect(await call(f, 'scene', { action: 'create', title: 'x' })).toMatch(/^Scene 4 "x" created\. Thread 2 \(from focus\)\.\n/)
    expect(await call(f, 'scene', { action: 'update', title: 'y' })).toMatch(/^Scene 4 "y" \(from focus\) updated\.\n/)
    const { effects } = await saveStoryScene.prepare({ action: 'update', title: 'z' }, servicesOf(f), context('e'))
    expect(effects).toMatchObject([{ kind: 'story', target: 'scene 4 "z" (from focus)', resolved: '4', action: 'change', preview: 'title: y → z', fields: [{ field: 'title', from: 'y', to: 'z' }] }])
  })

  it('tells the same tree twice and nothing of what is in the trash', async () => {
    const f = specStory()
    f.story.trash('chapter', '1', { actor: 'author', sessionId: null, callId: null })
    const tree = await call(f, 'tree', { view: 'acts' })
    expect(tree).toBe(await call(f, 'tree', { view: 'acts' }))
    expect(tree).not.toContain('"c1"')
    expect(tree).not.toContain('ungroupedThreads')
  })
})
