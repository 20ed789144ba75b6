import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModelServer, stream, text } from '../../../test/model-server/openai-server'
import { withCore } from './with-project'
import { commands } from './commands'
import type { Io } from './io'
import { main } from './main'

/** The commands beside call and batch (10), each on a real project. */
const home = mkdtempSync(join(tmpdir(), 'wenqu-commands-'))
const dir = join(home, 'demo')
const userHome = join(home, '.wenqu')

interface Done { code: number; out: string; err: string }
const ioOf = (done: Done, env: Record<string, string> = {}): Io => ({
  out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: userHome, ...env },
})
async function wenqu(argv: readonly string[], human = false): Promise<Done> {
  const done: Done = { code: -1, out: '', err: '' }
  done.code = await main(argv, ioOf(done, human ? { WENQU_HUMAN: '1' } : {}))
  return done
}
const linesOf = (done: Done) => done.out.trimEnd().split('\n').map((line) => JSON.parse(line) as { seq: number; event: { type: string; sessionId?: number; how?: string } })

beforeAll(async () => {
  process.env['WENQU_DEMO_SPEED'] = '0'
  expect(await wenqu(['project', 'new', dir, '--sample', 'changan-snow'])).toMatchObject({ code: 0 })
})
afterAll(() => {
  delete process.env['WENQU_DEMO_SPEED']
  rmSync(home, { recursive: true, force: true })
})

it('a novel on a disk that takes no changes is read by every command that only reads', async ({ skip }) => {
  const disk = join(home, 'disk')
  mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).status !== 0) return skip()
  try {
    const novel = join(disk, 'quiet')
    await wenqu(['project', 'new', novel, '--sample', 'changan-snow'])
    const read = ['call', 'read', '{"path":"AGENTS.md"}', '--project', novel]
    const before = await wenqu(read)
    spawnSync('mount', ['-o', 'remount,ro', disk])
    expect(await wenqu(read)).toEqual(before)
    expect(await wenqu(['project', 'info', '--project', novel])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('chapters 12') })
    expect(await wenqu(['project', 'verify', '--project', novel])).toMatchObject({ code: 0, err: '' })
    expect(await wenqu(['export', '--project', novel, '--format', 'txt', '--out', join(home, 'quiet.txt')])).toMatchObject({ code: 0, out: expect.stringContaining('12 chapters'), err: expect.stringMatching(/^(?:(?:read|write) \d+\/12\n)*$/) })
    expect(await wenqu(['call', 'write', '{"path":"a.md","content":"x"}', '--project', novel])).toMatchObject({ code: 1, out: expect.stringContaining('WRITE_FAILED') })
  } finally {
    spawnSync('umount', ['-l', disk])
  }
})

describe('project new (10)', () => {
  it('says at once that no folder can be made in a place, and works without a home of its own', async ({ skip }) => {
    const file = join(home, 'a-file')
    writeFileSync(file, '')
    expect(await wenqu(['project', 'new', join(file, 'x/y'), '--title', 'T'])).toMatchObject({ code: 1, err: expect.stringContaining('[FAIL] WRITE_FAILED: ') })
    expect(await wenqu(['project', 'new', file, '--title', 'T'])).toMatchObject({ code: 1, err: expect.stringContaining('[FAIL] DIR_NOT_EMPTY: ') })
    if (process.platform !== 'linux') return skip()
    for (const at of ['/proc/x', '/proc/x/y']) expect(await wenqu(['project', 'new', at, '--title', 'T'])).toMatchObject({ code: 1, err: expect.stringContaining('[FAIL] WRITE_FAILED: ') })
    for (const [nth, at] of [join(file, 'home'), '/proc/x'].entries()) {
      const done: Done = { code: -1, out: '', err: '' }
      done.code = await main(['project', 'new', join(home, `homeless-${nth}`), '--title', 'T'], ioOf(done, { WENQU_HOME: at }))
      expect(done).toMatchObject({ code: 0, err: '' })
    }
  })

  it('names the samples in its help and for a wrong name, and keeps to the language of each', async () => {
    expect((await wenqu(['project', 'new', '--help'])).out).toContain('changan-snow (zh-CN) or harbour-lights (en)')
    const none = join(home, 'none')
    expect(await wenqu(['project', 'new', none, '--sample', 'snow'])).toMatchObject({ code: 1, err: '[FAIL] SAMPLE_NOT_FOUND: There is no sample "snow"; there are changan-snow and harbour-lights.\n' })
    expect(await wenqu(['project', 'new', none, '--sample', 'changan-snow', '--locale', 'en'])).toMatchObject({ code: 2, err: 'wenqu: --locale en: the sample changan-snow is written in zh-CN; samples in en: harbour-lights\n' })
    expect(existsSync(none)).toBe(false)
    expect(await wenqu(['project', 'new', none, '--sample', 'harbour-lights', '--locale', 'en'])).toMatchObject({ code: 0 })
    expect(JSON.parse((await wenqu(['project', 'info', '--project', none, '--json'])).out)).toMatchObject({ locale: 'en' })
  })
})

