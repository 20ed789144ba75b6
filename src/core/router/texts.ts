import { fail, isFault } from '@shared/fault'
import { splitFrontMatter } from '../project/front-matter'
import { hashBytes } from '../project/hash'
import { encodeText } from '../project/text-file'
import type { By, OpenedProject, SafePath, TextFile } from '../project/types'

export const author: By = { actor: 'author', sessionId: null, callId: null }

/** A text as the editor needs it: prose apart from its front matter. */
export interface OpenText { path: SafePath; file: TextFile; frontMatter: string; text: string; title: string | null }

/** Front matter last seen of each open text, for one whose file is deleted, or loses it, outside meanwhile. */
const lastFrontMatter = new WeakMap<OpenedProject, Map<string, string>>()
const remembered = (project: OpenedProject): Map<string, string> => {
  const found = lastFrontMatter.get(project) ?? new Map<string, string>()
  lastFrontMatter.set(project, found)
  return found
}

export async function readOpenText(project: OpenedProject, shown: string): Promise<OpenText> {
  const path = await project.files.authorize(shown, { use: 'read' })
  const file = await project.files.readText(path)
  const { frontMatter, text, data } = splitFrontMatter(file.text)
  if (frontMatter !== '') remembered(project).set(path.shown, frontMatter)
  return { path, file, frontMatter, text, title: typeof data['title'] === 'string' ? data['title'] : null }
}

/** The base of a later merge, kept while we may write. */
export async function keepBase(project: OpenedProject, open: OpenText): Promise<void> {
  if (!project.readOnly) await project.blobs.put(encodeText(open.file.text, open.file, open.path.shown))
}

/** The file at this path is another one from now on. */
export function forgetFrontMatter(project: OpenedProject, path: string): void {
  for (const known of remembered(project).keys()) if (known === path || known.startsWith(`${path}/`)) remembered(project).delete(known)
}

/** What a file's prose is written under: its own front matter, or the one it had before an outside change dropped it, so that the chapter keeps its prose. */
function frontMatterFor(project: OpenedProject, { path, file, frontMatter }: OpenText, text: string): string {
  if (frontMatter !== '' || splitFrontMatter(file.text).broken !== null) return frontMatter
  const own = splitFrontMatter(text)
  return own.frontMatter !== '' || own.broken !== null ? '' : frontMatterBefore(project, path.shown)
}

export const frontMatterBefore = (project: OpenedProject, path: string): string => remembered(project).get(path) ?? ''

/** Writes prose under the front matter the file has or last had; the hash of the whole file comes back. TEXT_CONFLICT with the present hash. */
export async function writeProse(project: OpenedProject, open: OpenText, text: string): Promise<string> {
  const whole = frontMatterFor(project, open, text) + text
  try {
    await project.files.apply([{ path: open.path, text: whole, base: open.file.hash }], author)
  } catch (error) {
    if (isFault(error) && error.fault.code === 'STALE_READ') conflict(open.path.shown, (error.fault.data?.['hash'] as string | null | undefined) ?? null)
    throw error
  }
  return hashBytes(encodeText(whole, open.file, open.path.shown))
}

export function conflict(path: string, hash: string | null): never {
  fail('TEXT_CONFLICT', hash === null ? `"${path}" was deleted outside; your text was not written.` : `"${path}" was changed outside; your text was not written.`, { data: { hash } })
}

/** The open text for a save from `baseHash`; anything else on the disk is a conflict (09 §5). */
export async function readForSave(project: OpenedProject, path: string, baseHash: string): Promise<OpenText> {
  const open = await readOpenText(project, path).catch((error: unknown) => {
    if (isFault(error) && error.fault.code === 'NOT_FOUND') return conflict(path, null)
    throw error
  })
  if (open.file.hash !== baseHash) conflict(path, open.file.hash)
  return open
}
