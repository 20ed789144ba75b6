import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { judgeShell } from '../../src/core/shell/judge/judge-shell'
import { createShellService } from '../../src/core/shell/shell-service'
import { createGrammar } from './command-grammar'

const beside = 4
/** Programs that nothing allowed may ever start: in the first folder of PATH, each leaves its name. */
const markers = ['evil', 'sh', 'bash', 'less', 'more', 'vi', 'gpg', 'ssh', 'touch', 'rm', 'cat', 'tee', 'xargs', 'env', 'sudo', 'x', 'false', 'ssh-keygen', 'busybox', 'sed']

/** A throw-away project with files, a link out, and a repository full of traps. */
export async function openTrap() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-tricks-')))
  const dir = join(home, 'demo')
  const [bin, log] = [join(home, 'bin'), join(home, 'ran.log')]
  const env = createEnv(join(home, '.wenqu'))
  mkdirSync(env.home)
  await createProject(dir, { title: 'x', locale: 'en' }, env)
  mkdirSync(bin)
  const script = `#!/bin/sh\necho "$0 $*" >> ${log}\n`
  for (const name of markers) writeFileSync(join(bin, name), script, { mode: 0o755 })
  for (const path of ['x', 'evil']) writeFileSync(join(dir, path), script, { mode: 0o755 })
  mkdirSync(join(dir, 'sub'))
  for (const [path, text] of [['a.md', 'needle x\n'], ['sub/b.md', 'x\n'], ['-delete', ''], ['第一章.md', 'x\n'], ['a b', 'x\n'], ['.gitattributes', '*.md diff=trap\n']] as const) writeFileSync(join(dir, path), text)
  symlinkSync('/etc', join(dir, 'out'))
  symlinkSync('/etc/passwd', join(dir, 'key.md'))
  const git = (...args: string[]): Buffer => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: dir, stdio: 'pipe' })
  git('init', '-q'); git('add', 'a.md', 'sub', '.gitattributes'); git('commit', '-qm', 'one')
  writeFileSync(join(dir, 'a.md'), 'needle y\n')
  git('commit', '-qam', 'two')
  writeFileSync(join(dir, 'a.md'), 'needle z\n')
  const evil = join(bin, 'evil')
  const settings: [string, string][] = [
    ['core.fsmonitor', evil], ['core.pager', evil], ['core.editor', evil], ['core.sshCommand', evil], ['diff.external', evil], ['diff.trap.command', evil], ['diff.trap.textconv', evil], ['pager.log', evil], ['pager.diff', evil], ['pager.status', evil],
    ['gpg.program', evil], ['gpg.ssh.program', evil], ['log.showSignature', 'true'], ['alias.status', `!${evil}`], ['alias.log', `!${evil}`], ['core.hooksPath', join(dir, 'hooks')], ['credential.helper', `!${evil}`], ['uploadpack.packObjectsHook', evil], ['protocol.ext.allow', 'always'], ['core.alternateRefsCommand', evil], ['interactive.diffFilter', evil], ['sequence.editor', evil],
  ]
  for (const [key, value] of settings) git('config', key, value)
  writeFileSync(join(dir, '.git', 'extra'), `[diff "trap"]\n\ttextconv = ${evil}\n`)
  git('config', 'include.path', 'extra')
  mkdirSync(join(dir, 'hooks'))
  for (const hook of ['post-index-change', 'pre-commit', 'fsmonitor-watchman', 'reference-transaction', 'post-checkout']) for (const folder of ['hooks', '.git/hooks']) {
    writeFileSync(join(dir, folder, hook), script)
    chmodSync(join(dir, folder, hook), 0o755)
  }
  const project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  const shell = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => { throw new Error('no jobs here') }, environment: { PATH: `${bin}:/usr/bin:/bin`, HOME: home, PAGER: 'evil', GIT_EXTERNAL_DIFF: evil } })
  const ran = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  return { dir, log, shell, git, ran, close: async () => { await shell.close(); await project.close(); rmSync(home, { recursive: true, force: true }) } }
}
export type Trap = Awaited<ReturnType<typeof openTrap>>

const listing = (dir: string): string[] => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.nbook/')).map((entry) => { const path = join(entry.parentPath, entry.name); return `${path} ${readFileSync(path, 'latin1')}` }).sort()

/** Judges `count` commands; every one that is allowed really runs: no marker leaves its name, no file differs, bash reads the same words. */
export async function tryCommands(count: number, seed: number): Promise<{ allowed: number; ran: number }> {
  const trap = await openTrap()
  try {
    const grammar = createGrammar(seed)
    const allowed = new Set<string>()
    for (let n = 0; n < count; n++) {
      const command = grammar.next()
      if (judgeShell(command, { trusted: false, own: [] }).verdict === 'allow') allowed.add(command)
    }
    sameWordsAsBash([...allowed])
    const before = listing(trap.dir)
    const queue = [...allowed]
    let ran = 0
    const work = async (): Promise<void> => {
      for (let command = queue.pop(); command !== undefined; command = queue.pop()) if (await runOne(trap, command)) ran++
    }
    await Promise.all(Array.from({ length: beside }, work))
    expect(trap.ran()).toBe('')
    expect(listing(trap.dir)).toEqual(before)
    return { allowed: allowed.size, ran }
  } finally {
    await trap.close()
  }
}

/** False: the disk or git's settings made it ask after all. */
async function runOne({ shell, ran }: Trap, command: string): Promise<boolean> {
  const who = { sessionId: 1, callId: `tricks-${process.pid}`, trusted: false, signal: new AbortController().signal }
  const { plan, ask, readOnly } = await shell.consider(command, who)
  if (ask !== null) return false
  expect(readOnly, command).toBe(true)
  const { ended, stdout } = await shell.run({ plan, timeoutMs: 20_000 }, who)
  expect([ended.stopped, ended.error], command).toEqual([null, null])
  if (/^root:/m.test(stdout)) throw new Error(`${command} read /etc/passwd`)
  if (ran() !== '') throw new Error(`${command} ran ${ran()}`)
  return true
}

/** What we split must be what bash would: else the judged command and the meant one differ. A word that starts with # is a comment to bash alone. */
function sameWordsAsBash(commands: readonly string[]): void {
  const plain = commands.filter((command) => !/(^|[ \t])#/.test(command))
  for (let at = 0; at < plain.length; at += 1_000) {
    const part = plain.slice(at, at + 1_000)
    const out = execFileSync('bash', ['--norc', '--noprofile', '-s'], { input: `f() { printf '%s\\0' "$@" $'\\1'; }\n${part.map((command) => `f ${command}`).join('\n')}\n`, maxBuffer: 1e9 }).toString('utf8')
    const theirs = out.split('\u0001\0').slice(0, -1).map((text) => text.split('\0').slice(0, -1))
    const ours = part.map((command) => { const found = judgeShell(command, { trusted: false, own: [] }); return found.verdict === 'allow' ? found.command.words : [] })
    expect(theirs).toEqual(ours)
  }
}
