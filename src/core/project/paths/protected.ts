import { fail } from '@shared/fault'
import { foldName } from './fold'
import { showPath } from './syntax'

const control = new Set(['.git', '.nbook', '.noeta'])
const hiddenInNbook = new Set(['blobs', 'trash', 'backups'])
const readableInHome = new Set(['skills', 'tools', 'workflows', 'memory'])

/** Whether writing below these segments of a project is nobody's but the app's and the author's own (06 §1.2 step 5). */
const writeProtected = (folded: readonly string[]): boolean => folded.some((name) => control.has(name))

const readProtected = (folded: readonly string[]): boolean =>
  folded.some((name, at) => {
    const next = folded[at + 1]
    return name === '.nbook' && next !== undefined && (hiddenInNbook.has(next) || next.includes('.sqlite'))
  })

/** Whether a listing may tell of what lies at these segments of an absolute path (step 5 for reading). */
export const isReadProtected = (segments: readonly string[]): boolean => readProtected(segments.map(foldName))

/** The same for segments below `~/.wenqu`. */
export const isHomeReadable = (inHome: readonly string[]): boolean => inHome[0] !== undefined && readableInHome.has(foldName(inHome[0]))

/** Step 5 for the segments below a root, existing or not; also for what links resolved to. PATH_PROTECTED. */
export function checkProtected(segments: readonly string[], writing: boolean, path: string): void {
  const folded = segments.map(foldName)
  if (writing ? writeProtected(folded) : readProtected(folded)) {
    fail('PATH_PROTECTED', `"${showPath(path)}" belongs to the app itself and cannot be ${writing ? 'written' : 'read'} by this way.`, { actual: path })
  }
}

/** Step 5 for `~/.wenqu`: never written, and only skills, tools, workflows and memory are read. `inHome`: segments below it. PATH_PROTECTED. */
export function checkHome(inHome: readonly string[], writing: boolean, path: string): void {
  if (!writing && isHomeReadable(inHome)) return
  fail('PATH_PROTECTED', `"${showPath(path)}" lies in the app's own folder and cannot be ${writing ? 'written' : 'read'} by this way.`, { actual: path })
}