describe('every command (10)', () => {
  it.each(Object.keys(commands))('%s: --help, and an unknown option in one line', async (name) => {
    const helped = await wenqu([...name.split(' '), '--help'])
    expect([helped.code, helped.out.startsWith(`Usage: wenqu ${name}`), helped.err]).toEqual([0, true, ''])
    const wrong = await wenqu([...name.split(' '), 'x', '--frob'])
    expect([wrong.code, wrong.out, wrong.err.trimEnd().split('\n').length]).toEqual([2, '', 1])
    expect(wrong.err).toContain('--frob')
  })
})

describe('run (10)', () => {
  it('prints the last words of a turn', async () => {
    const done = await wenqu(['run', '--project', dir, '--profile', 'leader.default', '--message', 'tour'])
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out.trim().length).toBeGreaterThan(20)
  })
  it('prints its events as JSON Lines, in order, to the last', async () => {
    const lines = linesOf(await wenqu(['run', '--project', dir, '--message', 'tour', '--json']))
    const types = lines.map((line) => line.event.type)
    expect(types).toEqual(expect.arrayContaining(['entry.added', 'message.start', 'text.delta', 'message.end', 'call.start', 'call.end', 'run.ended']))
    expect(lines.find((line) => line.event.type === 'run.ended')?.event.how).toBe('end')
    expect(lines.map((line) => line.seq)).toEqual(lines.map((line) => line.seq).toSorted((a, b) => a - b))
    expect(new Set(lines.flatMap((line) => line.event.sessionId ?? [])).size).toBe(1)
  })
  it('ends with 3 when it waits, goes on in the same session, and takes an answer beforehand', async () => {
    const asked = await wenqu(['run', '--project', dir, '--message', 'show me an approval', '--mode', 'discuss'])
    expect(asked).toMatchObject({ code: 3, err: expect.stringMatching(/^Waiting for the author: \w+, approval ap_\w+\n$/) })
    const id = /ap_\w+/.exec(asked.err)?.[0] ?? ''
    expect(await wenqu(['human', 'deny', id, '--project', dir, '--note', 'not now'])).toMatchObject({ code: 4, err: expect.stringContaining('HUMAN_ONLY') })
    expect(await wenqu(['human', 'deny', id, '--project', dir, '--note', 'not now'], true)).toMatchObject({ code: 0, out: expect.stringContaining('DENIED_USER: not now') })
    expect(await wenqu(['run', '--project', dir, '--message', 'show me an approval', '--mode', 'discuss', '--approve', 'yes'])).toMatchObject({ code: 0, err: '' })
  })
  it('says what goes on behind the turn and ends with it, and where a question is answered', async () => {
    const left = await wenqu(['run', '--project', dir, '--message', 'background'])
    expect(left).toMatchObject({ code: 0, err: expect.stringMatching(/^Still running: .+ \([\w-]+\)\. It stops with this command\.\n$/) as string })
    expect(await wenqu(['run', '--project', dir, '--message', 'ask'])).toMatchObject({ code: 3, err: expect.stringMatching(/^(?:Waiting for the author: .+ \(answered in the window\)\n)+$/) as string })
  })
  it('says what went wrong and ends with 1', async () => {
    expect(await wenqu(['run', '--project', dir, '--message', 'x', '--model', 'no/such'])).toMatchObject({ code: 1, err: expect.stringContaining('MODEL_UNKNOWN') })
    expect(await wenqu(['run', '--project', dir, '--message', 'x', '--session', '9999'])).toMatchObject({ code: 1, err: expect.stringContaining('SESSION_UNKNOWN') })
    expect(await wenqu(['run', '--project', dir])).toMatchObject({ code: 2, err: 'wenqu: missing --message\n' })
  })
})

