import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cannotMount, createMounts } from '../../../test/shell/mounts'
import { createJobService } from '../jobs/job-service'
import type { JobService } from '../jobs/types'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import type { OpenedProject } from '../project/types'
import { findIsolation } from './namespace'
import { createShellService } from './shell-service'
import type { Finished, ShellPlan, ShellService } from './types'

/** 06 §8: what a child may not write stays closed whatever is mounted there, and nothing runs when it cannot be closed. */
let root: string
let home: string
let dir: string
let project: OpenedProject
let records: JobService
let service: ShellService
const mounts = createMounts()
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-protect-')))
  home = join(root, 'user', 'app home')
  dir = join(root, 'demo')
  const env = createEnv(home)
  mkdirSync(home, { recursive: true })
  await createProject(dir, { title: '测试', locale: 'zh-CN' }, env)
  project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  project.sessionsDb.prepare("INSERT INTO Session (id, profileKey, profileHash, rootId, kind, role, title, createdAt, updatedAt) VALUES (1, 'main', 'h', 1, 'chat', 'root', '', '', '')").run()
  records = createJobService({ project, deliver: () => 'later' })
  service = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => records, graceMs: 300 })
})
afterEach(async () => {
  await service.close()
  await project.close()
  mounts.close()
  rmSync(root, { recursive: true, force: true })
})

let calls = 0
const caller = () => ({ sessionId: 1, callId: `p${process.pid}x${Date.now()}x${(calls += 1)}`, trusted: true, signal: new AbortController().signal })
const run = (plan: ShellPlan): Promise<Finished> => service.run({ plan, timeoutMs: 20_000 }, caller())
const noMount = cannotMount()
const noNamespace = findIsolation() === null ? 'no namespaces here' : null

describe.skipIf(noMount ?? noNamespace)(`with file systems mounted below${noMount === null ? '' : ` (not tried: ${noMount})`}`, () => {
  it.each<[what: string, places: () => string[], options?: string]>([
    ['the novel\'s own folder', () => [join(dir, '.nbook', 'disk')]],
    ['the app\'s folder', () => [join(home, 'disk')]],
    ['one of them, with options that may not be dropped', () => [join(home, 'disk')], 'size=1m,nosuid,nodev,noexec,noatime'],
    ['one of them, in a folder with an odd name', () => [join(home, 'a \\b\n 文 #')]],
    ['one below the other', () => [join(home, 'disk'), join(home, 'disk', 'inner')]],
    ['one above the other', () => [join(home, 'disk'), join(home, 'disk')]],
    ['one hidden by another', () => [join(home, 'disk'), join(home, 'disk', 'inner'), join(home, 'disk')]],
    ['the app\'s folder itself', () => [home, join(home, 'disk')]],
    ['a folder whose name begins alike, which stays open', () => [`${home} too`]],
  ])('%s', async (_what, places, options) => {
    for (const place of places()) mounts.add(place, options)
    const closed = [join(dir, '.nbook'), home, ...places()].filter((place) => place !== `${home} too`)
    const quoted = (place: string): string => `'${place}/evil'`
    const found = await run(service.plain(`for at in ${closed.map(quoted).join(' ')}; do echo x > "$at"; umount "\${at%/evil}"; mount -o remount,rw "\${at%/evil}"; echo x > "$at"; done 2>/dev/null; echo x > ok.txt; echo x > '${root}/ok.txt'; echo $$`))
    expect(closed.map((place) => existsSync(join(place, 'evil')))).toEqual(closed.map(() => false))
    expect([existsSync(join(dir, 'ok.txt')), existsSync(join(root, 'ok.txt'))]).toEqual([true, true])
    expect(found.ended).toMatchObject({ code: 0 })
    expect(Number(found.stdout)).toBeLessThan(100)
  })

  it('something mounted after the first command', async () => {
    expect((await run(service.plain('echo one'))).stdout).toBe('one\n')
    mounts.add(join(home, 'disk'))
    const { stdout } = await run(service.plain(`echo x > '${home}/disk/evil' || echo closed`))
    expect([stdout, existsSync(join(home, 'disk', 'evil'))]).toEqual(['closed\n', false])
  })

  it('a job in the background too', async () => {
    mounts.add(join(dir, '.nbook', 'disk'))
    const { jobId } = await service.start({ plan: service.plain('echo x > .nbook/disk/evil; echo $$'), deliver: false, text: ({ stdout }) => stdout }, caller())
    await expect.poll(() => records.get(jobId).job.status, { timeout: 10_000, interval: 20 }).toBe('completed')
    expect([existsSync(join(dir, '.nbook', 'disk', 'evil')), Number(records.get(jobId).result) < 100]).toEqual([false, true])
  })

  it('a place that cannot be closed is named, and nothing runs', async () => {
    mounts.add(join(home, 'disk'))
    mounts.add(join(home, 'disk', 'inner'))
    mounts.add(join(home, 'disk'))
    mkdirSync(join(home, 'disk', 'inner'))
    await expect(run(service.plain('echo x > ran.txt'))).rejects.toMatchObject({ fault: { code: 'SHELL_UNPROTECTED', message: expect.stringContaining(`${home}/disk/inner cannot be closed to writing: mount: `) as string } })
    expect(existsSync(join(dir, 'ran.txt'))).toBe(false)
  })
})

