/** Says whether the words after program and subcommand are accepted (06 §9 table). */
export type TailCheck = (tail: readonly string[]) => boolean

const plain = (word: string): boolean => word !== '' && !word.startsWith('-')
const every = (accepts: (word: string) => boolean): TailCheck => (tail) => tail.every(accepts)
/** The option itself or with `=value`. */
const isOption = (word: string, names: readonly string[]): boolean => names.some((name) => word === name || word.startsWith(`${name}=`))

const statusFlags: readonly string[] = ['--short', '-s', '--porcelain']
const diffFlags: readonly string[] = ['--stat', '--name-only', '--']
const logFlags: readonly string[] = ['--oneline', '--stat', '--name-only', '--name-status', '--graph', '--decorate', '--no-merges', '--patch', '-p', '-n', '--']
const findActs: readonly string[] = ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls', '-files0-from', '-L', '-follow']
const debuggers: readonly string[] = ['--pdb', '--pdb-trace', '--trace']

export const anyTail: TailCheck = () => true
export const gitStatusTail: TailCheck = (tail) => tail.length === 0 || (tail.length === 1 && statusFlags.includes(tail[0] ?? ''))
export const gitDiffTail = every((word) => diffFlags.includes(word) || plain(word))
export const gitLogTail = every((word) => logFlags.includes(word) || word.startsWith('-L') || word.startsWith('--max-count=') || /^-\d+$/.test(word) || plain(word))
/** `-R -S --dereference-recursive` and their abbreviations follow links. */
export const grepTail = every((word) => !/^-[^-]*[RS]/.test(word) && !word.startsWith('--der'))
export const rgTail = every((word) => !isOption(word, ['--pre', '--pre-glob', '--hostname-bin']) && word !== '--search-zip' && word !== '--follow' && !/^-[^-]*[zL]/.test(word))
export const findTail = every((word) => !findActs.includes(word))
export const pytestTail = every((word) => !debuggers.includes(word))

/** A long option may be shortened as far as it stays one of its program's: `--to` is `--to-command`. */
function shortens(word: string, names: readonly string[]): boolean {
  const name = word.split('=', 1)[0] ?? ''
  return name.length > 2 && name.startsWith('--') && names.some((full) => full.startsWith(name))
}

const tarRuns = ['--checkpoint-action', '--to-command', '--use-compress-program', '--info-script', '--new-volume-script', '--rsh-command', '--rmt-command']
/** `tar xIf prog …`: the first word is a bundle of options, with or without its dash. */
const tarTail: TailCheck = (tail) => tail.every((word) => !shortens(word, tarRuns) && !/^-[^-]*[IF]/.test(word)) && !/^[A-Za-z]*[IF]/.test(tail[0] ?? '')
const sqliteTail = every((word) => !word.trimStart().startsWith('.') && !/^--?(cmd|init)$/.test(word))
const sortTail = every((word) => !shortens(word, ['--output', '--compress-program']) && !/^-[^-]*o/.test(word))

/** What even a rule of the author's own does not let through: options that run another program or write a file. */
export const ownTails: Readonly<Record<string, TailCheck>> = { tar: tarTail, sqlite3: sqliteTail, sort: sortTail }
