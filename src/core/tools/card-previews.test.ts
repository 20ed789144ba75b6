import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effect } from '@shared/tool-result'
import { openBench, type Bench, type SessionOptions } from '../../../test/tools/bench'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  for (const name of ['a.md', 'b.md', 'd.md']) writeFileSync(join(bench.dir, name), '雪夜\nsecond\n')
  mkdirSync(join(bench.dir, '.nbook/memory'), { recursive: true })
  writeFileSync(join(bench.dir, '.nbook/memory/old.md'), 'before\n')
  const session = bench.session()
  await bench.call(session, 'save_story_thread', { action: 'create', name: 'main', title: '主线' })
  await bench.call(session, 'save_story_scene', { action: 'create', threadId: '1', title: '第一场' })
  for (const [name, title] of [['lamp', '长灯'], ['sword', '短剑']]) await bench.call(session, 'save_story_promise', { action: 'create', name, title })
  await bench.call(session, 'save_promise_beat', { action: 'set', promiseId: '2', sceneId: '1', kind: 'payoff' })
  await bench.call(session, 'execute_world', { code: "world.slice.write({ time: 1n, title: 'x', patches: [{ subjectId: 'a', path: '/x', op: 'replace', value: 1, type: 'character' }] })" })
})
afterAll(() => bench.close())

async function card(tool: string, args: object, options: SessionOptions = {}): Promise<readonly Effect[]> {
  const done = await bench.call(bench.session({ workMode: 'discuss', ...(/^[A-Z]|^memory/.test(tool) && tool !== 'Schedule' ? { profileKey: 'main', writeMode: 'apply' } : {}), ...options }), tool, args)
  if (done.status !== 'needs_approval') throw new Error(done.content)
  return done.approval?.effects ?? []
}
const diff = (...lines: string[]): string => lines.join('\n')
const hash = expect.stringMatching(/^[0-9a-f]{40,64}$/) as string
const slice = (value: number) => ({ code: `world.slice.write({ time: ${value}n, title: 'y', patches: [{ subjectId: 'a', path: '/x', op: 'replace', value: ${value} }] })` })

