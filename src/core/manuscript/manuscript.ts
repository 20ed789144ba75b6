import { readdir } from 'node:fs/promises'
import { fail } from '@shared/fault'
import { splitFrontMatter } from '../project/front-matter'
import { slugOf } from '../project/slug'
import type { By, FileChange, OpenedProject } from '../project/types'
import { frontMatterOf, setKey } from './front-matter-edit'
import { createProseScan } from './prose-scan'
import type { Manuscript } from './types'

const author: By = { actor: 'author', sessionId: null, callId: null }

/** Prose as content nodes on disk (02 §2). Lists are read anew where a file's time or size changed; writing goes through the project's files. */
export function createManuscript(project: OpenedProject): Manuscript & { broken(): Promise<{ path: string; why: string }[]> } {
  const scan = createProseScan(project.dir)
  return {
    prose: scan.prose,
    broken: scan.broken,
    proseOf: async (chapterName) => (await scan.prose()).filter((node) => node.chapterName === chapterName),
    addChapter: (chapter) => addChapter(project, scan.volumes(), chapter),
    link: async (path, chapterName) => {
      await project.files.apply([await relinked(project, path, chapterName)], author)
    },
    relink: async (from, to) => {
      const paths = (await scan.prose()).filter((node) => node.chapterName === from).map((node) => node.path)
      const changes: FileChange[] = []
      for (const path of paths) changes.push(await relinked(project, path, to))
      await project.files.apply(changes, author)
      return paths
    },
    split: splitFrontMatter,
  }
}

const isEmptyFolder = (real: string): Promise<boolean> => readdir(real).then((names) => names.length === 0, () => false)

/** The change that makes a node prose of a chapter. FRONT_MATTER_BROKEN, NOT_FOUND. */
async function relinked(project: OpenedProject, path: string, chapterName: string): Promise<FileChange> {
  const place = await project.files.authorize(path, { use: 'write' })
  const file = await project.files.readText(place)
  return { path: place, text: setKey(file.text, 'chapter', chapterName, path), base: file.hash }
}

interface NewChapter { name: string; title: string; volume: string | null; text?: string; lossAccepted?: boolean }

/** Makes the node in the named volume, the last one there is, or `vol-1`; a taken folder name gets `-2`. An empty folder, as a crash before the text leaves it, is not taken. */
async function addChapter(project: OpenedProject, volumes: readonly string[], chapter: NewChapter): Promise<string> {
  const volume = chapter.volume === null ? (volumes.at(-1) ?? 'vol-1') : slugOf(chapter.volume)
  const changes: FileChange[] = []
  if (chapter.volume !== null && !volumes.includes(volume)) {
    const place = await project.files.authorize(`manuscript/${volume}/index.md`, { use: 'create' })
    if (!place.exists) changes.push({ path: place, text: frontMatterOf({ title: chapter.volume, type: 'volume' }), base: null })
  }
  const folder = slugOf(chapter.name)
  for (let n = 1; n < 1_000; n += 1) {
    const node = `manuscript/${volume}/${n === 1 ? folder : `${folder}-${n}`}`
    const taken = await project.files.authorize(node, { use: 'create', kind: 'any' })
    if (taken.exists && !(await isEmptyFolder(taken.real))) continue
    const place = await project.files.authorize(`${node}/index.md`, { use: 'create' })
    const text = frontMatterOf({ title: chapter.title, type: 'chapter', chapter: chapter.name }) + (chapter.text ?? '')
    await project.files.apply([...changes, { path: place, text, base: null, lossAccepted: chapter.lossAccepted === true }], author)
    return place.shown
  }
  return fail('FILE_EXISTS', `No free folder name was found for "${chapter.name}".`)
}
