import { posix, win32 } from 'node:path'
import { splitWords } from '../shell/judge/words'
import { codeWords } from './interpreters'

/** A word of a tool's command that would run what is not in the tool's approved folder. */
export interface StrayWord { readonly at: number; readonly why: string }

const shown = (word: string): string => `"${word.slice(0, 120)}"`
const rooted = (text: string): boolean => /^\{(?:tool_dir|node)\}/.test(text) || posix.isAbsolute(text) || win32.isAbsolute(text) || /^(?:https?|file|node|data|npm|jsr):/i.test(text)
/** Where a shell finds the novel's folder. */
const novel = /^\$(?:(?:PROJECT_DIR|PWD)\b|\{(?:PROJECT_DIR|PWD)\})\/*/
/** A shell puts something else in the place of it, which cannot be known here. */
const expanded = (text: string): boolean => /^[$~]/.test(text) && !novel.test(text)
const inToolDir = (text: string): boolean => /^(?:\{tool_dir\}|\$TOOL_DIR\b|\$\{TOOL_DIR\})/.test(text) && !text.split('/').includes('..')

/**
 * The first word of a command that would run something other than what the author approves (08 §7 Trust): scripts start in the
 * novel's folder, so a relative word names a file there, which an agent may write. `files` are those of the tool's folder, as paths
 * below it. Null: there is none.
 */
export function strayWord(command: readonly string[] | string, files: readonly string[]): StrayWord | null {
  return typeof command === 'string' ? strayInText(command, files, 0) : strayInWords(command, files, false)
}

function strayInWords(words: readonly string[], files: readonly string[], byShell: boolean): StrayWord | null {
  for (const [at, word] of words.entries()) {
    if (word.startsWith('{tool_dir}') && posix.normalize(word.replaceAll('\\', '/').replace('{tool_dir}', '.')).startsWith('..')) return { at, why: `${shown(word)} leads out of the tool's folder, whose content alone is approved; put the file into the folder.` }
    const own = ownFile(word, files)
    if (own !== null) return { at, why: `${shown(word)} would be looked for in the novel's folder, not in the tool's; write ${own.before}{tool_dir}/${own.file}.` }
  }
  for (const { at, kind, text } of codeWords(words)) {
    if (kind === 'module') return { at, why: `after ${text} Python looks for modules in the novel's folder first; write -I before it.` }
    if (kind === 'folder') return { at, why: `${text} takes what it runs from the novel's folder; name a script of the tool's folder as {tool_dir}/NAME.` }
    const inside = kind === 'shell' ? strayInText(text, files, at) : null
    if (inside !== null) return inside
    if ((kind === 'file' || kind === 'optional') && text !== '' && !rooted(text) && !(byShell && expanded(text))) return { at, why: `the script ${shown(text)} would be looked for in the novel's folder, where others may write it; write {tool_dir}/${plain(text)} and put it into the tool's folder.` }
  }
  return null
}

/** The commands of a text for a shell, each by itself; after `cd {tool_dir}` relative words mean the tool's own files. */
function strayInText(text: string, files: readonly string[], at: number): StrayWord | null {
  for (const part of text.split(/[;&|()`\n\r]+/)) {
    const words = (splitWords(part) ?? part.trim().split(/\s+/)).filter((_word, n, all) => !all.slice(0, n + 1).every((one) => /^(?:\w+=.*|if|then|else|elif|while|until|do|!|\{)$/s.test(one)))
    const [first = '', second = ''] = words
    if (first === 'cd' && inToolDir(second)) return null
    const program = /[/\\]/.test(first) && !rooted(first) && !expanded(first) ? `the program ${shown(first)} would be looked for in the novel's folder; write {tool_dir}/${plain(first)}.` : null
    const stray = strayInWords(words, files, true) ?? (program === null ? null : { at, why: program })
    if (stray !== null) return { at, why: stray.why }
  }
  return null
}

const plain = (word: string): string => posix.normalize(word.replace(novel, '').replaceAll('\\', '/')).replace(/^(?:\.\.\/|\.\/|~\/)+/, '')

/** The file of the tool's folder that a word names without saying where it is: `run.py`, `./run.py`, `--file=run.py`, `-frun.py`, `@run.py`; `before` is what stands in front of it. */
export function ownFile(word: string, files: readonly string[]): { readonly before: string; readonly file: string } | null {
  const starts = [0, word.indexOf('=') + 1, ...(/^-[^-]/.test(word) ? [2] : []), ...(word.startsWith('@') ? [1] : [])]
  for (const start of starts) {
    const part = word.slice(start)
    const file = part === '' || rooted(part) ? undefined : files.find((one) => one === posix.normalize(part.replaceAll('\\', '/')))
    if (file !== undefined) return { before: word.slice(0, start), file }
  }
  return null
}
