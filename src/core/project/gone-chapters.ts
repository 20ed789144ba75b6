import { join } from 'node:path'
import { folderListing } from './folder-listing'
import { keptTexts, lossOf, textsByFolder, textOf, type Textless } from './lost-prose'
import { slugOf } from './slug'
import type { OpenedProject } from './types'

/** What a finding rests on: while it stays as it was, so does the finding. */
interface Ground { readonly textless: string; readonly changes: number; readonly folders: readonly (readonly string[])[] }
type Look = (textless: readonly Textless[]) => ReadonlySet<string>

const looks = new WeakMap<OpenedProject, Look>()
const none: ReadonlySet<string> = new Set()
const noFolders: readonly string[] = []

/**
 * The names of those chapters whose text is gone, as `lostProse` finds them, for a list that is read after every change: worked out
 * again only when another chapter is without text, a text came, went or was moved, or a folder of the manuscript changed.
 */
export function goneChapters(project: OpenedProject, textless: readonly Textless[]): ReadonlySet<string> {
  if (textless.length === 0) return none
  const look = looks.get(project) ?? createLook(project)
  looks.set(project, look)
  return look(textless)
}

function createLook(project: OpenedProject): Look {
  const changes = changeCounter(project)
  const foldersIn = folderListing((entries) => entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name))
  let known: { ground: Ground; gone: ReadonlySet<string> } | null = null
  return (textless) => {
    const top = foldersIn(join(project.dir, 'manuscript')) ?? noFolders
    const folders = [top, ...top.map((volume) => foldersIn(join(project.dir, 'manuscript', volume)) ?? noFolders)]
    const ground: Ground = { textless: JSON.stringify(textless), changes: changes(), folders }
    if (known !== null && isSame(known.ground, ground)) return known.gone
    const places = top.flatMap((volume, at) => (folders[at + 1] ?? noFolders).map((folder) => textOf(volume, folder)))
    const texts = textsByFolder([...keptTexts(project), ...places])
    const gone = new Set(textless.filter((one) => lossOf(project, one, texts.get(slugOf(one.name)) ?? []) !== null).map(({ name }) => name))
    known = { ground, gone }
    return gone
  }
}

const isSame = (a: Ground, b: Ground): boolean =>
  a.textless === b.textless && a.changes === b.changes && a.folders.length === b.folders.length && a.folders.every((names, at) => names === b.folders[at])

/** How many rows of the journal told so far of files that came, went or were moved: a change inside a text is no news here. */
function changeCounter({ sessionsDb }: OpenedProject): () => number {
  const newer = sessionsDb.prepare<[number], { seq: number | null; changes: number }>("SELECT max(seq) AS seq, count(*) FILTER (WHERE kind <> 'modify') AS changes FROM Journal WHERE seq > ?")
  let [seq, changes] = [0, 0]
  return () => {
    const found = newer.get(seq)
    seq = found?.seq ?? seq
    changes += found?.changes ?? 0
    return changes
  }
}
