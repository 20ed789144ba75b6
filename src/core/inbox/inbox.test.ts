import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeItem } from '@shared/procedures/inbox'
import { openBench, storyOf, type Bench } from '../../../test/tools/bench'
import { createInbox } from './inbox-service'
import type { Inbox } from './types'

let bench: Bench
let inbox: Inbox
beforeAll(async () => {
  bench = await openBench()
  const { files } = bench.deps.services
  if (!files) throw new Error('the bench has files')
  inbox = createInbox({ project: bench.project, story: storyOf(bench.deps), world: bench.world, proposals: files.proposals, writeRoots: files.writeRoots })
})
afterAll(() => bench.close())

const place = (path: string) => join(bench.dir, path)
const get = (path: string) => readFileSync(place(path), 'utf8')
const author = { actor: 'author', sessionId: null, callId: null } as const
/** The author's own save of a file. */
async function save(path: string, text: string): Promise<void> {
  const at = await bench.project.files.authorize(path, { use: 'create' })
  await bench.project.files.apply([{ path: at, text, base: await bench.project.files.hash(at) }], author)
}
const write = (session: number, path: string, content: string, runId: string | null = null) => bench.call(session, 'write', { path, content }, { runId })
async function items(view: 'new' | 'all' = 'new'): Promise<ChangeItem[]> {
  return (await inbox.list(view, 300)).groups.flatMap((group) => group.items)
}
async function only(name: string): Promise<ChangeItem> {
  const found = (await items()).filter((item) => item.name === name)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} items are named ${name}`)
  return found[0]
}
/** A session's write over what the author saved. */
async function edited(path: string, before: string, after: string): Promise<ChangeItem> {
  await save(path, before)
  const session = bench.session()
  await bench.call(session, 'read', { path })
  expect(await write(session, path, after)).toMatchObject({ status: 'ok' })
  return only(path)
}

describe('the list (09 §8)', () => {
  it('two files of one run are one group with two rows; edits that follow each other are one row', async () => {
    await save('a.md', '一。\n二。\n')
    const session = bench.session()
    await bench.call(session, 'read', { path: 'a.md' })
    await write(session, 'a.md', '一。\n二二。\n', 'run_1')
    await write(session, 'a.md', '一。\n二二二。\n三。\n', 'run_1')
    await write(session, 'b.md', '新的一章。\n', 'run_1')
    const { groups, waiting } = await inbox.list('new', 300)
    expect(waiting).toBe(2)
    expect(groups).toMatchObject([{ actor: 'agent', sessionId: session, sessionTitle: '标题', profileKey: 'leader.default', items: [
      { area: 'file', name: 'b.md', kind: 'create', added: 1, removed: 0, words: 4, state: 'new' }, { area: 'file', name: 'a.md', kind: 'modify', added: 2, removed: 1, words: 3 },
    ] }])
    const { effects } = await inbox.show((await only('a.md')).id)
    expect(effects).toMatchObject([{ kind: 'file', action: 'change', preview: expect.stringContaining('-二。\n+二二二。\n+三。') }])
    expect(inbox.keep([(await only('a.md')).id, (await only('b.md')).id])).toBe(2)
    expect(await items()).toEqual([])
    expect((await items('all')).map((item) => item.state)).toEqual(['kept', 'kept'])
  })

  it('what the author does is no item', async () => {
    await save('own.md', 'x\n')
    await save('own.md', 'y\n')
    expect(await items()).toEqual([])
  })

  it('an id covers only the edits it was shown with', async () => {
    const first = await edited('c.md', '1\n', '2\n')
    const session = Number(bench.project.sessionsDb.prepare('SELECT max(id) FROM Session').pluck().get())
    await write(session, 'c.md', '3\n')
    inbox.keep([first.id])
    const later = await only('c.md')
    expect(later).toMatchObject({ kind: 'modify', added: 1, removed: 1 })
    expect(await inbox.revert(later.id)).toMatchObject({ done: true })
    expect(get('c.md')).toBe('2\n')
  })
})

describe('revert of files (06 §7)', () => {
  it('C2 bytes equal before, and a row of the restore', async () => {
    const before = '\uFEFF一。\r\n二。\r\n'
    const item = await edited('d.md', before, '全换了。\n')
    expect(await inbox.revert(item.id)).toEqual({ done: true, merged: false, clash: null })
    expect(get('d.md')).toBe(before)
    expect(bench.project.sessionsDb.prepare('SELECT actor, kind, inbox, before, after FROM Journal WHERE path = ? ORDER BY seq DESC LIMIT 1').get('d.md')).toMatchObject({ actor: 'restore', kind: 'modify', inbox: 'kept' })
    await expect(inbox.revert(item.id)).rejects.toMatchObject({ fault: { code: 'CHANGE_SETTLED' } })
  })

  it('C3 keeps a later edit elsewhere; the same lines are asked about', async () => {
    const item = await edited('e.md', 'a\nb\nc\nd\ne\n', 'a\nB\nc\nd\ne\n')
    await save('e.md', 'a\nB\nc\nd\nE\n')
    expect(await inbox.revert(item.id)).toEqual({ done: true, merged: true, clash: null })
    expect(get('e.md')).toBe('a\nb\nc\nd\nE\n')
    const second = await edited('f.md', 'a\nb\nc\n', 'a\nB\nc\n')
    await save('f.md', 'a\nBB\nc\n')
    const asked = await inbox.revert(second.id)
    expect(asked).toMatchObject({ done: false, clash: { act: 'revert', why: 'changed', text: { path: 'f.md', wanted: 'a\nb\nc\n', now: 'a\nBB\nc\n', parts: [{ lines: ['a'], wanted: null }, { lines: ['BB'], wanted: ['b'] }, { lines: ['c', ''], wanted: null }] } } })
    expect(get('f.md')).toBe('a\nBB\nc\n')
    const hash = asked.clash?.text?.hash ?? null
    await save('f.md', 'a\nBBB\nc\n')
    await expect(inbox.resolve(second.id, 'revert', { text: 'a\nmine\nc\n', hash })).rejects.toMatchObject({ fault: { code: 'STALE_READ' } })
    const now = (await inbox.revert(second.id)).clash?.text?.hash ?? null
    expect(await inbox.resolve(second.id, 'revert', { text: 'a\nmine\nc\n', hash: now })).toMatchObject({ done: true })
    expect(get('f.md')).toBe('a\nmine\nc\n')
  })

  it('a created file goes to the trash, changed since only when asked', async () => {
    const session = bench.session()
    await write(session, 'new/g.md', 'x\n')
    await save('new/g.md', 'x\nmine\n')
    const { id } = await only('new/g.md')
    const { clash } = await inbox.revert(id)
    expect(clash).toMatchObject({ why: 'changed', text: { wanted: null, now: 'x\nmine\n' } })
    expect(await inbox.resolve(id, 'revert', { whole: true, hash: clash?.text?.hash ?? null })).toMatchObject({ done: true })
    expect(existsSync(place('new/g.md'))).toBe(false)
    expect(bench.project.trash.list().some((one) => one.from === 'new/g.md')).toBe(true)
  })

  it('a deleted file comes back and leaves the trash; one in its place is asked about', async () => {
    await save('h.md', '还在。\n')
    const session = bench.session()
    await bench.call(session, 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: h.md\n*** End Patch' })
    expect(existsSync(place('h.md'))).toBe(false)
    await save('h.md', '别的。\n')
    const { id } = await only('h.md')
    expect((await inbox.revert(id)).clash).toMatchObject({ why: 'taken', text: { wanted: '还在。\n', now: '别的。\n' } })
    rmSync(place('h.md'))
    expect(await inbox.revert(id)).toMatchObject({ done: true })
    expect(get('h.md')).toBe('还在。\n')
    expect(bench.project.trash.list().some((one) => one.from === 'h.md')).toBe(false)
  })

  it('what the author brought back from the trash waits no more as deleted; what came before does, and what lies beside another file', async () => {
    const item = await edited('back.md', '甲。\n', '乙。\n')
    await bench.call(bench.session(), 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: back.md\n*** End Patch' })
    const trashed = (): string => bench.project.trash.list().find((one) => one.from === 'back.md')?.id ?? ''
    expect((await items()).filter((one) => one.name === 'back.md').some(({ kind }) => kind === 'delete')).toBe(true)
    await bench.project.trash.restore(trashed())
    expect(await only('back.md')).toMatchObject({ kind: 'modify' })
    expect((await items('all')).filter((one) => one.name === 'back.md').map(({ kind, state }) => [kind, state])).toContainEqual(['delete', 'reverted'])
    await inbox.revert(item.id)
    expect(get('back.md')).toBe('甲。\n')
    await bench.call(bench.session(), 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: back.md\n*** End Patch' })
    await save('back.md', '别的。\n')
    expect(await bench.project.trash.restore(trashed())).toMatchObject({ renamed: true })
    expect(await only('back.md')).toMatchObject({ kind: 'delete' })
    inbox.keep([(await only('back.md')).id])
  })

  it('a move goes back with its earlier text, and follows what the author moved since', async () => {
    await save('i.md', 'one\ntwo\n')
    const session = bench.session()
    await bench.call(session, 'apply_patch', { patch: '*** Begin Patch\n*** Update File: i.md\n*** Move to: deep/j.md\n@@\n-one\n+ONE\n two\n*** End Patch' })
    expect(get('deep/j.md')).toBe('ONE\ntwo\n')
    const [from, to] = [await bench.project.files.authorize('deep/j.md', { use: 'write' }), await bench.project.files.authorize('k.md', { use: 'create' })]
    await bench.project.files.move(from, to, author)
    const item = await only('i.md')
    expect(item).toMatchObject({ kind: 'move', movedTo: 'deep/j.md' })
    expect(await inbox.revert(item.id)).toMatchObject({ done: true })
    expect([get('i.md'), existsSync(place('k.md'))]).toEqual(['one\ntwo\n', false])
  })

  it('a move to a name that differs only in case goes back', async () => {
    await save('case/K.md', '旧。\n')
    const session = bench.session()
    await bench.call(session, 'apply_patch', { patch: '*** Begin Patch\n*** Update File: case/K.md\n*** Move to: case/k.md\n-旧。\n+新。\n*** End Patch' })
    expect([existsSync(place('case/K.md')), get('case/k.md')]).toEqual([false, '新。\n'])
    expect(await inbox.revert((await only('case/K.md')).id)).toMatchObject({ done: true })
    expect([get('case/K.md'), existsSync(place('case/k.md'))]).toEqual(['旧。\n', false])
  })

  it('C5 what a shell command removed, made and changed comes back as one group', async () => {
    for (const [path, text] of [['s1.md', '甲\n'], ['s2.md', '乙\n']] as const) await save(path, text)
    const run = await bench.project.runs.begin({ actor: 'shell', sessionId: bench.session(), callId: 'call_s' }, { nbookSafe: true })
    rmSync(place('s1.md'))
    writeFileSync(place('s2.md'), '丙\n')
    writeFileSync(place('s3.md'), '丁\n')
    await run.end()
    const { groups } = await inbox.list('new', 300)
    const group = groups.find((one) => one.actor === 'shell')
    expect(group?.items.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual(['create s3.md', 'delete s1.md', 'modify s2.md'])
    expect(await inbox.revertAll(group?.items.map((item) => item.id) ?? [])).toEqual({ reverted: 3, left: [] })
    expect([get('s1.md'), get('s2.md'), existsSync(place('s3.md'))]).toEqual(['甲\n', '乙\n', false])
  })

  it.each([['as they are listed', false], ['the other way round', true]])('a patch that moves a file onto another comes back as one group, %s', async (_how, turned) => {
    for (const [path, text] of [['onto/a.md', '甲\n'], ['onto/b.md', '乙\n'], ['onto/c.md', '丙\n']] as const) await save(path, text)
    const patch = ['*** Begin Patch', '*** Update File: onto/a.md', '*** Move to: onto/b.md', '@@', '-甲', '+新甲', '*** Delete File: onto/c.md', '*** Add File: onto/d.md', '+丁', '*** End Patch'].join('\n')
    expect(await bench.call(bench.session({ permissionMode: 'bypassPermissions' }), 'apply_patch', { patch })).toMatchObject({ status: 'ok' })
    const ids = (await items()).filter(({ name }) => name.includes('onto/')).map(({ id }) => id)
    expect(await inbox.revertAll(turned ? ids.toReversed() : ids)).toMatchObject({ left: [] })
    expect([get('onto/a.md'), get('onto/b.md'), get('onto/c.md'), existsSync(place('onto/d.md'))]).toEqual(['甲\n', '乙\n', '丙\n', false])
  })

  it('a whole group: what clashes is left and named', async () => {
    const [one, two] = [await edited('l.md', 'x\n', 'y\n'), await edited('m.md', 'x\n', 'y\n')]
    await save('m.md', 'z\n')
    expect(await inbox.revertAll([two.id, one.id])).toEqual({ reverted: 1, left: [{ id: two.id, why: 'CLASH_CHANGED' }] })
    expect([get('l.md'), get('m.md')]).toEqual(['x\n', 'z\n'])
    inbox.keep([two.id])
  })
})

describe('proposals (06 §4)', () => {
  const propose = async (path: string, content: string): Promise<ChangeItem> => {
    const session = bench.session({ profileKey: 'main', writeMode: 'dry_run', permissionMode: 'acceptEdits' })
    if (existsSync(place(path))) await bench.call(session, 'Read', { file_path: path })
    expect(await bench.call(session, 'Write', { file_path: path, content })).toMatchObject({ status: 'ok' })
    return only(path)
  }

  it('C4 nothing is written until applied', async () => {
    await save('n.md', '旧\n')
    const item = await propose('n.md', '新的\n')
    expect(item).toMatchObject({ area: 'proposal', kind: 'modify', added: 1, removed: 1, words: 1 })
    expect(get('n.md')).toBe('旧\n')
    expect(await inbox.apply(item.id)).toEqual({ done: true, merged: false, clash: null })
    expect(get('n.md')).toBe('新的\n')
    expect((await items()).some((one) => one.name === 'n.md')).toBe(false)
  })

  it('a base that moved on: three texts, and the author’s own answer is written', async () => {
    await save('o.md', 'a\nb\nc\nd\n')
    const item = await propose('o.md', 'A\nb\nc\nd\n')
    await save('o.md', 'a\nb\nc\nD\n')
    const { clash } = await inbox.apply(item.id)
    expect(clash).toMatchObject({ act: 'apply', why: 'changed', text: { wanted: 'A\nb\nc\nd\n', now: 'a\nb\nc\nD\n', parts: [{ lines: ['A', 'b', 'c', 'D', ''], wanted: null }] } })
    await expect(inbox.resolve(item.id, 'apply', { rest: true })).rejects.toMatchObject({ fault: { code: 'ARGS_INVALID' } })
    expect(get('o.md')).toBe('a\nb\nc\nD\n')
    expect(await inbox.resolve(item.id, 'apply', { text: clash?.text?.parts.flatMap((part) => part.lines).join('\n') ?? '', hash: clash?.text?.hash ?? null })).toMatchObject({ done: true })
    expect(get('o.md')).toBe('A\nb\nc\nD\n')
  })

  it('put aside, it is never written', async () => {
    const item = await propose('p.md', 'x\n')
    expect(await inbox.revert(item.id)).toMatchObject({ done: true })
    expect(existsSync(place('p.md'))).toBe(false)
    await expect(inbox.apply(item.id)).rejects.toMatchObject({ fault: { code: 'CHANGE_SETTLED' } })
  })
})

describe('story and world', () => {
  const save = (session: number, tool: string, args: object) => bench.call(session, tool, args)

  it('C6 a scene change shows fields before and after, and goes back field by field', async () => {
    const story = storyOf(bench.deps)
    const byAuthor = { by: author, exactlyOnce: null }
    const thread = story.save({ kind: 'thread', action: 'create', id: null, fields: { name: 't', title: '主线' } }, byAuthor)
    const scene = story.save({ kind: 'scene', action: 'create', id: null, fields: { threadId: thread.id, title: '初雪', summary: '旧', purpose: '引子' } }, byAuthor)
    const session = bench.session()
    await save(session, 'save_story_scene', { action: 'update', sceneId: scene.id, summary: '新', purpose: '高潮' })
    const item = await only('初雪')
    expect(item).toMatchObject({ area: 'story', entity: 'scene', kind: 'modify' })
    expect((await inbox.show(item.id)).effects).toMatchObject([{ kind: 'story', action: 'change', fields: [{ field: 'summary', from: '旧', to: '新' }, { field: 'purpose', from: '引子', to: '高潮' }] }])
    story.save({ kind: 'scene', action: 'update', id: scene.id, fields: { title: '大雪', summary: '我的' } }, byAuthor)
    const { clash } = await inbox.revert(item.id)
    expect(clash?.fields).toEqual([{ target: `scene ${scene.id} "初雪"`, field: 'summary', before: '旧', after: '新', now: '我的' }])
    expect(await inbox.resolve(item.id, 'revert', { rest: true })).toMatchObject({ done: true })
    expect(story.get('scene', scene.id)).toMatchObject({ title: '大雪', summary: '我的', purpose: '引子' })
  })

  it('what the author brought back of the story waits no more as deleted', async () => {
    const story = storyOf(bench.deps)
    const thread = story.save({ kind: 'thread', action: 'create', id: null, fields: { name: 'gone', title: '暗线' } }, { by: author, exactlyOnce: null })
    const { item } = story.trash('thread', thread.id, { actor: 'agent', sessionId: bench.session(), callId: 'c1' })
    expect(await only('暗线')).toMatchObject({ kind: 'delete' })
    story.restore(item)
    expect((await items()).filter((one) => one.name === '暗线')).toEqual([])
  })

  it('a created promise goes to the trash with its knock-ons taken back', async () => {
    const story = storyOf(bench.deps)
    const session = bench.session()
    const before = story.counts().promises
    await save(session, 'save_story_promise', { action: 'create', name: 'lamp', title: '灯' })
    const item = await only('灯')
    expect(await inbox.revert(item.id)).toMatchObject({ done: true })
    expect([story.counts().promises, story.trashList().some((one) => one.name === '灯')]).toEqual([before, true])
  })

  it('a payoff that fulfilled a promise: taken back, it is open again', async () => {
    const story = storyOf(bench.deps)
    const byAuthor = { by: author, exactlyOnce: null }
    const promise = story.save({ kind: 'promise', action: 'create', id: null, fields: { name: 'snow', title: '雪' } }, byAuthor)
    await save(bench.session(), 'save_promise_beat', { action: 'set', promiseId: promise.id, sceneId: '1', kind: 'payoff' })
    expect(story.promise(promise.id).status).toBe('fulfilled')
    const item = await only('雪')
    expect(item).toMatchObject({ entity: 'beat', kind: 'create' })
    expect((await inbox.show(item.id)).effects.map((effect) => effect.target)).toEqual([expect.stringContaining('beat of promise'), expect.stringContaining(`promise ${promise.id}`)])
    await inbox.revert(item.id)
    expect(story.promise(promise.id)).toMatchObject({ status: 'open' })
  })

  it('slices: made ones are hidden, hidden ones come back, changed ones are as they were', async () => {
    writeFileSync(place('world/schema.yaml'), 'version: 1\ntypes:\n  character:\n    attrs:\n      hp: { type: int }\n')
    const session = bench.session()
    const run = (code: string) => bench.call(session, 'execute_world', { code })
    expect(await run("await world.slice.write({ time: '100', title: '登场', patches: [{ subjectId: 'hero', type: 'character', path: '/hp', op: 'replace', value: 10 }] })")).toMatchObject({ status: 'ok' })
    const made = await only('登场')
    expect(made).toMatchObject({ area: 'world', entity: 'slice', kind: 'create' })
    expect((await inbox.show(made.id)).effects).toMatchObject([{ kind: 'world', action: 'create', preview: '+hero /hp replace 10' }])
    inbox.keep([made.id])
    const id = Number(made.id.split(':')[1]) > 0 ? bench.world.slices().items[0]?.id ?? '' : ''
    await run(`await world.slice.editPatches('${id}', [{ patchId: (await world.slice.get('${id}')).patches[0].patchId, set: { value: 20 } }])`)
    const changed = await only('登场')
    expect(bench.world.attrs('hero')).toMatchObject({ hp: 20 })
    await inbox.revert(changed.id)
    expect(bench.world.attrs('hero')).toMatchObject({ hp: 10 })
    await run(`await world.slice.delete('${id}')`)
    expect((await only('登场')).kind).toBe('delete')
    bench.world.restore(id)
    expect((await items()).filter((one) => one.name === '登场')).toEqual([])
    await run(`await world.slice.delete('${id}')`)
    const hidden = await only('登场')
    await inbox.revert(hidden.id)
    expect(bench.world.attrs('hero')).toMatchObject({ hp: 10 })
    await inbox.revert(made.id)
    expect(bench.world.slices().total).toBe(0)
  })
})
