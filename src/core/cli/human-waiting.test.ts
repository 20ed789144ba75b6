import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '@shared/approval'
import type { TrashItem } from '@shared/procedures/files'
import type { ChangeGroup, ChangeItem } from '@shared/procedures/inbox'
import type { Effect } from '@shared/tool-result'
import type { Io } from './io'
import { main } from './main'
import { withCore } from './with-project'

/** What waits for the author, found and settled from a terminal alone (10, 06 §7). */
const home = mkdtempSync(join(tmpdir(), 'wenqu-waiting-'))
const dir = join(home, 'demo')

interface Done { code: number; out: string; err: string }
const ioOf = (done: Done, env: Record<string, string>): Io => ({ out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu'), ...env } })
async function wenqu(argv: readonly string[], env: Record<string, string> = {}): Promise<Done> {
  const done: Done = { code: -1, out: '', err: '' }
  done.code = await main([...argv, '--project', dir], ioOf(done, env))
  return done
}
const human = (...argv: string[]): Promise<Done> => wenqu(['human', ...argv], { WENQU_HUMAN: '1' })
async function json<T>(...argv: string[]): Promise<T> {
  const { code, out } = await human(...argv, '--json')
  expect(code, out).toBe(0)
  return JSON.parse(out) as T
}
async function call(tool: string, input: object, ...more: string[]): Promise<void> {
  expect(await wenqu(['call', tool, JSON.stringify(input), ...more])).toMatchObject({ err: '' })
}
const place = (path: string): string => join(dir, path)
const groups = async (): Promise<ChangeGroup[]> => (await json<{ groups: ChangeGroup[] }>('list', 'inbox')).groups
const items = async (): Promise<ChangeItem[]> => (await groups()).flatMap((group) => group.items)
const proposals = async (): Promise<(ChangeItem & { effects: Effect[] })[]> => (await json<{ proposals: (ChangeItem & { effects: Effect[] })[] }>('list', 'proposals')).proposals
const approvals = async (): Promise<Approval[]> => (await json<{ approvals: Approval[] }>('list', 'approvals')).approvals
const only = <T>(all: readonly T[]): T => {
  const [first] = all
  if (first === undefined || all.length > 1) throw new Error(`${all.length} wait`)
  return first
}

beforeAll(async () => {
  const done: Done = { code: -1, out: '', err: '' }
  expect(await main(['project', 'new', dir], ioOf(done, {}))).toBe(0)
})
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

describe('human list', () => {
  it('says that nothing waits, and names the lists there are', async () => {
    for (const [what, none] of [['trash', 'The trash is empty.'], ['inbox', 'The inbox is empty.'], ['proposals', 'No proposal waits.'], ['approvals', 'No approval waits.']] as const) expect(await human('list', what)).toEqual({ code: 0, out: `${none}\n`, err: '' })
    expect(await json('list', 'inbox')).toEqual({ groups: [], more: false })
    expect(await human('list')).toMatchObject({ code: 2, err: 'wenqu: missing trash|inbox|proposals|approvals\n' })
    for (const what of ['inbx', 'constructor']) expect(await human('list', what)).toMatchObject({ code: 2, out: '', err: `wenqu: human list takes one of trash, inbox, proposals, approvals, not "${what}"\n` })
  })

  it.each([['list', 'trash'], ['keep', 'x'], ['revert', 'x'], ['apply', 'x'], ['discard', 'x']])('human %s is for the author: a terminal or WENQU_HUMAN, never below a tool', async (...argv) => {
    for (const env of [{}, { WENQU_HUMAN: '1', WENQU_CALL: 'call_x' }]) expect(await wenqu(['human', ...argv], env)).toMatchObject({ code: 4, out: '', err: expect.stringContaining('HUMAN_ONLY') as string })
  })

  it('trash: an item goes back by the id that was listed', async () => {
    await call('write', { path: 'notes/kept.md', content: '雪' })
    await withCore(ioOf({ code: -1, out: '', err: '' }, {}), async (core) => {
      const { project } = await core.open(dir)
      await project.trash.put([await project.files.authorize('notes/kept.md', { use: 'create' })], { actor: 'author', sessionId: null, callId: null })
    })
    const { id } = only((await json<{ items: TrashItem[] }>('list', 'trash')).items)
    expect((await human('list', 'trash')).out).toMatch(new RegExp(`^${id}  file  kept(?:\\.md)?  from notes/kept\\.md  .*by author  \\S+\\n$`))
    expect(await human('restore', id)).toMatchObject({ code: 0, out: 'Restored to notes/kept.md.\n' })
    expect((await json<{ items: TrashItem[] }>('list', 'trash')).items).toEqual([])
    const [group] = await groups()
    expect(await human('keep', group?.id ?? '')).toMatchObject({ code: 0 })
  })

  it('approvals: one whose effects have changed shows the new ones, and nothing was written', async () => {
    await call('write', { path: 'notes/race.md', content: '助手的\n' }, '--mode', 'discuss')
    const { id } = only(await approvals())
    writeFileSync(place('notes/race.md'), '作者自己的\n')
    const { code, out } = await human('approve', id)
    const next = only(await approvals())
    expect([code, readFileSync(place('notes/race.md'), 'utf8'), next.id === id]).toEqual([3, '作者自己的\n', false])
    expect(out).toContain(`${next.id}  write`)
    expect(out).toContain('    -作者自己的\n      +助手的'.slice(4))
    const again = await human('deny', next.id)
    expect(again.code).toBe(0)
    rmSync(place('notes/race.md'))
  })

  it('approvals: a waiting call with all that it would do; nothing hidden reaches the terminal', async () => {
    await call('write', { path: 'notes/waits.md', content: '第一行\nap_fake  write\u001b[2K\u202e\n' }, '--mode', 'discuss')
    const { id } = only(await approvals())
    const { out } = await human('list', 'approvals')
    expect(out.split('\n')[0]).toMatch(new RegExp(`^${id}  write  session \\d+ \\(leader\\.default\\)`))
    expect(out).toMatch(/^ {2}MODE_DISCUSS: /m)
    expect(out).toMatch(/^ {2}create file {2}notes\/waits\.md$/m)
    expect(out).toMatch(/^ {6}\+第一行\n {6}\+ap_fake {2}write⟨U\+001B⟩\[2K⟨U\+202E⟩$/m)
    // The call itself says it in the same words.
    const again = await wenqu(['call', 'write', '{"path":"notes/esc.md","content":"\\u001b[2K"}', '--mode', 'discuss'])
    expect(again.out).toContain('\n\ncreate file  notes/esc.md\n    ')
    expect(again.out).toContain('    +⟨U+001B⟩[2K\n')
    for (const one of [id, ...(await approvals()).slice(1).map((each) => each.id)]) expect(await human('deny', one)).toMatchObject({ code: 0 })
    expect(await approvals()).toEqual([])
  })
})

describe('human keep, human revert', () => {
  it('a group as it is listed: kept, it has left the inbox and stays written', async () => {
    await call('write', { path: 'a.md', content: '一\n' })
    await call('write', { path: 'b.md', content: '二\n' })
    const group = only(await groups())
    expect(group.items.map(({ name, kind }) => [name, kind])).toEqual([['b.md', 'create'], ['a.md', 'create']])
    const { out } = await human('list', 'inbox')
    expect(out.split('\n').slice(1)).toEqual([...group.items.map(({ id, name }) => `  ${id}  created  ${name}  +1/-0`), ''])
    expect(out).toMatch(new RegExp(`^${group.id.replaceAll('/', '\\/')}  an assistant, session \\d+ \\(leader\\.default\\)`))
    expect(await human('keep', group.id)).toEqual({ code: 0, out: '2 kept.\n', err: '' })
    expect([await groups(), readFileSync(place('a.md'), 'utf8')]).toEqual([[], '一\n'])
    expect(await human('keep', group.items[0]?.id ?? '')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('CHANGE_SETTLED') as string })
  })

  it('one item, the rest of its group stays; a later change elsewhere is kept', async () => {
    await call('write', { path: 'c.md', content: '一\n二\n三\n四\n五\n' })
    await call('write', { path: 'd.md', content: '二\n' })
    const [d, c] = await items()
    writeFileSync(place('d.md'), '二\n')
    expect(await human('revert', d?.id ?? '')).toEqual({ code: 0, out: '1 taken back.\n', err: '' })
    expect([existsSync(place('d.md')), (await items()).map(({ id }) => id)]).toEqual([false, [c?.id]])
    expect(await human('revert', d?.id ?? '')).toMatchObject({ code: 1, err: expect.stringContaining('CHANGE_SETTLED') as string })
    expect(await human('keep', c?.id ?? '')).toMatchObject({ code: 0 })
    await call('read', { path: 'c.md' })
    await call('write', { path: 'c.md', content: '一\n二\n三\n四\n五五\n' })
    writeFileSync(place('c.md'), '一一\n二\n三\n四\n五五\n')
    const changed = (await items()).find(({ name, added }) => name === 'c.md' && added === 1)
    expect(await json('revert', changed?.id ?? '')).toEqual({ reverted: 1, merged: true, left: [] })
    expect(readFileSync(place('c.md'), 'utf8')).toBe('一一\n二\n三\n四\n五\n')
    for (const { id } of await groups()) expect(await human('keep', id)).toMatchObject({ code: 0 })
  })

  it('what clashes is left and named, and the rest of the group goes; one item alone says why', async () => {
    await call('write', { path: 'e.md', content: '一\n' })
    await call('write', { path: 'f.md', content: '二\n' })
    writeFileSync(place('e.md'), '我的\n')
    const group = (await groups()).find(({ actor }) => actor === 'agent')
    const e = group?.items.find(({ name }) => name === 'e.md')
    expect(await human('revert', e?.id ?? '')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^\[FAIL\] CHANGE_CLASH: e\.md was changed again since, .*window/) as string })
    expect(await human('revert', group?.id ?? '')).toEqual({ code: 1, out: `1 taken back.\nleft: ${e?.id}  e.md (was changed again since, in the same place)\n`, err: '' })
    expect([readFileSync(place('e.md'), 'utf8'), existsSync(place('f.md'))]).toEqual(['我的\n', false])
    for (const { id } of await groups()) expect(await human('keep', id)).toMatchObject({ code: 0 })
  })

  it('what was planned is taken back, too', async () => {
    await call('save_story_act', { action: 'create', name: 'snow', title: '雪\n夜' })
    const act = only(await items())
    expect((await human('list', 'inbox')).out.split('\n')[1]).toBe(`  ${act.id}  created act  雪 夜`)
    expect(await human('revert', act.id)).toMatchObject({ code: 0, out: '1 taken back.\n' })
    expect((await wenqu(['call', 'get_story_tree', '{"view":"acts"}'])).out).not.toContain('雪')
  })

  it.each([['keep'], ['revert']])('%s names what is not there', async (act) => {
    expect(await human(act, '7/none/agent')).toMatchObject({ code: 1, err: '[FAIL] CHANGE_UNKNOWN: there is no group or item "7/none/agent" in the inbox. `wenqu human list inbox` names what waits.\n' })
    const { code, out } = await human(act, 'file:99999', '--json')
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ status: 'fail', code: 'CHANGE_UNKNOWN' })])
  })
})

