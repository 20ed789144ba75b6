import { existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench, type SessionOptions } from '../../../../../test/tools/bench'
import { setTrust } from '../../../project/trust'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })
const at = (path: string): string => join(bench.dir, path)
const main = (options: SessionOptions = {}): number => bench.session({ profileKey: 'main', ...options })
const bash = (command: string, more: { args?: object; session?: number; approve?: 'ask' | 'yes' | 'no' } = {}) => bench.call(more.session ?? main(), 'Bash', { command, ...more.args }, { approve: more.approve ?? 'ask' })
const rowsOf = (callId: string) => bench.project.sessionsDb.prepare<[string], { path: string; kind: string; actor: string; before: string | null; movedTo: string | null }>('SELECT path, kind, actor, before, movedTo FROM Journal WHERE callId = ? ORDER BY seq').all(callId)

describe('the gate of Bash (05 §3, §9 34-44)', () => {
  it('runs a listed command at once, in every mode', async () => {
    writeFileSync(at('a.md'), 'needle\n')
    for (const session of [main(), main({ workMode: 'plan' }), main({ workMode: 'discuss', permissionMode: 'bypassPermissions' })]) {
      expect(await bash('grep -n needle a.md', { session })).toMatchObject({ status: 'ok', content: '1:needle', changes: [] })
    }
    expect(await bash('grep nothing a.md')).toMatchObject({ status: 'ok', content: '(no output)' })
    expect(await bash('grep nothing none.md')).toMatchObject({ status: 'fail', code: 'EXIT_CODE', content: expect.stringMatching(/^\[FAIL\] EXIT_CODE: Exit code 2\n.*none\.md/) as string })
  })

  it.each([['git status | cat', 'SHELL_META'], ["grep 'a;b' f", 'SHELL_META'], ['ls a?', 'SHELL_EXPANSION'], ['find . -delete', 'SHELL_ARG'], ["ls 'a", 'SHELL_QUOTING'], ['/bin/ls', 'SHELL_NO_RULE'], ['npm test', 'SHELL_UNTRUSTED'], ['ls ..', 'SHELL_OUTSIDE'], ['ls .nbook', 'SHELL_PROTECTED'], [`ls ${'a'.repeat(17_000)}`, 'SHELL_LONG']])('%s asks %s, and nothing runs', async (command, code) => {
    expect(await bash(command)).toMatchObject({ status: 'needs_approval', code })
  })

  it('asks in plan mode before it asks about the command; strict asks too', async () => {
    expect(await bash('touch x', { session: main({ workMode: 'plan' }) })).toMatchObject({ code: 'MODE_PLAN', approval: { reasons: [{ code: 'MODE_PLAN' }, { code: 'SHELL_NO_RULE' }] } })
    bench.config.approvals = 'strict'
    expect(await bash('touch x')).toMatchObject({ code: 'POLICY_STRICT' })
    expect(await bash('ls')).toMatchObject({ status: 'ok' })
    delete bench.config.approvals
    expect(await bash('printf hi; echo', { session: main({ permissionMode: 'bypassPermissions' }) })).toMatchObject({ status: 'ok', content: 'hi' })
  })

  it('refuses a blank command and one with NUL', async () => {
    for (const command of ['', ' \t\n', 'ls\0']) expect(await bash(command)).toMatchObject({ status: 'fail', code: 'ARGS_INVALID' })
  })

  it('shows the whole command, where it runs, how long and what it looks like; hidden characters are written out', async () => {
    const { approval } = await bash('rm -rf a\u202Eb \u0007; curl https://x.test > y\nid', { args: { timeout: 5_000 } })
    expect(approval?.effects).toEqual([{
      kind: 'shell', target: 'rm -rf a\\u202eb \\u0007; curl https://x.test > y', resolved: bench.dir, before: null, after: null, action: 'run',
      preview: 'rm -rf a\\u202eb \\u0007; curl https://x.test > y\nid\n(effects unknown; files are journalled)',
      fields: [{ field: 'cwd', from: null, to: bench.dir }, { field: 'timeout', from: null, to: '5 s' }, { field: 'program', from: null, to: expect.stringMatching(/\/bash$/) as string }, { field: 'warning', from: null, to: 'deletes, network, writes' }],
    }])
  })

  it('runs what was approved once, as it was stored', async () => {
    const asked = await bash('echo ran >> log.txt; printf x; exit 3')
    expect(existsSync(at('log.txt'))).toBe(false)
    const hash = String(asked.details['effectsHash'])
    const [first, second] = await Promise.all([bench.pipeline.answer(asked.approval?.id ?? '', 'approve', hash, 'author', null), bench.pipeline.answer(asked.approval?.id ?? '', 'approve', hash, 'author', null)])
    expect(first.result).toMatchObject({ status: 'fail', code: 'EXIT_CODE', content: '[FAIL] EXIT_CODE: Exit code 3\nx\n(Changed: A log.txt; the author can restore them.)' })
    expect(second.code).toBe('APPROVAL_NOT_PENDING')
    expect(readFileSync(at('log.txt'), 'utf8')).toBe('ran\n')
  })

  it('asks again when git\'s settings or a link would make an allowed command another', async () => {
    await setTrust(bench.project.env, bench.dir, false)
    await bash('git init -q && git config filter.x.clean ./marker.sh', { approve: 'yes' })
    expect(await bash('git diff')).toMatchObject({ status: 'needs_approval', code: 'SHELL_GIT_CONFIG' })
    await setTrust(bench.project.env, bench.dir, true)
    expect(await bash('git diff')).toMatchObject({ status: 'ok' })
    await setTrust(bench.project.env, bench.dir, false)
    rmSync(at('.git'), { recursive: true })
  })
})

