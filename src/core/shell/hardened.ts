import type { JudgedCommand } from './judge/judge-shell'

/** Options before git's subcommand: no pager, no fsmonitor, no hooks, no signature program, no transport (06 §9 "Exact argv"). */
export const gitPrefix: readonly string[] = [
  '--no-pager', '--no-optional-locks', '-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.bareRepository=explicit', '-c', 'log.showSignature=false',
  '-c', 'gpg.program=false', '-c', 'gpg.ssh.program=false', '-c', 'gpg.x509.program=false', '-c', 'protocol.allow=never',
]
export const gitEnvironment: Readonly<Record<string, string>> = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' }

const hideFromRg: readonly string[] = ['--glob=!.git', '--glob=!.nbook']

/** The exact words that run an allowed command, after its program (06 §9 "Running an allowed command"). */
export function argsOf({ rule, words, tail }: JudgedCommand): string[] {
  switch (rule) {
    case 'git status': return [...gitPrefix, 'status', '--ignore-submodules=dirty', ...tail]
    case 'git diff': return [...gitPrefix, 'diff', '--ignore-submodules=dirty', '--no-ext-diff', '--no-textconv', ...tail]
    case 'git log': return [...gitPrefix, 'log', '--no-ext-diff', '--no-textconv', ...tail]
    case 'grep': return ['--exclude-dir=.git', '--exclude-dir=.nbook', ...tail]
    case 'rg': return ['--no-config', ...hideFromRg, ...hiddenAgain(tail)]
    case 'ls': case 'find': case 'pytest': case 'uv run pytest': case 'npm test': case 'pnpm test': case null: return words.slice(1)
  }
}

/** A later glob of rg's wins over ours, and any --iglob over every --glob: ours are said again after the caller's own, in both forms. */
function hiddenAgain(tail: readonly string[]): readonly string[] {
  if (!tail.some((word) => /^-[A-Za-z]*g/.test(word) || word.startsWith('--glob') || word.startsWith('--iglob'))) return tail
  const again = [...hideFromRg, ...hideFromRg.map((word) => word.replace('--glob', '--iglob'))]
  const end = tail.indexOf('--')
  return end < 0 ? [...tail, ...again] : [...tail.slice(0, end), ...again, ...tail.slice(end)]
}