describe('human apply, human discard', () => {
  const propose = (content: string): Promise<void> => call('Write', { file_path: 'g.md', content }, '--profile', 'main', '--write-mode', 'dry_run', '--permission', 'acceptEdits')

  it('a proposal is listed with what it would write, apart from the inbox, and written once', async () => {
    await propose('雪\n')
    const { id, effects } = only(await proposals())
    expect(effects).toMatchObject([{ kind: 'file', target: 'g.md', action: 'create' }])
    expect([await groups(), existsSync(place('g.md'))]).toEqual([[], false])
    expect((await human('list', 'proposals')).out).toMatch(new RegExp(`^${id}  session \\d+ \\(main\\)  \\S+\\n {2}create file {2}g\\.md\\n[^]*^ {6}\\+雪$`, 'm'))
    // The id as the tool's answer names it.
    expect(await human('apply', id.slice('proposal:'.length))).toEqual({ code: 0, out: 'Written.\n', err: '' })
    expect([readFileSync(place('g.md'), 'utf8'), await proposals()]).toEqual(['雪\n', []])
    expect(await human('apply', id)).toMatchObject({ code: 1, err: expect.stringContaining('CHANGE_SETTLED') as string })
    expect(await human('discard', id)).toMatchObject({ code: 1, err: expect.stringContaining('PROPOSAL_SETTLED') as string })
  })

  it('is not written over another text, and can be put aside', async () => {
    await call('Read', { file_path: 'g.md' }, '--profile', 'main')
    await propose('雨\n')
    const { id } = only(await proposals())
    writeFileSync(place('g.md'), '我的\n')
    const { code, out } = await human('apply', id, '--json')
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ code: 'CHANGE_CLASH', details: { clash: expect.objectContaining({ id, act: 'apply', why: 'changed' }) as object } })])
    expect(await human('discard', id)).toEqual({ code: 0, out: 'Put aside.\n', err: '' })
    expect([readFileSync(place('g.md'), 'utf8'), await proposals()]).toEqual(['我的\n', []])
    expect(await human('apply', 'pr_none')).toMatchObject({ code: 1, err: '[FAIL] NOT_FOUND: There is no proposal "pr_none".\n' })
  })
})

it('a project that another installation holds is listed; what would change it is refused', async () => {
  await call('write', { path: 'h.md', content: '雪\n' })
  await withCore(ioOf({ code: -1, out: '', err: '' }, { WENQU_HOME: join(home, 'other') }), async (core) => {
    expect((await core.open(dir)).project.readOnly).toBe(false)
    const { id } = (await groups()).at(0) ?? {}
    for (const what of ['trash', 'proposals', 'approvals']) expect(await human('list', what)).toMatchObject({ code: 0 })
    for (const [act, given] of [['keep', id], ['revert', id], ['apply', 'pr_x'], ['discard', 'pr_x']]) expect(await human(act ?? '', given ?? ''), act).toMatchObject({ code: 1, out: '', err: expect.stringContaining('PROJECT_LOCKED') as string })
  })
})
