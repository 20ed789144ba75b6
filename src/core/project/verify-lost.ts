import type { LostText } from '@shared/procedures/story'
import type { ProseNode } from '@shared/story'
import { lostProse, type LostProse, type Textless } from './lost-prose'
import type { Finding, OpenedProject } from './types'

/** Chapters whose text is gone, also one that no row of the journal names: an error where the app had the text, else a warning. */
export function verifyLost(project: OpenedProject, prose: readonly ProseNode[]): Finding[] {
  const named = new Set(prose.map((node) => node.chapterName))
  return lostProse(project, chaptersOf(project).filter(({ name }) => !named.has(name))).map((lost): Finding => ({
    severity: lost.certain ? 'error' : 'warning', code: 'PROSE_GONE', message: `${whatOf(lost)} ${wayBack(lost.source)}`, path: lost.path,
  }))
}

/** Every chapter, with whether a scene of it is marked as written. */
const chaptersOf = ({ projectDb }: OpenedProject): Textless[] =>
  projectDb.prepare<[], { name: string; title: string; written: number }>("SELECT name, title, EXISTS (SELECT 1 FROM StoryScene WHERE chapterId = StoryChapter.id AND status IN ('written', 'revised')) AS written FROM StoryChapter ORDER BY sortOrder").all()
    .map((row) => ({ ...row, written: row.written === 1 }))

function whatOf({ title, path, certain }: LostProse): string {
  if (path === null) return `The chapter "${title}" has scenes that are written, but no text.`
  return certain ? `The text of the chapter "${title}" is gone: there is no "${path}".` : `The chapter "${title}" has no text, but its folder is there without "${path}".`
}

function wayBack(source: LostText['source']): string {
  switch (source.kind) {
    case 'trash': return `It is in the trash: wenqu human restore ${source.id}`
    case 'history': return `The history keeps its text of ${source.at}; restore that.`
    case 'backup': return 'Bring it back from a backup of the project.'
  }
}
