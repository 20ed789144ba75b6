import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { createProject } from '../project/create-project'
import { createJobService } from '../jobs/job-service'
import type { JobService } from '../jobs/types'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import type { OpenedProject } from '../project/types'
import type { ShellOptions } from './run-plan'
import { createShellService } from './shell-service'
import type { Finished, ShellService } from './types'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-shell-')))
const dir = join(home, 'demo')
let project: OpenedProject
let records: JobService
const events: CoreEvent[] = []
const services: ShellService[] = []
beforeAll(async () => {
  const env = createEnv(join(home, '.wenqu'))
  mkdirSync(env.home, { recursive: true })
  await createProject(dir, { title: '测试', locale: 'zh-CN' }, env)
  project = await openProject(dir, env, { emit: (event) => { events.push(event) }, readOnlyOk: false, watch: false })
  for (const id of [1, 100]) project.sessionsDb.prepare("INSERT INTO Session (id, profileKey, profileHash, rootId, kind, role, title, createdAt, updatedAt) VALUES (?, 'main', 'h', ?, 'chat', 'root', '', '', '')").run(id, id)
  records = createJobService({ project, deliver: () => 'later' })
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  // As the next start does with what the closing cut off.
  createJobService({ project, deliver: () => 'later' }).recover()
})
afterAll(async () => {
  await project.close()
  rmSync(home, { recursive: true, force: true })
})

let calls = 0
/** Distinct from every other call on this machine: processes are found by it. */
const nextCall = (): string => `t${process.pid}x${Date.now()}x${(calls += 1)}`
function open(more: Partial<ShellOptions> = {}): ShellService {
  const service = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => records, graceMs: 300, ...more })
  services.push(service)
  return service
}
const caller = (signal = new AbortController().signal, callId = nextCall()) => ({ sessionId: 1, callId, trusted: true, signal })
const bash = (service: ShellService, command: string, timeoutMs = 20_000, who = caller()): Promise<Finished> => service.run({ plan: service.plain(command), timeoutMs }, who)

/** Processes that carry a call's marker; one that has just been ended may be there for a moment. */
function marked(call: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`WENQU_CALL=${call}`)
    } catch {
      return false
    }
  })
}
const gone = (call: string) => expect.poll(() => marked(call), { timeout: 8_000, interval: 20 }).toEqual([])
const started = (call: string, least: number) => expect.poll(() => marked(call).length, { timeout: 8_000, interval: 10 }).toBeGreaterThanOrEqual(least)

