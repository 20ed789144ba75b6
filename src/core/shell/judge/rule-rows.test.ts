import { describe, expect, it } from 'vitest'
import { judgeShell } from './judge-shell'
import { builtInRules } from './rules'

/** The table of tails of 06 §9 (05 §2.1): every word of every row. `refused` words ask SHELL_ARG, whatever stands beside them. */
interface Row { readonly rule: string; readonly readOnly: boolean; readonly alone: readonly string[]; readonly refused: readonly string[] }
const runner = { readOnly: false }
const words = (text: string): string[] => text.split(' ')
const debuggers = words('--pdb --pdb-trace --trace')
const rows: readonly Row[] = [
  { rule: 'git status', readOnly: true, alone: ['', '--short', '-s', '--porcelain'], refused: ['--short --porcelain', '-s -s', '-u', '--ignored', '--', 'x', '--Short', '""'] },
  { rule: 'git diff', readOnly: true, alone: ['', '--stat', '--name-only', '--', 'a', 'a b', '-- a', '--stat --name-only -- a'], refused: ['-- -a', '--patch', '-w', '--no-index', '""', '-- ""', '--stat=80', '-O x'] },
  {
    rule: 'git log', readOnly: true, alone: ['', ...words('--oneline --stat --name-only --name-status --graph --decorate --no-merges --patch -p -n -- -L1,2:a -L:name:a --max-count=5 -5 -20 main'), '-n 20', '-- a'],
    refused: ['--Oneline', '--max-count', '-5a', '--decorate=full', '-- -a', '""', '--all', '--follow', '-G x'],
  },
  { rule: 'ls', readOnly: true, alone: ['', '-la', '--color=always', '-R a', 'a b'], refused: [] },
  { rule: 'grep', readOnly: true, alone: ['x f', '-rn x a', '-e x f', '--color=always x f', '--regexp=RS f', 'RS f'], refused: ['-R x f', '-S x f', '-rR x f', '-nS x f', '--dereference-recursive x f', '--deref x f', '--der x f'] },
  {
    rule: 'rg', readOnly: true, alone: ['x', '-n x src', '--pretty x', '--pre-x x', '-g a x', '--no-follow x', 'zL'],
    refused: words('--pre --pre-glob --hostname-bin --pre=./x --pre-glob=a --hostname-bin=./x --search-zip --follow -z -L -nz -nL -zn').map((word) => `${word} x`),
  },
  { rule: 'find', readOnly: true, alone: ['', '.', '. -name a', '. -type f -print', '. -newer a', '. -executable', '. -Delete'], refused: words('-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from -L -follow').map((word) => `. ${word} x`) },
  { rule: 'pytest', ...runner, alone: ['', '-q', '--maxfail=1 a', '--pdbcls=x:y'], refused: debuggers },
  { rule: 'uv run pytest', ...runner, alone: ['', '-x'], refused: debuggers },
  { rule: 'npm test', ...runner, alone: ['', '-- --watch', '--silent'], refused: [] },
  { rule: 'pnpm test', ...runner, alone: ['', '-- --watch'], refused: [] },
]
const judge = (command: string, trusted: boolean): string => { const { verdict, code } = judgeShell(command.trimEnd(), { trusted, own: [] }); return `${verdict} ${code}` }

describe('06 §9, every word of every rule', () => {
  it.each(rows)('$rule', ({ rule, readOnly, alone, refused }) => {
    for (const tail of alone) expect([tail, judge(`${rule} ${tail}`, false), judge(`${rule} ${tail}`, true)]).toEqual([tail, readOnly ? 'allow SHELL_RULE' : 'ask SHELL_UNTRUSTED', 'allow SHELL_RULE'])
    for (const tail of refused) expect([tail, judge(`${rule} ${tail}`, true)]).toEqual([tail, 'ask SHELL_ARG'])
    // Case counts, and the rule's words come first, whole and without a path.
    for (const command of [rule.toUpperCase(), `/usr/bin/${rule}`, `./${rule}`, `x ${rule}`, `${rule}x`]) expect([command, judge(command, true)]).toEqual([command, 'ask SHELL_NO_RULE'])
  })
  it('the table has every rule', () => { expect(rows.map(({ rule, readOnly }) => [rule, readOnly])).toEqual(builtInRules.map(({ name, readOnly }) => [name, readOnly])) })
})
