import { foldName } from '../project/paths/fold'
import { notPortable } from '../project/paths/syntax'
import type { ProjectFiles } from '../project/types'

const mostCharacters = 1_024
const closed: ReadonlySet<string> = new Set(['.git', '.nbook', '.noeta'].map(foldName))

/** The words of an error about a value of format project-path. */
export const projectPathWords = `a path inside the project: relative, / between folders, no .., no .git or .nbook, at most ${mostCharacters} characters`

/** Format `project-path` (08 §7): what may be said about a text without looking at the disk. */
export function isProjectPath(text: string): boolean {
  if (text === '' || [...text].length > mostCharacters || !text.isWellFormed()) return false
  // oxlint-disable-next-line no-control-regex -- NUL and its kind are what is refused
  if (/[\u0000-\u001F\u007F\\]/.test(text) || /^[/~]|^[A-Za-z]:/.test(text)) return false
  const segments = text.split('/')
  return segments.every((segment) => segment !== '..' && (segment === '.' || segment === '' || notPortable(segment) === null) && !closed.has(foldName(segment)))
}

/** After resolving links it lies in the project. PATH_LINK_ESCAPE, PATH_LINK_DANGLING, PATH_PROTECTED. */
export async function checkProjectPath(files: ProjectFiles, text: string): Promise<void> {
  await files.authorize(`./${text}`, { use: 'read', kind: 'any', missingOk: true })
}