describe('import (10, 09 §15)', () => {
  const file = join(home, '雪夜.txt')
  const novel = Array.from({ length: 5 }, (_, n) => `第${'一二三四五'[n]}章 风雪${n + 1}\r\n\r\n${'　　长安城里下起了大雪，街上空无一人。\r\n'.repeat(30)}`).join('\r\n')
  beforeAll(() => { writeFileSync(file, iconv.encode(novel, 'gb18030')) })

  it('shows what it would make and makes nothing', async () => {
    const before = await wenqu(['project', 'info', '--project', dir, '--json'])
    const done = await wenqu(['import', file, '--project', dir, '--dry-run'])
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toMatch(/gb18030/i)
    expect(done.out).toContain('第三章 风雪3')
    expect(JSON.parse((await wenqu(['import', file, '--project', dir, '--dry-run', '--json'])).out)).toMatchObject({ rows: expect.any(Array) })
    expect((JSON.parse((await wenqu(['project', 'info', '--project', dir, '--json'])).out) as { counts: unknown }).counts).toEqual((JSON.parse(before.out) as { counts: unknown }).counts)
  })
  it('imports it, and the same file again only as told', async () => {
    const chapters = async () => (JSON.parse((await wenqu(['project', 'info', '--project', dir, '--json'])).out) as { counts: { chapters: number } }).counts.chapters
    const before = await chapters()
    expect(await wenqu(['import', file, '--project', dir])).toMatchObject({ code: 0, out: '5 of 5 chapters imported.\n' })
    expect(await chapters()).toBe(before + 5)
    expect(await wenqu(['import', file, '--project', dir, '--json'])).toMatchObject({ code: 0 })
    expect(await chapters()).toBe(before + 5)
    const tree = await wenqu(['call', 'get_story_tree', '{}', '--project', dir])
    expect(tree.out).toContain('风雪5')
  })
  it('a folder of chapter files: acts and chapters in order, and what is not taken is named', async () => {
    const [folder, novel2] = [join(home, 'chapters'), join(home, 'from-folder')]
    mkdirSync(join(folder, '第一卷'), { recursive: true })
    for (const [name, text] of [['第一卷/10 夜.txt', '二。'], ['第一卷/2 灯.md', '一。'], ['cover.png', 'x']] as const) writeFileSync(join(folder, name), text)
    expect(await wenqu(['project', 'new', novel2])).toMatchObject({ code: 0 })
    expect(await wenqu(['import', folder, '--project', novel2, '--encoding', 'gb18030'])).toMatchObject({ code: 2, err: expect.stringContaining('--encoding') })
    const dry = await wenqu(['import', folder, '--project', novel2, '--dry-run'])
    expect(dry.out.split('\n').slice(1)).toEqual(['第一卷  0', '  灯  1', '  夜  1', 'not taken: cover.png (this kind of file is not read)', ''])
    expect(await wenqu(['import', folder, '--project', novel2])).toMatchObject({ code: 0, out: '2 of 2 chapters imported.\nnot taken: cover.png (this kind of file is not read)\n' })
    const tree = JSON.parse((await wenqu(['call', 'get_story_tree', '{"view":"acts"}', '--project', novel2])).out) as { acts: { title: string; chapters: { title: string }[] }[] }
    expect(tree.acts.map((act) => [act.title, ...act.chapters.map((chapter) => chapter.title)])).toEqual([['第一卷', '灯', '夜']])
    expect(await wenqu(['import', folder, '--project', novel2, '--as', 'docx'])).toMatchObject({ code: 1, err: expect.stringContaining('IMPORT_EMPTY') })
  })
  it('refuses what is not there or of another kind', async () => {
    expect(await wenqu(['import', join(home, 'none.txt'), '--project', dir])).toMatchObject({ code: 1, err: expect.stringContaining('NOT_FOUND') })
    expect(await wenqu(['import', file, '--project', dir, '--as', 'docx'])).toMatchObject({ code: 1, err: expect.stringContaining('IMPORT_KIND') })
  })
})