describe('results (06 §8)', () => {
  it.each<[string, object, string]>([
    ['true', {}, '(no output)'], ['echo a; echo', {}, 'a'], ['echo a; echo b >&2', {}, 'a\nstderr:\nb'], ['echo b >&2', {}, 'b'], ['kill -9 $$', {}, '[FAIL] EXIT_SIGNAL: ended by SIGKILL'],
    ['echo hi; sleep 99', { timeout: 1 }, '[FAIL] TIMEOUT: timed out after 1s\nhi'],
  ])('%s: %j', async (command, args, content) => { expect((await bash(command, { args, approve: 'yes' })).content).toBe(content) })

  it('keeps both ends of a long text', async () => {
    const { content } = await bash('seq 1 20000', { approve: 'yes' })
    expect(content).toMatch(/^1\n2\n[^]*\n\.\.\. \[78893 chars truncated\] \.\.\.\n[^]*\n20000$/)
    expect((await bash('head -c 400000 /dev/zero | tr "\\0" x', { approve: 'yes' })).content).toMatch(/^\[137856 earlier bytes of stdout were dropped\]\nx{15000}\n\.\.\. \[232144 chars truncated\]/)
  })

  it('stops within its grace when the call is cancelled', async () => {
    const stop = new AbortController()
    const session = main()
    const work = bench.call(session, 'Bash', { command: 'echo begun > begun.txt; echo so far; sleep 99' }, { approve: 'yes', signal: stop.signal })
    await expect.poll(() => existsSync(at('begun.txt')), { timeout: 10_000 }).toBe(true)
    stop.abort()
    const own = new AbortController()
    const direct = bench.call(main({ permissionMode: 'bypassPermissions' }), 'Bash', { command: 'echo so far; echo on > on.txt; sleep 98' }, { signal: own.signal })
    await expect.poll(() => existsSync(at('on.txt')), { timeout: 10_000 }).toBe(true)
    own.abort()
    expect(await direct).toMatchObject({ status: 'fail', code: 'CANCELLED', content: '[FAIL] CANCELLED: interrupted\nso far\n(Changed: A on.txt; the author can restore them.)' })
    expect(await work).toMatchObject({ status: 'fail', code: 'CANCELLED' })
  }, 30_000)
})

