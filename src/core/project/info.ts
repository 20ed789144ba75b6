import type { ProjectInfo } from '@shared/procedures/project'
import type { ProseNode } from '@shared/story'
import { schemaVersion } from './database'
import { folderBytes } from './folder-size'
import type { OpenedProject } from './types'

type StoryCounts = Omit<ProjectInfo['counts'], 'sessions'>

/** 字数 of a novel: the sum of its chapters; texts of no chapter count beside it, not in it (09 §5, N2). */
export function novelWords(project: OpenedProject, prose: readonly ProseNode[]): { words: number; wordsWithPunctuation: number } {
  const names = new Set(project.projectDb.prepare<[], string>('SELECT name FROM StoryChapter').pluck().all())
  const ofChapters = prose.filter((node) => node.chapterName !== null && names.has(node.chapterName))
  return { words: ofChapters.reduce((sum, node) => sum + node.words, 0), wordsWithPunctuation: ofChapters.reduce((sum, node) => sum + node.wordsWithPunctuation, 0) }
}

/** Title, counts, 字数, sizes (10 `project info`). The story counts itself; `prose` are all prose nodes. */
export async function projectInfo(project: OpenedProject, story: StoryCounts, prose: readonly ProseNode[]): Promise<ProjectInfo> {
  const { title, locale } = project.manifest()
  const sessions = project.sessionsDb.prepare('SELECT count(*) FROM Session').pluck().get() as number
  return {
    title, locale, slug: project.slug, dir: project.dir,
    ...novelWords(project, prose),
    counts: { ...story, sessions },
    bytes: await folderBytes(project.dir),
    trusted: project.trusted(),
    schemaVersion: { project: schemaVersion(project.projectDb), sessions: schemaVersion(project.sessionsDb) },
  }
}