describe.skipIf(noNamespace)('when it cannot be set up for this command (06 §8)', () => {
  const refused = { fault: { code: 'SHELL_UNPROTECTED', message: expect.stringMatching(/^the command was not run: .*app home cannot be closed to writing: mount: /) as string, fix: expect.stringContaining('Tell the author') as string } }
  beforeEach(() => { renameSync(join(root, 'user'), join(root, 'away')) })
  afterEach(() => { renameSync(join(root, 'away'), join(root, 'user')) })

  it.each<[what: string, plan: () => ShellPlan]>([
    ['a command for a shell', () => service.plain('echo x > ran.txt')],
    ['a command that ends as the set-up does', () => service.plain('echo x > ran.txt; exit 97')],
    ['a skill\'s script', () => ({ kind: 'program', program: '/bin/sh', args: ['-c', 'echo x > ran.txt'] })],
  ])('%s is refused', async (_what, plan) => {
    await expect(run(plan())).rejects.toMatchObject(refused)
    expect([existsSync(join(dir, 'ran.txt')), readdirSync(join(dir, '.nbook', 'runs')), project.sessionsDb.prepare('SELECT * FROM Journal').all()]).toEqual([false, [], []])
  })

  it('a job is refused at its start, and its row says why', async () => {
    await expect(service.start({ plan: service.plain('echo x > ran.txt'), deliver: false, text: () => '' }, caller())).rejects.toMatchObject(refused)
    expect(existsSync(join(dir, 'ran.txt'))).toBe(false)
    expect(records.list()).toMatchObject([{ status: 'failed', error: expect.stringContaining('SHELL_UNPROTECTED') as string }])
  })

  it('a command that only reads needs none', async () => {
    const { plan } = await service.consider('ls', caller())
    expect((await run(plan)).stdout).toContain('project.yaml')
  })
})

it.skipIf(noNamespace)('the app\'s folder is closed also when it is not there yet', async () => {
  renameSync(home, `${home} away`)
  const { stdout } = await run(service.plain(`mkdir -p '${home}'; echo x > '${home}/trust.json' || echo closed`))
  expect([stdout, readdirSync(home)]).toEqual(['closed\n', []])
})

it.skipIf(noNamespace)('what a command put in the author\'s PATH is not taken for what sets the protection up', async () => {
  const bin = join(root, 'bin')
  mkdirSync(bin)
  for (const name of ['grep', 'head', 'mount', 'printf', 'setpriv', 'sh', 'unshare']) writeFileSync(join(bin, name), `#!/bin/sh\necho x > '${home}/evil'\n`, { mode: 0o755 })
  await service.close()
  service = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => records, environment: { PATH: `${bin}:/usr/bin:/bin` } })
  const { stdout } = await run(service.plain('echo "$PATH"; echo x > .nbook/evil || grep x; echo end'))
  expect(stdout).toMatch(new RegExp(`^${bin}:/usr/bin:/bin.*\\nend\\n$`))
  expect([existsSync(join(home, 'evil')), existsSync(join(dir, '.nbook', 'evil'))]).toEqual([false, false])
})

it.skipIf(noNamespace)('a command that ends with 97 itself, or says the same, was run', async () => {
  const found = await run(service.plain('echo "x cannot be closed to writing" >&2; echo y > ran.txt; exit 97'))
  expect([found.ended.code, readFileSync(join(dir, 'ran.txt'), 'utf8')]).toEqual([97, 'y\n'])
})

it('where the system offers nothing, a command runs as it is', async () => {
  await service.close()
  service = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => records, isolation: 'never' })
  renameSync(join(root, 'user'), join(root, 'away'))
  expect((await run(service.plain('echo x'))).stdout).toBe('x\n')
})

it.skipIf(noNamespace)('a stop while it is set up is a stop, not a refusal', async () => {
  const stop = new AbortController()
  const work = service.run({ plan: service.plain('sleep 900'), timeoutMs: 20_000 }, { ...caller(), signal: stop.signal })
  stop.abort()
  expect(await work.then(({ ended }) => ended.stopped, (error: unknown) => (error instanceof Error ? error.name : ''))).toMatch(/^(cancelled|Cancelled)$/)
})