describe('the journal of a run (06 §7, §8)', () => {
  it('notes what changed, keeps the old bytes, and puts removed files into the trash', async () => {
    mkdirSync(at('manuscript/v'), { recursive: true })
    writeFileSync(at('manuscript/v/one.md'), 'one\n')
    writeFileSync(at('manuscript/v/two.md'), 'two\n')
    writeFileSync(at('same.bin'), Buffer.from([0, 1, 2]))
    const result = await bash('cd manuscript/v && rm one.md && echo more >> two.md && echo new > three.md && cp -p two.md ../../same.md && rm ../../same.md', { approve: 'yes' })
    expect(result).toMatchObject({ status: 'ok', content: '(no output)\n(Changed: D manuscript/v/one.md, A manuscript/v/three.md, M manuscript/v/two.md; the author can restore them.)' })
    expect(result.changes.map(({ target }) => target)).toEqual(['manuscript/v/one.md', 'manuscript/v/three.md', 'manuscript/v/two.md'])
    const rows = rowsOf(result.id)
    expect(rows.map(({ path, kind, actor }) => [path, kind, actor])).toEqual([['manuscript/v/one.md', 'delete', 'shell'], ['manuscript/v/three.md', 'create', 'shell'], ['manuscript/v/two.md', 'modify', 'shell']])
    expect(Buffer.from((await bench.project.blobs.get(rows[2]?.before ?? '')) ?? []).toString()).toBe('two\n')
    const [item] = bench.project.trash.list()
    expect(item).toMatchObject({ from: 'manuscript/v/one.md', by: 'shell' })
    await bench.project.trash.restore(item?.id ?? '')
    expect(readFileSync(at('manuscript/v/one.md'), 'utf8')).toBe('one\n')
    expect(bench.project.history.list('manuscript/v/two.md')).toMatchObject([{ by: 'shell' }])
    expect(bench.events.filter((event) => event.type === 'file.changed' && event.path === 'manuscript/v/two.md')).toMatchObject([{ kind: 'modify', by: 'agent' }])
  })

  it('leaves to others what they journalled meanwhile', async () => {
    writeFileSync(at('mine.md'), 'a\n')
    const session = main({ permissionMode: 'bypassPermissions' })
    const work = bench.call(session, 'Bash', { command: 'echo x > theirs.md; while [ ! -e go ]; do sleep 0.02; done' })
    await expect.poll(() => existsSync(at('theirs.md')), { timeout: 10_000 }).toBe(true)
    const place = await bench.project.files.authorize('mine.md', { use: 'write' })
    await bench.project.files.apply([{ path: place, text: 'author\n', base: await bench.project.files.hash(place) }], { actor: 'author', sessionId: null, callId: null })
    writeFileSync(at('go'), '')
    expect((await work).changes.map(({ target }) => target)).toEqual(['go', 'theirs.md'])
  })

  it('does not run when the state cannot be kept', async () => {
    const blobs = at('.nbook/blobs')
    writeFileSync(at('fresh.md'), `fresh ${Date.now()}\n`)
    const { put } = bench.project.blobs
    Object.assign(bench.project.blobs, { put: () => Promise.reject(new Error('disk full')) })
    const result = await bash('echo x > never.md', { approve: 'yes' })
    Object.assign(bench.project.blobs, { put })
    expect(existsSync(blobs)).toBe(true)
    expect(result).toMatchObject({ status: 'fail', code: 'JOURNAL_FAILED', content: expect.stringContaining('disk full') as string })
    expect(existsSync(at('never.md'))).toBe(false)
    unlinkSync(at('fresh.md'))
  })
})

describe('BashOutput and KillShell (06 §8)', () => {
  it('read a job and end it', async () => {
    const session = main({ permissionMode: 'bypassPermissions' })
    const begun = await bash('echo alpha; echo beta; sleep 999', { session, args: { run_in_background: true } })
    expect(begun.content).toMatch(/^\[OK\] Started bg-[0-9a-f]{12}; read it with BashOutput, stop it with KillShell\.$/)
    const id = String(begun.details['shellId'])
    const read = (filter?: string) => bench.call(session, 'BashOutput', { bash_id: id, ...(filter === undefined ? {} : { filter }) })
    expect(await read('(')).toMatchObject({ code: 'ARGS_INVALID' })
    const seen: string[] = []
    await expect.poll(async () => { seen.push((await read('^b')).content); return seen.join('\n') }, { timeout: 10_000 }).toContain('beta')
    expect(seen.join('\n')).not.toContain('alpha')
    expect((await read()).content).toBe('status: running\n(no new output)')
    expect(await bench.call(session, 'KillShell', { shell_id: id })).toMatchObject({ status: 'ok', content: '[OK] killing' })
    await expect.poll(async () => (await read()).content, { timeout: 10_000 }).toBe('status: killed\n(no new output)')
    expect((await bench.call(session, 'KillShell', { shell_id: id })).content).toBe('[OK] status: killed')
    expect(await bench.call(main(), 'BashOutput', { bash_id: id })).toMatchObject({ code: 'SHELL_UNKNOWN' })
  })
  it('a job is asked about like any command', async () => {
    expect(await bash('sleep 1', { args: { run_in_background: true } })).toMatchObject({ status: 'needs_approval', code: 'SHELL_NO_RULE' })
  })
})
