import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTrap, type Trap } from '../../../test/shell/run-commands'

/** A repository full of traps (BA-07, 06 §10 39-40): they spring for git as it is, and never for an allowed command. */
let trap: Trap
beforeAll(async () => { trap = await openTrap() })
afterAll(async () => { await trap.close() })

const caller = () => ({ sessionId: 1, callId: `hard-${process.pid}`, trusted: false, signal: new AbortController().signal })
async function allowed(command: string): Promise<string> {
  const { plan, ask } = await trap.shell.consider(command, caller())
  if (ask !== null) return ask.code
  const { ended, stderr } = await trap.shell.run({ plan, timeoutMs: 20_000 }, caller())
  return ended.code === 0 ? 'ran' : `exit ${ended.code}: ${stderr}`
}
const sprung = (): string => { const ran = trap.ran(); rmSync(trap.log, { force: true }); return ran }
const commands = ['git status', 'git status --short', 'git status --porcelain', 'git diff', 'git diff HEAD~1', 'git diff --stat', 'git diff -- a.md', 'git log', 'git log -p', 'git log --stat --graph --decorate', 'git log -L1,1:a.md', 'git log --patch -2']

describe('a booby-trapped repository', () => {
  it('has live traps', () => {
    for (const args of [['status'], ['diff'], ['log', '-p']]) execFileSync('git', args, { cwd: trap.dir, stdio: 'ignore', env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' } })
    expect(sprung()).toMatch(/evil/)
  })

  it.each(commands)('%s runs none', async (command) => {
    expect(await allowed(command)).toBe('ran')
    expect(sprung()).toBe('')
  })

  it('asks about what no option switches off: filters, a work tree elsewhere, submodules shown by their own settings', async () => {
    for (const [key, value] of [['filter.x.clean', 'evil'], ['filter.x.smudge', 'evil'], ['filter.lfs.process', 'evil'], ['core.worktree', '/tmp'], ['diff.submodule', 'diff'], ['status.submoduleSummary', 'true']] as const) {
      trap.git('config', key, value)
      if (key === 'core.worktree') trap.git('config', 'core.bare', 'false')
      expect(await allowed('git diff'), key).toBe('SHELL_GIT_CONFIG')
      execFileSync('git', ['config', '--file', join(trap.dir, '.git', 'config'), '--unset', key])
    }
    writeFileSync(join(trap.dir, '.git', 'extra'), '[filter "y"]\n\tclean = evil\n')
    expect(await allowed('git diff')).toBe('SHELL_GIT_CONFIG')
    writeFileSync(join(trap.dir, '.git', 'extra'), '')
    expect(sprung()).toBe('')
  })

  it('fetches no missing object through a remote that is a program', async () => {
    const lost = execFileSync('git', ['rev-parse', 'HEAD~1:a.md'], { cwd: trap.dir }).toString().trim()
    for (const [key, value] of [['extensions.partialClone', 'origin'], ['remote.origin.url', 'ext::evil'], ['remote.origin.promisor', 'true'], ['core.repositoryFormatVersion', '1']] as const) trap.git('config', key, value)
    rmSync(join(trap.dir, '.git', 'objects', lost.slice(0, 2), lost.slice(2)), { force: true })
    await allowed('git log -p')
    await allowed('git diff HEAD~1')
    expect(sprung()).toBe('')
  })

  it('asks when the repository is kept outside the project, or lies above it', async () => {
    const elsewhere = join(trap.dir, '..', 'elsewhere')
    execFileSync('git', ['init', '-q', elsewhere])
    rmSync(join(trap.dir, '.git'), { recursive: true })
    writeFileSync(join(trap.dir, '.git'), `gitdir: ${join(elsewhere, '.git')}\n`)
    expect(await allowed('git log')).toBe('SHELL_LINK')
    rmSync(join(trap.dir, '.git'))
    mkdirSync(join(trap.dir, '..', '.git'))
    expect(await allowed('git status')).toBe('SHELL_OUTSIDE')
    rmSync(join(trap.dir, '..', '.git'), { recursive: true })
    expect(await allowed('git status')).toMatch(/^exit 128: .*not a git repository/)
  })
})