describe('models (10)', () => {
  it('lists what is configured and checks a model with one short request', async () => {
    const server = await startModelServer([stream([text('hi')]), { kind: 'status', status: 401, body: '{"error":{"message":"bad key"}}' }])
    const models = { chat: { context: 65_536, maxOutput: 8_192, tools: true } }
    mkdirSync(userHome, { recursive: true })
    writeFileSync(join(userHome, 'config.json'), JSON.stringify({ models: { default: 'demo/author', providers: { loop: { kind: 'openai-compatible', baseURL: server.url, models } } } }))
    try {
      expect((await wenqu(['models', 'list'])).out).toBe('demo/author  demo  65,536 in, 8,192 out  (default)\nloop/chat  openai-compatible  65,536 in, 8,192 out\n')
      expect(JSON.parse((await wenqu(['models', 'list', '--json'])).out)).toMatchObject({ default: 'demo/author', models: [{ model: 'demo/author' }, { model: 'loop/chat', keySet: true }] })
      expect(await wenqu(['models', 'check', 'loop/chat'])).toMatchObject({ code: 0, out: expect.stringMatching(/^loop\/chat answers \(\d+ ms\)\.\n$/) })
      expect(await wenqu(['models', 'check', 'loop/chat'])).toMatchObject({ code: 1, out: expect.stringContaining('PROVIDER_ERROR') })
      expect(await wenqu(['run', '--project', dir, '--message', 'x', '--model', 'loop/chat'])).toMatchObject({ code: 1, err: expect.stringContaining('[FAIL] PROVIDER_ERROR: ') })
      expect(await wenqu(['models', 'check', 'demo/author'])).toMatchObject({ code: 0 })
      expect(await wenqu(['models', 'check', 'no/such'])).toMatchObject({ code: 1, out: expect.stringContaining('MODEL_UNKNOWN') })
    } finally {
      await server.close()
      rmSync(join(userHome, 'config.json'))
    }
  })
})

describe('human (10, 05 §4, 06 §7)', () => {
  it('trusts and no longer trusts this folder', async () => {
    const trusted = async () => (JSON.parse((await wenqu(['project', 'info', '--project', dir, '--json'])).out) as { trusted: boolean }).trusted
    expect([await trusted(), (await wenqu(['human', 'trust', '--project', dir])).code, await trusted()]).toEqual([false, 4, false])
    expect([(await wenqu(['human', 'trust', '--project', dir], true)).code, await trusted()]).toEqual([0, true])
    expect([(await wenqu(['human', 'trust', '--project', dir, '--revoke'], true)).code, await trusted()]).toEqual([0, false])
  })
  it('a record of trust that cannot be read trusts nothing, says so, and is not written over', async () => {
    const file = join(userHome, 'trust.json')
    writeFileSync(file, '{"trusted":')
    expect(await wenqu(['call', 'get_story_tree', '{"view":"acts"}', '--project', dir])).toMatchObject({ code: 0, err: expect.stringMatching(/^wenqu: .*trust\.json.*; no folder is trusted\n$/) })
    expect(await wenqu(['human', 'trust', '--project', dir], true)).toMatchObject({ code: 1, err: expect.stringContaining('TRUST_INVALID') })
    expect(readFileSync(file, 'utf8')).toBe('{"trusted":')
    rmSync(file)
  })
  it('restores and destroys what is in the trash', async () => {
    const trashed = async (path: string): Promise<string> => {
      expect(await wenqu(['call', 'write', JSON.stringify({ path, content: '雪' }), '--project', dir])).toMatchObject({ code: 0 })
      return withCore(ioOf({ code: 0, out: '', err: '' }), async (core) => {
        const { project } = await core.open(dir)
        const { filesHandlers } = await import('../router/files-handlers')
        const { trashHandlers } = await import('../router/trash-handlers')
        await filesHandlers['files.trash']({ project: project.slug, path }, { core, principal: 'human' })
        const { items } = await trashHandlers['trash.list']({ project: project.slug }, { core, principal: 'human' })
        return items[0]?.id ?? ''
      })
    }
    const kept = await trashed('notes/kept.md')
    expect(await wenqu(['human', 'restore', kept, '--project', dir])).toMatchObject({ code: 4 })
    expect(await wenqu(['human', 'restore', kept, '--project', dir], true)).toMatchObject({ code: 0, out: 'Restored to notes/kept.md.\n' })
    expect(readFileSync(join(dir, 'notes/kept.md'), 'utf8')).toBe('雪')
    const gone = await trashed('notes/gone.md')
    expect(await wenqu(['human', 'purge', gone, '--project', dir], true)).toMatchObject({ code: 0, out: '1 destroyed.\n' })
    expect(await wenqu(['human', 'purge', gone, '--project', dir], true)).toMatchObject({ code: 1, out: '', err: `[FAIL] NOT_FOUND: 0 destroyed; "${gone}" is no trash item.\n` })
    expect([existsSync(join(dir, 'notes/gone.md')), (await wenqu(['human', 'restore', gone, '--project', dir], true)).code]).toEqual([false, 1])
  })
  it('is never reached from a tool\'s process', async () => {
    const done: Done = { code: -1, out: '', err: '' }
    done.code = await main(['human', 'trust', '--project', dir], { ...ioOf(done, { WENQU_HUMAN: '1', WENQU_CALL: 'c1' }), isTerminal: true })
    expect(done).toMatchObject({ code: 4, err: expect.stringContaining('HUMAN_ONLY') })
  })
})

