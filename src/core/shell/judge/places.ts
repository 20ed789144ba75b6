import { foldName } from '../../project/paths/fold'

const controlFolders: ReadonlySet<string> = new Set(['.git', '.nbook', '.noeta'])

/** As the value of a short option in the same word, of which `-.` is one of rg's: `-f.git`, `-nf.git`, `-.f.git`. */
const attachedControl = /^-[a-z0-9.]*\.(?:git|nbook|noeta)$/

/** A place as the value of a short option in a bundle with rg's `-.`: `-.f/x`, `-.nf../x`. */
const afterDot = /^-[A-Za-z0-9.]+(?:[/\\]|\.\.(?:[/\\]|$))/

/** Whether a word leads outside the project; a false alarm only asks (06 §9 step 5). */
export function leavesProject(word: string, isGit: boolean): boolean {
  if (/^[/\\]/.test(word) || /=[/\\]/.test(word) || (isGit && word.includes(':/'))) return true
  if (/^-[A-Za-z0-9]+[/\\]/.test(word) || /^-[A-Za-z0-9]+\.\.([/\\]|$)/.test(word) || /^[A-Za-z]:[/\\]/.test(word)) return true
  if (afterDot.test(word) && !namesControlFolder(word)) return true
  return word.split(/[/\\=:]/).includes('..')
}

/** Whether a word names a folder of the app's or git's own, in any case, also as the value of a short option. */
export function namesControlFolder(word: string): boolean {
  if (word.startsWith('--exclude-dir=')) return false
  const pieces = word.split(/[/\\=:,]/).map(foldName)
  return pieces.some((piece) => controlFolders.has(piece)) || attachedControl.test(pieces[0] ?? '')
}

/** What a command may take a part of a word to begin after: an option's value, the file in `rev:file` and `@file`, one of a list. */
const separators = '=:,@'
/** No system opens a longer path, nor one with a longer name in it. */
const longest = { path: 4_096, name: 255 }

/**
 * Every part of a word that some command may read as a path: the word; what follows a separator, up to the next one or whole; and of a
 * bundle of short options each rest of it, since only the command knows which of them takes a value (`-nfkey.md`). Most name nothing.
 */
export function pathsIn(word: string): string[] {
  const isBundle = /^-[^-]/.test(word)
  const found = new Set<string>()
  let end = word.length
  for (let at = word.length - 1; at >= 0; at--) {
    if (separators.includes(word.charAt(at))) end = at
    else if (at === 0 || isBundle || separators.includes(word.charAt(at - 1))) for (const part of [word.slice(at), word.slice(at, end)]) if (isOpenable(part)) found.add(part)
  }
  if (isOpenable(word)) found.add(word)
  return [...found]
}

const isOpenable = (part: string): boolean => part !== '' && part !== '-' && part.length <= longest.path && (part.includes('/') ? part.indexOf('/') : part.length) <= longest.name
