import { foldName } from '../../project/paths/fold'

const controlFolders: ReadonlySet<string> = new Set(['.git', '.nbook', '.noeta'])

/** A short option with its value in the same word: `-f../x`, `-f.git`. */
const attached = /^-[A-Za-z0-9]+/

/** Whether a word leads outside the project; a false alarm only asks (06 §9 step 5). */
export function leavesProject(word: string, isGit: boolean): boolean {
  if (/^[/\\]/.test(word) || /=[/\\]/.test(word) || (isGit && word.includes(':/'))) return true
  if (/^-[A-Za-z0-9]+[/\\]/.test(word) || /^-[A-Za-z0-9]+\.\.([/\\]|$)/.test(word) || /^[A-Za-z]:[/\\]/.test(word)) return true
  return word.split(/[/\\=:]/).includes('..')
}

/** Whether a word names a folder of the app's or git's own, in any case, also as the value of a short option. */
export function namesControlFolder(word: string): boolean {
  if (word.startsWith('--exclude-dir=')) return false
  return [word, word.replace(attached, '')].some((text) => text.split(/[/\\=:,]/).some((piece) => controlFolders.has(foldName(piece))))
}

/** The parts of a word that may be a path: the word, an option's value, what follows a `rev:`, a short option's value. */
export function pathsIn(word: string): string[] {
  const parts = [word, word.slice(word.indexOf('=') + 1), word.slice(word.lastIndexOf(':') + 1), word.replace(attached, '')]
  return [...new Set(parts)].filter((part) => part !== '' && part !== '-')
}
