/** How a program that runs scripts reads its words: which of them name code, and which are code themselves. */
interface Kind {
  readonly names: RegExp
  /** Options whose value is code itself. */
  readonly code: readonly string[]
  /** Options whose value names code to load, or the folder to look for it in. */
  readonly loads: readonly string[]
  /** Options with another value, in the same word or the next. */
  readonly values: readonly string[]
  /** Options that take the rest of their word and never the next: `-MText::Wrap`. */
  readonly attached?: readonly string[]
  /** Options that take from the working folder what they run, without naming it. */
  readonly fromFolder?: readonly string[]
  /** Words before the script that are no file. */
  readonly verbs?: readonly string[]
  /** The first plain word is code. */
  readonly codeFirst?: true
}

const shell: Kind = { names: /^(?:sh|bash|dash|ash|zsh|ksh|mksh)$/, code: [], loads: ['--rcfile', '--init-file'], values: ['-o', '+o', '-O', '+O'] }
const python: Kind = { names: /^(?:python|pypy)w?[\d.]*$/, code: ['-c', '-m'], loads: [], values: ['-W', '-X', '--check-hash-based-pycs'] }
const kinds: readonly Kind[] = [
  shell, python,
  { names: /^(?:node|nodejs|\{node\}|tsx|ts-node)$/, code: ['-e', '--eval', '-p', '--print'], loads: ['-r', '--require', '--import', '--loader', '--experimental-loader', '--env-file', '--env-file-if-exists', '--experimental-config-file'], values: ['-C', '--conditions', '--input-type', '--title'], fromFolder: ['--run', '--test', '--experimental-default-config-file'] },
  { names: /^deno$/, code: [], loads: ['-c', '--config', '--import-map', '--lock', '--preload', '--env-file'], values: ['-L', '--log-level', '--location', '--seed'], verbs: ['run', 'eval'] },
  { names: /^bun$/, code: ['-e', '--eval', '-p', '--print'], loads: ['-r', '--require', '--preload', '--import', '-c', '--config', '--env-file', '--cwd'], values: [], verbs: ['run'] },
  { names: /^perl[\d.]*$/, code: ['-e', '-E'], loads: ['-I'], values: ['-F'], attached: ['-M', '-m', '-i', '-l', '-0', '-C', '-D', '-d', '-V', '-x'] },
  { names: /^(?:ruby|jruby)[\d.]*$/, code: ['-e'], loads: ['-I', '-C', '-X'], values: ['-E', '-F', '-r'], attached: ['-i', '-l', '-0', '-K', '-T', '-W', '-x'] },
  { names: /^php[\d.]*$/, code: ['-r', '-R', '-B', '-E'], loads: ['-f', '-F', '-c', '-t', '--file', '--process-file', '--php-ini', '--docroot'], values: ['-d', '-z'] },
  { names: /^(?:lua|luajit)[\d.]*$/, code: ['-e'], loads: ['-l'], values: [] },
  { names: /^rscript$/, code: ['-e'], loads: [], values: [] },
  { names: /^(?:awk|gawk|mawk|nawk)$/, code: [], loads: ['-f', '--file', '-i', '--include'], values: ['-F', '-v'], codeFirst: true },
  { names: /^(?:\.|source)$/, code: [], loads: [], values: [] },
]
/** Programs that start the program named in their words. */
const starters = /^(?:env|nice|ionice|nohup|timeout|stdbuf|setsid|time|exec|command|busybox|xargs)$/

export interface CodeWord {
  /** Where it stands among the words. */
  readonly at: number
  /** `file` names code, `optional` too where there is any, `shell` is code for a shell, `folder` takes it from the working folder unnamed, `module` too, in Python. */
  readonly kind: 'file' | 'optional' | 'shell' | 'folder' | 'module'
  readonly text: string
}