describe.each(['auto', 'never'] as const)('a run, isolation %s (06 §8)', (isolation) => {
  it('starts in the project with nothing but a clean environment', async () => {
    const service = open({ isolation, environment: { ...process.env, OPENAI_API_KEY: 'sk-canary', NODE_OPTIONS: '--no-warnings', LD_PRELOAD: '', BASH_ENV: '/nowhere', GIT_DIR: '/nowhere', ELECTRON_RUN_AS_NODE: '1', LANG: 'C.UTF-8', PATH: `.:${dir}/bin:relative:${process.env['PATH'] ?? ''}` } })
    mkdirSync(join(dir, 'bin'), { recursive: true })
    const { stdout, ended } = await bash(service, 'pwd; env')
    expect(ended).toEqual({ code: 0, signal: null, stopped: null, error: null })
    const [cwd, ...lines] = stdout.trimEnd().split('\n')
    expect(cwd).toBe(dir)
    const names = lines.map((line) => line.split('=', 1)[0])
    expect(names.filter((name) => !['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'PYTHONHASHSEED', 'PYTHONPATH', 'VIRTUAL_ENV', 'GIT_TERMINAL_PROMPT', 'PAGER', 'WENQU_CALL', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([])
    expect(stdout).not.toContain('canary')
    const path = lines.find((line) => line.startsWith('PATH='))?.slice(5).split(':') ?? []
    expect(path.every((folder) => folder.startsWith('/') && !folder.startsWith(dir))).toBe(true)
  })

  it('gives each stream, both in order of arrival, and the exit code; stdin is empty', async () => {
    const found = await bash(open({ isolation }), 'printf out; printf err >&2; cat; exit 3')
    expect(found).toMatchObject({ stdout: 'out', stderr: 'err', ended: { code: 3 } })
    expect(found.merged.full()).toMatch(/^(outerr|errout)$/)
  })

  it('removes escapes and controls, invalid bytes are U+FFFD, a lone CR ends a line', async () => {
    const { stdout } = await bash(open({ isolation }), String.raw`printf '\033[31mred\033[0m \033]52;c;eA==\007x\033]0;t\033\\y a\rb\r\nc\377 \001\177\302\205z\tq'`)
    expect(stdout).toBe('red xy a\nb\nc\uFFFD z\tq')
  })

  it('ends at its time with what it had printed, and with everything it had started', async () => {
    const who = caller()
    const from = performance.now()
    const found = await bash(open({ isolation }), 'echo hi; (setsid sleep 997 & ) ; setsid nohup sleep 998 >/dev/null 2>&1 & sleep 999', 700, who)
    expect(found).toMatchObject({ stdout: 'hi\n', ended: { stopped: 'timeout' } })
    expect(performance.now() - from).toBeLessThan(4_000)
    await gone(who.callId)
  })

  it('kills what does not heed TERM', async () => {
    const who = caller()
    const found = await bash(open({ isolation }), `trap '' TERM; echo on; while :; do sleep 0.1; done`, 500, who)
    expect(found).toMatchObject({ stdout: 'on\n', ended: { stopped: 'timeout' } })
    await gone(who.callId)
  })

  it('stops when its caller does', async () => {
    const stop = new AbortController()
    const who = caller(stop.signal)
    const work = bash(open({ isolation }), 'echo begun; sleep 999', 60_000, who)
    await started(who.callId, 1)
    stop.abort()
    expect(await work).toMatchObject({ ended: { stopped: 'cancelled' } })
    await gone(who.callId)
  })

  it('does not wait for a grandchild that holds the pipe, and ends it', async () => {
    const who = caller()
    const from = performance.now()
    expect(await bash(open({ isolation }), '(sleep 996 &) ; (setsid sleep 995 &) ; echo done', 60_000, who)).toMatchObject({ stdout: 'done\n', ended: { code: 0, stopped: null } })
    expect(performance.now() - from).toBeLessThan(5_000)
    await gone(who.callId)
  })

  it('keeps the last of a flood and counts the rest', async () => {
    const found = await bash(open({ isolation }), 'head -c 60000000 /dev/zero | tr "\\0" x; echo; head -c 9000000 /dev/zero | tr "\\0" y >&2; echo end', 60_000)
    expect(found.stdout.length).toBe(262_144)
    expect(found.stdout.endsWith('x\nend\n')).toBe(true)
    expect(found.lost).toEqual({ stdout: 60_000_005 - 262_144, stderr: 9_000_000 - 262_144 })
    expect(found.merged.dropped).toBe(69_000_005 - 8 * 1_048_576)
  }, 60_000)

  it('is ended by the death of core', async () => {
    const call = nextCall()
    const core = spawn(process.execPath, ['--no-warnings', '--import', './test/project/ts-hooks.mjs', './test/project/shell-child.ts', join(home, `core-${isolation}`), join(home, '.wenqu-core'), call, isolation], { stdio: ['ignore', 'ignore', 'inherit'] })
    const place = join(home, `core-${isolation}`)
    await expect.poll(() => existsSync(join(place, 'made.md')), { timeout: 20_000, interval: 20 }).toBe(true)
    await started(call, 3)
    core.kill('SIGKILL')
    await gone(call)
    // What the run had changed by then is journalled when the project opens again.
    const again = await openProject(place, createEnv(join(home, '.wenqu-core')), { emit: () => undefined, readOnlyOk: false, watch: false })
    expect(again.sessionsDb.prepare("SELECT path, kind, actor, callId FROM Journal WHERE path = 'made.md'").all()).toEqual([{ path: 'made.md', kind: 'create', actor: 'shell', callId: call }])
    await again.close()
  }, 60_000)
})

describe('what a child may not write (06 §8)', () => {
  it('is the app\'s own folders, by the kernel where it can', async () => {
    const service = open()
    const found = await bash(service, `echo x > .nbook/config.json; echo x > ${home}/.wenqu/trust.json; mount -o remount,rw .nbook; umount .nbook; echo x > .nbook/x; echo y > ok.txt`)
    expect(readFileSync(join(dir, 'ok.txt'), 'utf8')).toBe('y\n')
    expect([existsSync(join(dir, '.nbook', 'x')), existsSync(join(home, '.wenqu', 'trust.json'))]).toEqual([false, false])
    expect(found.stderr.match(/Read-only file system/g)?.length).toBe(3)
  })
})

describe('background jobs (06 §8)', () => {
  const start = async (service: ShellService, command: string, who = caller()): Promise<string> => (await service.start({ plan: service.plain(command), deliver: false, text: ({ merged }) => merged.text }, who)).id

  it('run on, give only what is new, and say how they ended', async () => {
    const service = open()
    const id = await start(service, 'echo one; read -t 30 -r _ < <(sleep 0.3); echo two; exit 4')
    expect(id).toMatch(/^bg-[0-9a-f]{12}$/)
    const seen: string[] = []
    await expect.poll(() => { const view = service.poll(id, 1); seen.push(view.text); return view.status }, { timeout: 10_000, interval: 20 }).toBe('exited')
    seen.push(service.poll(id, 1).text)
    expect(seen.join('')).toBe('one\ntwo\n')
    expect(service.poll(id, 1)).toEqual({ id, status: 'exited', exitCode: 4, lost: 0, text: '' })
    expect(service.kill(id, 1)).toMatchObject({ status: 'exited' })
  })

  it('are eight at most for one root session; the ninth starts nothing', async () => {
    const service = open({ rootOf: (id) => (id > 100 ? 100 : id) })
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await start(service, 'sleep 900'))
    const late = caller()
    await expect(start(service, 'sleep 900', late)).rejects.toThrow('JOB_LIMIT')
    expect(marked(late.callId)).toEqual([])
    const other = await start(service, 'sleep 900', { ...caller(), sessionId: 101 })
    expect(() => service.poll(other, 1)).toThrow('SHELL_UNKNOWN')
    expect(service.poll(other, 100).status).toBe('running')
    expect(service.kill(ids[0] ?? '', 1)).toBe(null)
    await expect.poll(() => service.status(ids[0] ?? '', 1).status, { timeout: 8_000 }).toBe('killed')
    expect(await start(service, 'sleep 900')).toMatch(/^bg-/)
  }, 30_000)

  it('the end is committed with its text before it can be seen; another process reads what is unread, also after the end (04 §11)', async () => {
    const service = open()
    const id = await start(service, 'echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 3')
    const job = records.list()[0]
    if (job === undefined) throw new Error('no row')
    const other = open()
    await expect.poll(() => service.poll(id, 1).text, { timeout: 10_000, interval: 20 }).toBe('one\n')
    expect(other.poll(id, 1)).toEqual({ id, status: 'running', exitCode: null, lost: 0, text: '' })
    const seen: string[] = []
    const told = events.length
    writeFileSync(join(dir, 'go'), '')
    await expect.poll(() => { const { status } = service.status(id, 1); if (status !== 'running') seen.push(records.get(job.id).job.status); return status }, { timeout: 10_000, interval: 5 }).toBe('exited')
    expect(seen).toEqual(['failed'])
    expect(records.get(job.id)).toMatchObject({ job: { kind: 'bash', ownerId: 1, error: 'Exit code 3', deliveryStatus: 'not_required' }, result: 'one\ntwo\n', data: { exitCode: 3, output: `.nbook/jobs/${job.id}.log` } })
    expect(events.slice(told).filter((event) => event.type === 'job.changed' && event.job.status === 'failed').length).toBeGreaterThan(0)
    expect(other.poll(id, 1)).toMatchObject({ status: 'exited', exitCode: 3, text: expect.stringMatching(/^two\n\n\(Changed: A go; /) as string })
    expect(other.poll(id, 1).text).toBe('')
    rmSync(join(dir, 'go'))
  })

  it('a restart finds what ran interrupted, never runs it again, and its text is there to read', async () => {
    const service = open()
    const id = await start(service, 'echo begun; echo x >> again.txt; sleep 900')
    const job = records.list()[0]
    if (job === undefined) throw new Error('no row')
    await expect.poll(() => existsSync(join(dir, 'again.txt')), { timeout: 10_000, interval: 20 }).toBe(true)
    await expect.poll(() => readFileSync(join(dir, '.nbook/jobs', `${job.id}.log`), 'utf8'), { timeout: 10_000, interval: 20 }).toBe('begun\n')
    await service.close()
    expect(records.get(job.id).job.status).toBe('running')
    const after = createJobService({ project, deliver: () => 'later' })
    after.recover()
    const next = open({ jobs: () => after })
    expect(after.get(job.id).job).toMatchObject({ status: 'interrupted', error: 'the app stopped while it ran' })
    expect(next.poll(id, 1)).toMatchObject({ status: 'killed', exitCode: null, text: expect.stringMatching(/^begun\n/) as string })
    expect(next.kill(id, 1)).toMatchObject({ status: 'killed' })
    expect(readFileSync(join(dir, 'again.txt'), 'utf8')).toBe('x\n')
  })

  it('a cleared job\'s text goes with the next start', async () => {
    const service = open()
    await start(service, 'true')
    const job = records.list()[0]
    if (job === undefined) throw new Error('no row')
    await expect.poll(() => records.get(job.id).job.status, { timeout: 10_000, interval: 20 }).toBe('completed')
    records.clear(job.id)
    await start(service, 'true')
    expect(existsSync(join(dir, '.nbook/jobs', `${job.id}.log`))).toBe(false)
  })

  it('of a job that a thousand newer ones stand before, the text stays', async () => {
    const service = open()
    await start(service, 'echo kept')
    const job = records.list()[0]
    if (job === undefined) throw new Error('no row')
    await expect.poll(() => records.get(job.id).job.status, { timeout: 10_000, interval: 20 }).toBe('completed')
    const insert = project.sessionsDb.prepare("INSERT INTO Job (id, kind, title, ownerId, rootId, status, startedAt) VALUES (?, 'task', 'x', 100, 100, 'completed', '')")
    project.sessionsDb.transaction(() => { for (let n = 0; n < 1_000; n += 1) insert.run(project.env.id('job')) })()
    try {
      await start(service, 'true')
      expect(readFileSync(join(dir, '.nbook/jobs', `${job.id}.log`), 'utf8')).toBe('kept\n')
    } finally {
      project.sessionsDb.exec("DELETE FROM Job WHERE kind = 'task'")
    }
  })

  it('end with the project', async () => {
    const service = open()
    const who = caller()
    await start(service, 'setsid sleep 900 & sleep 901', who)
    await started(who.callId, 2)
    await service.close()
    await gone(who.callId)
  })

  it('are filtered in linear time, and a bad expression says so', async () => {
    const service = open()
    const { signal } = new AbortController()
    const from = performance.now()
    expect(await service.filter(`${'a'.repeat(100_000)}b\nplain\n`, '(a+)+$', signal)).toBe('')
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(await service.filter('one\ntwo\nthree\n', '^t', signal)).toBe('two\nthree\n')
    await expect(service.filter('', '(', signal)).rejects.toThrow('ARGS_INVALID')
  })
})

describe('programs of allowed commands (06 §9)', () => {
  it('never come from a project, and rg is ours', async () => {
    const bin = join(dir, 'node_modules', '.bin')
    mkdirSync(bin, { recursive: true })
    for (const name of ['rg', 'ls', 'pytest', 'onlyhere']) writeFileSync(join(bin, name), '#!/bin/sh\ntouch ran-from-project\n', { mode: 0o755 })
    const outside = join(home, 'outside-bin')
    mkdirSync(outside, { recursive: true })
    symlinkSync(join(bin, 'onlyhere'), join(outside, 'onlyhere'))
    const service = open({ environment: { PATH: `${bin}:${outside}:/usr/bin:/bin` }, rules: () => [{ program: 'onlyhere', source: 'global' }] })
    writeFileSync(join(dir, 'a.md'), 'needle\n')
    const found = await service.consider('rg needle a.md', caller())
    expect(found).toMatchObject({ ask: null, readOnly: true, allowCode: 'SHELL_RULE' })
    expect(found.plan.program).toMatch(/ripgrep.*rg/)
    expect(await service.run({ plan: found.plan, timeoutMs: 10_000 }, caller())).toMatchObject({ stdout: 'needle\n', changes: [] })
    expect((await service.consider('ls', caller())).plan.program).toMatch(/^\/(usr\/)?bin\/ls$/)
    await expect(service.consider('onlyhere', caller())).rejects.toThrow('PROGRAM_NOT_FOUND')
    expect(existsSync(join(dir, 'ran-from-project'))).toBe(false)
  })

  const key = 'key.md'
  it.each([
    ...['grep', 'rg'].flatMap((program) => ['-f', '-nf', '-inf', '-C3nf', '--file=', '-f '].map((option) => `${program} ${option}${key} guess.md`)),
    'rg -.f key.md guess.md', 'rg -.fkey.md guess.md', 'rg -.nfkey.md guess.md', 'rg -f=key.md guess.md', 'rg -f,key.md x', 'rg --ignore-file=key.md x', 'grep --exclude-from=key.md x guess.md', 'grep --fil=key.md guess.md',
    'git diff -- key.md', 'git diff HEAD:key.md', 'git log -L1,5:key.md', 'git log -L:x:key.md', 'git log -- key.md', 'git log -L1,5:out/passwd', 'ls key.md', 'ls -la out', 'ls a,key.md', 'ls @key.md', 'ls x=@key.md', 'ls a=key.md,b', 'ls a:key.md:b', 'find key.md', 'find . -newer key.md', 'find . -samefile out/passwd', 'find -newermt@key.md',
  ])('asks about a link that leads out, wherever in a word it stands: %s', async (command) => {
    for (const [name, target] of [[key, '/etc/passwd'], ['out', '/etc']] as const) if (!existsSync(join(dir, name))) symlinkSync(target, join(dir, name))
    writeFileSync(join(dir, 'guess.md'), 'root\n')
    expect((await open().consider(command, caller())).ask?.code).toBe('SHELL_LINK')
  })

  it('does not ask about words of which no part is a link out, however long', async () => {
    writeFileSync(join(dir, 'guess.md'), 'root\n')
    if (!existsSync(join(dir, 'inside.md'))) symlinkSync('guess.md', join(dir, 'inside.md'))
    for (const command of ['grep -fguess.md guess.md', 'grep -nfinside.md guess.md', 'rg -n root guess.md', 'ls -la', "grep '-e.' guess.md", 'rg -.n root .', `grep -e${'a'.repeat(16_000)} guess.md`, `grep '-e ${'a/'.repeat(2_000)}a' guess.md`]) expect((await open().consider(command, caller())).ask?.code, command.slice(0, 60)).toBe(undefined)
  })

  it('asks about a link that leads out, and keeps rg out of the app\'s folder whatever its globs say', async () => {
    const service = open()
    if (!existsSync(join(dir, 'out'))) symlinkSync('/etc', join(dir, 'out'))
    for (const command of ['ls out', 'grep -r root out', 'rg x ./out/', 'find out', 'grep --file=out/passwd x']) expect((await service.consider(command, caller())).ask?.code, command).toBe('SHELL_LINK')
    writeFileSync(join(dir, '.nbook', 'secret.txt'), 'needle in .nbook\n')
    for (const command of ["rg -uu -g '*' needle", "rg --hidden --no-ignore '--glob=**' needle", "rg -uu --iglob '*' -- needle", 'grep -r needle .']) {
      const { plan, ask } = await service.consider(command, caller())
      expect(ask).toBe(null)
      const { stdout } = await service.run({ plan, timeoutMs: 10_000 }, caller())
      expect(stdout).toContain('needle')
      expect(stdout).not.toContain('.nbook')
    }
  })
})