/** 05 §6, the table of previews. Web, browser, MCP, script and skill script have their cards in their own tests, named below. */
describe('05 §6', () => {
  it('files: per resolved path create, change, move or trash; diff; characters before and after', async () => {
    const patch = diff('*** Begin Patch', '*** Add File: n.md', '+x', '*** Update File: a.md', '@@', '-second', '+third', '*** Update File: b.md', '*** Move to: c.md', '*** Delete File: d.md', '*** End Patch')
    const characters = (from: number | null, to: number | null) => [{ field: 'characters', from, to }]
    expect(await card('apply_patch', { patch })).toMatchObject([
      { target: 'n.md', resolved: join(bench.dir, 'n.md'), action: 'create', before: null, after: hash, preview: diff('--- /dev/null', '+++ b/n.md', '@@ -0,0 +1,1 @@', '+x'), fields: characters(null, 2) },
      { target: 'a.md', resolved: join(bench.dir, 'a.md'), action: 'change', before: hash, after: hash, preview: diff('--- a/a.md', '+++ b/a.md', '@@ -1,2 +1,2 @@', ' 雪夜', '-second', '+third'), fields: characters(10, 9) },
      { target: 'b.md', resolved: join(bench.dir, 'b.md'), action: 'move', before: hash, after: null, preview: diff('--- a/b.md', '+++ b/c.md') }, { target: 'c.md', resolved: join(bench.dir, 'c.md'), action: 'create', before: null, after: hash },
      { target: 'd.md', resolved: join(bench.dir, 'd.md'), action: 'trash', before: hash, after: null, preview: diff('--- a/d.md', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-雪夜', '-second'), fields: characters(10, null) },
    ])
  })

  it.each<[kind: string, tool: string, args: object, effects: object[]]>([
    ['story: entity, fields before and after', 'save_story_scene', { action: 'update', sceneId: '1', title: '第二场' }, [{ kind: 'story', action: 'change', before: hash, after: hash, fields: [{ field: 'title', from: '第一场', to: '第二场' }] }]],
    ['story: what follows from a payoff', 'save_promise_beat', { action: 'set', promiseId: '1', sceneId: '1', kind: 'payoff' }, [
      { kind: 'story', target: 'beat of promise 1 "长灯" in scene 1 "第一场"', action: 'create', before: null, after: hash, fields: [{ field: 'kind', from: null, to: 'payoff' }] },
      { kind: 'story', target: 'promise 1', resolved: '1', action: 'change', before: hash, after: hash, preview: 'status: open → fulfilled (its payoff is set in scene 1)', fields: [{ field: 'status', from: 'open', to: 'fulfilled' }] },
    ]],
    ['story: what follows from a scene that is put away', 'save_story_scene', { action: 'update', sceneId: '1', status: 'archived' }, [
      { kind: 'story', target: 'scene 1 "第一场"', action: 'archive', fields: [{ field: 'status', from: 'draft', to: 'archived' }] },
      { kind: 'story', target: 'promise 2', action: 'change', fields: [{ field: 'status', from: 'fulfilled', to: 'open' }] },
    ]],
    ['subject: what is added', 'subject_event_append', { subjectPath: 'simulation/subjects/a', events: [{ text: '下雪' }] }, [{ kind: 'subject', target: 'simulation/subjects/a/events.jsonl', action: 'create', fields: [{ field: '+1', from: null, to: '下雪' }] }]],
    ['world: slices and patches, state of the subjects', 'execute_world', slice(2), [{ kind: 'world', action: 'create', preview: '+a /x replace 2', after: hash }, { kind: 'world', target: 'a', action: 'change', preview: 'x: 1 → 2', fields: [{ field: 'x', from: 1, to: 2 }] }]],
    ['SQL: rows before and after', 'execute_sql', { sql: "UPDATE StoryScene SET title = '新' WHERE id = 1" }, [{ kind: 'story', target: 'scene 1 "新"', action: 'change', fields: [{ field: 'title', from: '第一场', to: '新' }] }]],
    ['memory: the page before and after', 'memory_write', { name: 'old', text: 'after' }, [{ target: '.nbook/memory/old.md', action: 'change', before: hash, after: hash, preview: expect.stringMatching(/^-before\n[^]*\+after$/m) as string }]],
    ['memory: a page that is put away', 'memory_archive', { name: 'old' }, [{ action: 'move', target: expect.stringContaining('.nbook/memory/old.md -> ') as string }]],
    ['Schedule: the entry', 'Schedule', { action: 'create', name: 's', every: 'daily', message: '数字数' }, [{ kind: 'schedule', target: 's', action: 'create', preview: expect.stringMatching(/^after: .*daily\n数字数$/) as string }]],
    ['switch_mode: from and to, reason', 'switch_mode', { targetMode: 'plan', reason: '先想好' }, [{ kind: 'mode', before: 'discuss', after: 'plan', preview: '先想好', fields: [{ field: 'workMode', from: 'discuss', to: 'plan' }] }]],
    ['run_workflow: script, args, model', 'run_workflow', { script: 'return 1', args: { n: 1 } }, [{ kind: 'workflow', action: 'run', preview: 'return 1', fields: expect.arrayContaining([{ field: 'args', from: null, to: { n: 1 } }, { field: 'model', from: null, to: null }]) as object[] }]],
    [
      'shell: whole command, control characters visible, cwd, timeout', 'Bash', { command: 'rm a\u202Eb \u0007', timeout: 5_000 },
      [{ kind: 'shell', action: 'run', preview: 'rm a\\u202eb \\u0007\n(effects unknown; files are journalled)', fields: expect.arrayContaining([{ field: 'timeout', from: null, to: '5 s' }]) as object[] }],
    ],
  ])('%s', async (_kind, tool, args, effects) => { expect(await card(tool, args)).toMatchObject(effects) })

  it('switch_mode to normal: the plan that was made, rendered', async () => {
    mkdirSync(join(bench.dir, '.agent/plan'), { recursive: true })
    writeFileSync(join(bench.dir, '.agent/plan/p.md'), '# 计划\n')
    expect(await card('switch_mode', { targetMode: 'normal', reason: '写吧', planFilePath: '.agent/plan/p.md' }, { workMode: 'plan' })).toMatchObject([{ kind: 'mode', before: 'plan', after: 'normal' }, { kind: 'plan', action: 'show', preview: '# 计划\n' }])
  })

  it('SQL: at most 50 rows are shown, and how many there are', async () => {
    const session = bench.session()
    for (let n = 2; n <= 52; n += 1) await bench.call(session, 'save_story_scene', { action: 'create', threadId: '1', title: `场${n}` })
    const effects = await card('execute_sql', { sql: "UPDATE StoryScene SET note = '改'" })
    expect(effects.filter(({ target }) => target.startsWith('scene '))).toHaveLength(50)
    expect(effects.at(-1)).toMatchObject({ target: '52 rows', preview: '52 rows in all; the first 50 are shown.' })
  })

  it.each([
    ['web: parsed host, URL', 'web-fetch.test.ts', "kind: 'web', target: `localhost:${site.port}`"], ['browser: the element', 'browser.test.ts', "kind: 'browser', action: 'click', target: 'books.test'"],
    ['MCP: real name, arguments', '../mcp/mcp-tools.test.ts', "kind: 'mcp', target: 'mcp__s__echo'"], ['script: content hash, declared effects', '../scripts/script-tools.test.ts', "kind: 'script', target: 'quiet_one'"], ['skill script', 'packs/noeta/skill.test.ts', "kind: 'script', resolved:"],
  ])('%s: in %s', (_kind, file, words) => { expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(words) })
})
