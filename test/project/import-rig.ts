import { openFocusStore } from '../../src/core/app/focus-store'
import type { ImportParts } from '../../src/core/app/imports'
import { createManuscript } from '../../src/core/manuscript/manuscript'
import type { OpenedProject } from '../../src/core/project/types'
import { createStoryService } from '../../src/core/story/story-service'

/** What an import writes through: the story and the manuscript of an opened project. */
export function writing(project: OpenedProject): ImportParts {
  const manuscript = createManuscript(project)
  const story = createStoryService({ db: project.projectDb, env: project.env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(), focus: openFocusStore(project.sessionsDb) })
  return { project, story, manuscript }
}
