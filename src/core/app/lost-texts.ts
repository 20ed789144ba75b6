import type { Book } from '../exchange/export-book'
import { stateOfText } from '../exchange/read-prose'
import { folderOf, knownTexts } from '../project/lost-prose'
import { slugOf } from '../project/slug'
import type { OpenedProject, Reading } from '../project/types'

/**
 * Says of a chapter without texts, and of a text of no chapter, that a file is gone or damaged, where it is: each is named once.
 * What a damaged file belonged to, and what a file that is gone did, is told by its folder, which bears the chapter's name.
 */
export async function markLost(project: OpenedProject, reading: Reading, book: Book): Promise<void> {
  const waiting = new Map(book.chapters.filter((chapter) => chapter.paths.length === 0).map((chapter) => [slugOf(chapter.name), chapter]))
  const owned = new Set<string>()
  for (const orphan of book.orphans) {
    if ((await stateOfText(project.files, reading, orphan.what)) !== 'unreadable') continue
    orphan.reason = 'unreadable'
    const chapter = waiting.get(folderOf(orphan.what))
    if (chapter === undefined) continue
    chapter.lost = { path: orphan.what, reason: 'unreadable' }
    owned.add(orphan.what)
  }
  book.orphans = book.orphans.filter((orphan) => !owned.has(orphan.what))
  if (waiting.size === 0) return
  for (const path of knownTexts(project)) {
    const chapter = waiting.get(folderOf(path))
    if (chapter !== undefined && chapter.lost === null && (await stateOfText(project.files, reading, path)) === 'gone') chapter.lost = { path, reason: 'gone' }
  }
}