describe('project verify (10)', () => {
  it('is content with a text changed by hand, not with orphan prose or a damaged database', async () => {
    const plain = join(home, 'plain')
    const verify = async () => {
      const { code, out } = await wenqu(['project', 'verify', '--project', plain, '--json'])
      const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: { severity: string; code: string }[] }
      return [code, ok, findings.map((each) => `${each.severity} ${each.code}`)]
    }
    await wenqu(['project', 'new', plain])
    expect(await wenqu(['call', 'write', '{"path":"notes/by.md","content":"x"}', '--project', plain])).toMatchObject({ code: 0 })
    expect(await verify()).toEqual([0, true, []])
    writeFileSync(join(plain, 'notes/by.md'), 'changed by hand')
    expect(await verify()).toEqual([0, true, ['notice CHANGED_OUTSIDE']])
    writeFileSync(join(plain, 'manuscript/lost.md'), '雪\n')
    expect(await verify()).toEqual([1, false, expect.arrayContaining(['warning PROSE_ORPHAN'])])
    expect((await wenqu(['project', 'verify', '--project', plain])).out).not.toContain('Nothing is wrong')
    rmSync(join(plain, 'manuscript/lost.md'))
    writeFileSync(join(plain, '.nbook/project.sqlite'), 'not a database')
    expect(await verify()).toEqual([1, false, ['error DATABASE_DAMAGED']])
  })
  it('says each thing once: what cannot be read with its code and its path', async () => {
    const novel = join(home, 'unreadable')
    await wenqu(['project', 'new', novel])
    writeFileSync(join(novel, 'lorebook/gbk.md'), iconv.encode('大雪纷飞。\n'.repeat(20), 'gbk'))
    mkdirSync(join(novel, 'lorebook/node'), { recursive: true })
    for (const path of ['lorebook/node.md', 'lorebook/node/index.md']) writeFileSync(join(novel, path), '雪\n')
    writeFileSync(join(novel, 'lorebook/binary.md'), 'a\0b')
    const { code, out } = await wenqu(['project', 'verify', '--project', novel])
    expect([code, out.trimEnd().split('\n').sort()]).toEqual([1, [
      'error NODE_CONFLICT "lorebook/node.md" stands beside "lorebook/node/index.md" as the same node.',
      expect.stringMatching(/^warning NOT_TEXT (?!NOT_TEXT).*lorebook\/binary\.md(?!.*lorebook)/), expect.stringMatching(/^warning NOT_UTF8 lorebook\/gbk\.md is not UTF-8; it looks like GBK[^.]*\.$/),
    ]])
    const { findings } = JSON.parse((await wenqu(['project', 'verify', '--project', novel, '--json'])).out) as { findings: { code: string; message: string; path: string }[] }
    expect(findings.filter(({ code, message }) => message.includes(code))).toEqual([])
    expect(findings.map(({ path }) => path).sort()).toEqual(['lorebook/binary.md', 'lorebook/gbk.md', 'lorebook/node.md'])
  })
  it('knows of a chapter of a sample, never changed, whose file or folder is gone', async () => {
    const novel = join(home, 'sampled')
    await wenqu(['project', 'new', novel, '--sample', 'changan-snow'])
    expect(await wenqu(['project', 'verify', '--project', novel])).toMatchObject({ code: 0 })
    rmSync(join(novel, 'manuscript/vol-1/ch-01/index.md'))
    rmSync(join(novel, 'manuscript/vol-1/ch-02'), { recursive: true })
    const { code, out } = await wenqu(['project', 'verify', '--project', novel])
    expect([code, out.split('\n').filter((line) => line.includes('PROSE_GONE'))]).toEqual([1, [expect.stringContaining('半钱坊'), expect.stringContaining('灯花')]])
  })
})

