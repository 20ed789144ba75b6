/** Commands from a grammar of the shell's tricks (BA-01…BA-12): allowed programs, look-alikes, and everything that hides another command. */
export interface Grammar { next(): string }

const programs = ['git status', 'git diff', 'git log', 'ls', 'grep', 'rg', 'find', 'pytest', 'npm test', 'uv run pytest', 'git', 'git commit', 'evil', './evil', 'env', 'xargs', 'command', 'exec', 'eval', 'busybox', 'sudo', 'sh', 'cat', 'sed', 'LS', '/bin/ls', './x', 'lѕ', 'ｌｓ', 'g\u200bit', 'git\u00a0status', '-', '!', '#']
const separators = [';', '&&', '||', '|', '&', '\n', '\r', '|&', ';;', '\r\n', '\u2028', '\u0085']
const substitutions = ['$(evil)', '`evil`', '${x:-$(evil)}', '<(evil)', '>(evil)', '$((a[$(evil)]))', '${v@P}', '$IFS', '$HOME', '"$(evil)"', "$'\\x65vil'", '\\$(evil)', '!evil', '!!', '^a^evil']
const redirections = ['> made', '>> made', '>| made', '&> made', '2> made', '< a.md', '<<EOF', '<<< a', '>made', '1>&2', '<> made']
const prefixes = ['FOO=1 ', 'PATH=. ', 'GIT_EXTERNAL_DIFF=evil ', 'PAGER=evil ', 'LD_PRELOAD=./x ', 'env ', 'command ', 'exec ', 'time ', 'nohup ', '\\', ' ', '\t', 'alias ls=evil; ', 'ls(){ evil; }; ', 'export PAGER=evil; ', '{ ', 'if ', '( ', 'cd .. ', 'function ls { evil; } ']
const acts = [
  '-exec evil', "-exec evil ';'", '-execdir evil', '-ok evil', '-okdir evil', '-delete', '-fprint made', '-fprintf made x', '-fls made', '-files0-from a.md', '--pre=evil', '--pre evil', '--pre-glob a', '--hostname-bin evil', '--hostname-bin=evil', '--search-zip', '-z', '-uz', '--follow', '-L', '--ext-diff', '--textconv',
  '--output=made', '--output made', '-O evil', '--open-files-in-pager=evil', '-c core.pager=evil', '--config-env=a=b', '--exec-path=.', '--paginate', '-p', '--show-signature', '--format=%x', '--upload-pack=evil', '--receive-pack=evil', '--no-index', '-R', '-rS', '--dereference-recursive', '--der',
  '--pdb', '-f a.md', '--file=a.md', '-fout/passwd', '-nfkey.md', '-.fkey.md', '-.f/etc/passwd', '-.nf.git/config', '--ignore-file=a.md', '--glob=*', "-g '*'", '--hidden', '-uuu', '--type-add x:a', '--debug', '--stats', '--json', '-Lx', '-L1,2:a.md', '-5', '-n 3', '--max-count=2', '--oneline', '--stat', '--name-only', '--graph', '--submodule=diff', '--recurse-submodules', '--',
]
const places = ['a.md', 'sub', 'sub/b.md', '.', './', '..', '../', '/etc/passwd', '~/x', '~', 'out', 'out/passwd', 'key.md', '.git', '.GIT', '.nbook', '.git/config', 'sub/../a.md', '*', '*.md', 'a?', '[ab].md', '{a,b}', "'*.md'", '"a b"', 'a\\ b', '-delete', 'HEAD', 'HEAD~1', ':/x', 'HEAD:a.md', '@{1}', "'@{1}'", 'x', 'needle', "'x|y'", 'C:/x', '\\\\host\\s', 'a=/etc', 'a:../b', '""', "''", '第一章.md', 'a\u202eb', '#x', 'evil', "ev''il", '\\evil']
const wraps: ((word: string) => string)[] = [(word) => word, (word) => word, (word) => word, (word) => `'${word}'`, (word) => `"${word}"`, (word) => `\\${word}`, (word) => `${word.slice(0, 1)}''${word.slice(1)}`, (word) => `${word.slice(0, 1)}"${word.slice(1)}"`, (word) => `${word}'`, (word) => `"${word}`, (word) => `${word}\\`]

/** The same seed gives the same commands. */
export function createGrammar(seed: number): Grammar {
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number): boolean => random() < share
  const word = (): string => {
    const of = random()
    return of < 0.45 ? pick(wraps)(pick(places)) : of < 0.85 ? pick(acts) : of < 0.92 ? pick(substitutions) : pick(redirections)
  }
  const calm = (): string => (chance(0.5) ? pick(acts) : pick(places))
  const simple = (): string => {
    const words = Array.from({ length: Math.floor(random() * 5) }, chance(0.6) ? calm : word)
    return [chance(0.7) ? pick(programs.slice(0, 7)) : pick(wraps)(pick(programs)), ...words].join(pick([' ', ' ', ' ', '  ', '\t']))
  }
  return { next: () => `${chance(0.12) ? pick(prefixes) : ''}${simple()}${chance(0.12) ? `${pick([' ', ''])}${pick(separators)}${pick([' ', ''])}${chance(0.5) ? 'evil' : simple()}` : ''}${chance(0.04) ? pick([' # evil', ' \\', ' )', ' }', '\0', '\u001b[2K']) : ''}` }
}