/** The name of a program without its folder, `.exe` and capitals. */
const nameOf = (word: string): string => (word.split(/[/\\]/).at(-1) ?? word).toLowerCase().replace(/\.exe$/, '')
const kindOf = (word: string): Kind | undefined => kinds.find((one) => one.names.test(nameOf(word)))

/** The words of a command that say which code an interpreter will run, as far as its options are known. None for a program that is no interpreter. */
export function codeWords(words: readonly string[], from = 0): CodeWord[] {
  const program = words[from] ?? ''
  const kind = kindOf(program)
  if (kind !== undefined) return read(kind, words, from + 1)
  if (!starters.test(nameOf(program))) return []
  for (let at = from + 1; at < words.length; at++) {
    const word = words[at] ?? ''
    if (/^(?:-S|--split-string)/.test(word)) return [{ at, kind: 'shell', text: [word.replace(/^(?:-S|--split-string=?)/, ''), ...words.slice(at + 1)].join(' ') }]
    if (kindOf(word) !== undefined || starters.test(nameOf(word))) return codeWords(words, at)
    if (/^[^-={]*[/\\]/.test(word)) return [{ at, kind: 'file', text: word }]
  }
  return []
}

function read(kind: Kind, words: readonly string[], from: number): CodeWord[] {
  const found: CodeWord[] = []
  let [at, inline, isolated] = [from, false, false]
  for (let word = words[at] ?? ''; /^[-+]./.test(word); word = words[at] ?? '') {
    at++
    if (word === '--') break
    const option = optionAt(kind, words, at - 1)
    const name = option?.name ?? word
    if (kind === python && /^-[bBdEiIOPqsSuvx]*[IP]/.test(word)) isolated = true
    // Python looks for modules in the working folder first when its code is no file.
    if (kind === python && kind.code.includes(name)) return isolated ? [] : [{ at: at - 1, kind: 'module', text: name }]
    if ((kind === shell && /^-[a-zA-Z]*c/.test(word)) || kind.code.includes(name)) inline = true
    if (kind.fromFolder?.includes(name) === true) found.push({ at: at - 1, kind: 'folder', text: name })
    if (option !== null && kind.loads.includes(name)) found.push({ at: option.at, kind: name.endsWith('-if-exists') ? 'optional' : 'file', text: option.value })
    if (option !== null) at = option.at + 1
  }
  return [...found, ...scriptAt(kind, words, at, inline)]
}

function scriptAt(kind: Kind, words: readonly string[], at: number, inline: boolean): CodeWord[] {
  const script = words[at]
  if (script === undefined || script === '-' || kind.codeFirst === true || (inline && kind !== shell)) return []
  if (kind.verbs?.includes(script) === true) return script === 'eval' ? [] : read({ ...kind, verbs: [] }, words, at + 1)
  return [{ at, kind: inline ? 'shell' : 'file', text: script }]
}

interface Option { readonly name: string; readonly value: string; /** The word in which its value ends. */ readonly at: number }

/** The option of a word, when it has a value: `--name value`, `--name=value`, `-n value`, `-nvalue`, or at the end of a cluster; null: it has none. */
function optionAt(kind: Kind, words: readonly string[], at: number): Option | null {
  const word = words[at] ?? ''
  const takes = [...kind.code, ...kind.loads, ...kind.values]
  if (takes.includes(word)) return { name: word, value: words[at + 1] ?? '', at: at + 1 }
  if (word.startsWith('--')) return /^--[^=]+=/.test(word) ? { name: word.slice(0, word.indexOf('=')), value: word.slice(word.indexOf('=') + 1), at } : null
  for (let n = 1; n < word.length; n++) {
    const name = `${word.charAt(0)}${word.charAt(n)}`
    if (kind.attached?.includes(name) === true) return null
    if (!takes.includes(name)) continue
    const rest = word.slice(n + 1)
    return rest === '' ? { name, value: words[at + 1] ?? '', at: at + 1 } : { name, value: rest, at }
  }
  return null
}
