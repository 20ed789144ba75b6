import type { ProjectInfo } from '@shared/procedures/project'
import type { ProseNode } from '@shared/story'
import { schemaVersion } from './database'
import { folderBytes } from './folder-size'
import type { OpenedProject } from './types'

type StoryCounts = Omit<ProjectInfo['counts'], 'sessions'>

/** Title, counts, 字数, sizes (10 `project info`). The story counts itself; `prose` are all prose nodes, whose 字数 are summed. */
export async function projectInfo(project: OpenedProject, story: StoryCounts, prose: readonly ProseNode[]): Promise<ProjectInfo> {
  const { title, locale } = project.manifest()
  const sessions = project.sessionsDb.prepare('SELECT count(*) FROM Session').pluck().get() as number
  return {
    title, locale, slug: project.slug, dir: project.dir,
    words: prose.reduce((sum, node) => sum + node.words, 0),
    wordsWithPunctuation: prose.reduce((sum, node) => sum + node.wordsWithPunctuation, 0),
    counts: { ...story, sessions },
    bytes: await folderBytes(project.dir),
    trusted: project.trusted(),
    schemaVersion: { project: schemaVersion(project.projectDb), sessions: schemaVersion(project.sessionsDb) },
  }
}