describe('the session of a call (10, 04 §2)', () => {
  it('is of kind cli and its own; once the author took it over in the window, calls get another', async () => {
    const own = join(home, 'own')
    await wenqu(['project', 'new', own, '--sample', 'changan-snow'])
    const cliSessions = () => withCore(ioOf({ code: -1, out: '', err: '' }), async (core) => (await core.open(own)).agents.list().filter((session) => session.kind === 'cli').map(({ id, workMode }) => [id, workMode]))
    const calls = async () => { for (let n = 0; n < 2; n++) expect((await wenqu(['call', 'read', '{"path":"project.yaml"}', '--project', own])).code).toBe(0) }
    await calls()
    const [first] = await cliSessions()
    expect(await cliSessions()).toEqual([[first?.[0], 'normal']])
    await withCore(ioOf({ code: -1, out: '', err: '' }), async (core) => (await core.open(own)).agents.configure(Number(first?.[0]), { workMode: 'plan' }))
    await calls()
    const after = await cliSessions()
    expect(after.map(([, mode]) => mode).sort()).toEqual(['normal', 'plan'])
    expect((await wenqu(['call', 'write', '{"path":"notes/a.md","content":"x"}', '--project', own, '--approve', 'yes', '--json'], true)).code).toBe(0)
  })
})

describe('a project held by another installation (02 §4)', () => {
  it('is read; what would write is refused, naming who holds it', async () => {
    const held = join(home, 'held')
    expect((await wenqu(['project', 'new', held, '--sample', 'changan-snow'])).code).toBe(0)
    expect((await wenqu(['call', 'read', '{"path":"project.yaml"}', '--project', held])).code).toBe(0)
    const other = ioOf({ code: -1, out: '', err: '' }, { WENQU_HOME: join(home, 'other-home') })
    await withCore(other, async (core) => {
      // The other one holds it; this installation only reads.
      const { project } = await core.open(held)
      expect(project.readOnly).toBe(false)
      for (const [tool, input] of [['read', { path: 'project.yaml' }], ['execute_sql', { sql: 'SELECT count(*) FROM StoryChapter' }], ['get_story_tree', {}]] as const) {
        const done = await wenqu(['call', tool, JSON.stringify(input), '--project', held, '--json'])
        expect([tool, done.code, JSON.parse(done.out)]).toMatchObject([tool, 0, { status: 'ok' }])
      }
      for (const approve of ['ask', 'yes']) {
        const done = await wenqu(['call', 'write', '{"path":"notes/a.md","content":"x"}', '--project', held, '--approve', approve, '--json'], true)
        expect(JSON.parse(done.out)).toMatchObject({ status: 'fail', code: 'PROJECT_LOCKED', content: expect.stringMatching(/open elsewhere: \S+ on \S+/) })
      }
    })
    expect((await wenqu(['call', 'write', '{"path":"notes/a.md","content":"x"}', '--project', held, '--approve', 'yes', '--json'], true)).code).toBe(0)
  })
})
