import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { below } from '../project/paths/contain'
import { realPathOf } from '../project/real-path'
import { gitEnvironment, gitPrefix } from './hardened'
import type { JudgedCommand } from './judge/judge-shell'
import { pathsIn } from './judge/places'

export interface RunAsk { code: string; text: string }
export interface RunFacts { readonly dir: string; readonly trusted: boolean; readonly program: string; readonly env: Record<string, string>; readonly signal: AbortSignal }

/** Step 6 of 06 §9: what only the disk knows about an allowed read-only command; null: it may run. Changes nothing. */
export async function checkAtRun(command: JudgedCommand, facts: RunFacts): Promise<RunAsk | null> {
  if (!command.readOnly) return null
  const link = command.tail.flatMap(pathsIn).find((path) => leadsOutside(facts.dir, path))
  if (link !== undefined) return { code: 'SHELL_LINK', text: `"${link.slice(0, 80)}" is a link that leads outside the project.` }
  return command.words[0] === 'git' ? checkGit(facts) : null
}

function leadsOutside(dir: string, path: string): boolean {
  const place = realPathOf(resolve(dir, path))
  return place !== null && below(dir, place) === null
}

/** The repository must be the project's own, and an untrusted one may hold no setting that no option of git's switches off. */
async function checkGit(facts: RunFacts): Promise<RunAsk | null> {
  const above = repositoryAbove(facts.dir)
  if (above !== null) return { code: 'SHELL_OUTSIDE', text: `the git repository is ${above}, outside the project.` }
  if (!existsSync(join(facts.dir, '.git'))) return null
  const folders = await git(facts, ['rev-parse', '--absolute-git-dir', '--git-common-dir'])
  const outside = folders?.split('\n').filter((line) => line !== '').find((line) => leadsOutside(facts.dir, line))
  if (outside !== undefined) return { code: 'SHELL_LINK', text: `the git repository is kept in ${outside}, outside the project.` }
  if (facts.trusted) return null
  const config = await git(facts, ['config', '--includes', '--show-scope', '--name-only', '--list'])
  const hit = config?.split('\n').map((line) => /^(?:local|worktree)\s+(.*)$/.exec(line)?.[1] ?? '').find(runsOnRead)
  return hit === undefined ? null : { code: 'SHELL_GIT_CONFIG', text: `the project's git settings hold ${hit}, which would run a program or lead elsewhere.` }
}

/** Filters, a work tree elsewhere, and what makes git look into submodules with their own settings. */
const runsOnRead = (key: string): boolean => /^filter\..*\.(clean|smudge|process)$/i.test(key) || /^(core\.worktree|diff\.submodule|status\.submodulesummary)$/i.test(key)

function repositoryAbove(dir: string): string | null {
  if (existsSync(join(dir, '.git'))) return null
  for (let at = dirname(dir); at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at
  return null
}

/** What git answers, or null when it fails: then the command itself will say why. */
function git({ dir, program, env, signal }: RunFacts, args: readonly string[]): Promise<string | null> {
  return new Promise((done) => {
    execFile(program, [...gitPrefix, ...args], { cwd: dir, env: { ...env, ...gitEnvironment }, signal, timeout: 5_000, maxBuffer: 4_194_304, windowsHide: true }, (error, stdout) => done(error === null ? stdout : null))
  })
}
