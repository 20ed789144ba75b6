/** The table "Verdicts" of 06 §9: A allow, P ask, T allow only if trusted. */
export const verdictTable: [command: string, verdict: 'A' | 'P' | 'T', code?: string][] = [
  ['git status', 'A'], ['git status --short', 'A'], ['git status -sb', 'P', 'SHELL_ARG'], ['git status .', 'P', 'SHELL_ARG'], ['git diff', 'A'], ['git diff --stat -- src', 'A'],
  ['git diff --cached', 'P', 'SHELL_ARG'], ['git diff HEAD~1 -- a.py', 'A'], ['git diff --output=/tmp/x', 'P', 'SHELL_ARG'], ['git diff {--output,/dev/null}', 'P', 'SHELL_EXPANSION'],
  ['git diff --ext-diff', 'P', 'SHELL_ARG'], ['git diff --textconv', 'P', 'SHELL_ARG'], ['git diff ""', 'P', 'SHELL_ARG'], ['git log --oneline -n 20', 'A'], ['git log -5 --stat', 'A'],
  ['git log -p packages/x', 'A'], ['git log --ext-diff', 'P', 'SHELL_ARG'], ['git log --format=%H', 'P', 'SHELL_ARG'], ['git log --show-signature', 'P', 'SHELL_ARG'], ['git log HEAD~1', 'A'],
  ['git -c core.pager=./e log', 'P', 'SHELL_NO_RULE'], ['git commit -m wip', 'P', 'SHELL_NO_RULE'], ['pytest -q', 'T'], ['pytest --pdb', 'P', 'SHELL_ARG'], ['python -m pytest', 'P', 'SHELL_NO_RULE'],
  ['uv run pytest -x', 'T'], ['npm test -- --watch', 'T'], ['npm run test', 'P', 'SHELL_NO_RULE'], ['pnpm test', 'T'], ['grep -rn foo .', 'A'], ['grep -rn foo *.py', 'P', 'SHELL_EXPANSION'],
  ["grep -rn foo --include='*.py' .", 'A'], ['grep -rn "x[0-9]" .', 'A'], ["grep 'end$' f", 'P', 'SHELL_META'], ["rg 'a{1,2}' src", 'A'], ['rg --pre=./x foo', 'P', 'SHELL_ARG'],
  ['rg --hostname-bin ./x foo', 'P', 'SHELL_ARG'], ["find . -name '*.py'", 'A'], ['find . -name *.py', 'P', 'SHELL_EXPANSION'], ['find . -exec rm x', 'P', 'SHELL_ARG'], ['find . -delete', 'P', 'SHELL_ARG'],
  ['find . -fprintf out %p', 'P', 'SHELL_ARG'], ['ls -la', 'A'], ['ls ~/x', 'P', 'SHELL_EXPANSION'], ['ls --dir=~/x', 'P', 'SHELL_EXPANSION'], ["ls '~'", 'A'], ['ls a?', 'P', 'SHELL_EXPANSION'],
  ['ls > f', 'P', 'SHELL_META'], ['ls && id', 'P', 'SHELL_META'], ['git status | cat', 'P', 'SHELL_META'], ['ls $HOME', 'P', 'SHELL_META'], ['ls `id`', 'P', 'SHELL_META'], ['ls $(id)', 'P', 'SHELL_META'],
  ["ls 'a", 'P', 'SHELL_QUOTING'], ['FOO=1 ls', 'P', 'SHELL_NO_RULE'], ['RIPGREP_CONFIG_PATH=x rg a', 'P', 'SHELL_NO_RULE'], ['/bin/ls', 'P', 'SHELL_NO_RULE'], ['./ls', 'P', 'SHELL_NO_RULE'],
  ['\\ls', 'A'], ["'ls'", 'A'], ['LS', 'P', 'SHELL_NO_RULE'], ['env ls', 'P', 'SHELL_NO_RULE'], ['command ls', 'P', 'SHELL_NO_RULE'], ['cat f', 'P', 'SHELL_NO_RULE'], ['head -n 5 f', 'P', 'SHELL_NO_RULE'],
  ['sed -n 1p f', 'P', 'SHELL_NO_RULE'], ['ls ..', 'P', 'SHELL_OUTSIDE'], ['grep -rn x .git', 'P', 'SHELL_PROTECTED'], ['ls\nid', 'P', 'SHELL_META'], ['', 'P', 'SHELL_QUOTING'], ['  \t', 'P', 'SHELL_QUOTING'],
]
