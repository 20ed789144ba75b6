import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { isSlug } from '../project/paths/syntax'
import { openedStories, type OpenedStory } from '../story/opened-stories'
import type { StoryService } from '../story/types'

/** The stories a call may reach: its own project's, or by `projectRoot` that of another open one (02 §3). */
export interface StoryScope { of(projectRoot?: string): StoryService }

declare module './types' {
  interface ToolServices { stories: StoryScope }
}

interface Own { slug: string; dir: string; assertWritable(): void }

/** Writes ask for the lock first: PROJECT_LOCKED instead of a failing database. */
const guarded = (story: StoryService, assertWritable: () => void): StoryService => ({
  ...story,
  preview: (save) => {
    assertWritable()
    return story.preview(save)
  },
  save: (save, how) => {
    assertWritable()
    return story.save(save, how)
  },
})

/** Another project knows neither this session's focus nor its number; effects say whose they are. */
function foreign({ slug, story, assertWritable }: OpenedStory, home: string): StoryService {
  const safe = guarded(story, assertWritable)
  return {
    ...safe,
    focused: (save) => story.focused(save, 0),
    preview: (save) => {
      const { effects, result } = safe.preview(save)
      return { effects: effects.map((effect) => ({ ...effect, target: `${slug}: ${effect.target}` })), result }
    },
    save: (save, { by, exactlyOnce }) => safe.save(save, {
      by: { ...by, sessionId: null }, exactlyOnce: exactlyOnce && { sessionId: exactlyOnce.sessionId, callId: `${home}/${exactlyOnce.callId}` },
    }),
  }
}

function other(own: Own, slug: string): OpenedStory {
  if (!isSlug(slug)) fail('INVALID_PROJECT_ROOT', `"${slug}" is no project's folder name.`, { pointer: '/projectRoot', actual: slug, expected: 'the name of a project folder' })
  const dir = join(dirname(own.dir), slug)
  const found = openedStories().find((entry) => entry.dir === dir)
  if (found) return found
  if (!existsSync(join(dir, 'project.yaml'))) fail('PROJECT_NOT_FOUND', `There is no project "${slug}" beside this one.`, { pointer: '/projectRoot', actual: slug })
  fail('PROJECT_NOT_OPEN', `The project "${slug}" is not open.`, { pointer: '/projectRoot', actual: slug, fix: 'The author opens it in the window first.' })
}

/** `projectRoot` absent or the session's own slug: its own story. INVALID_PROJECT_ROOT, PROJECT_NOT_FOUND, PROJECT_NOT_OPEN (02 §4). */
export function createStoryScope(own: Own, story: StoryService): StoryScope {
  const home = guarded(story, () => own.assertWritable())
  return { of: (projectRoot) => (projectRoot === undefined || projectRoot === own.slug ? home : foreign(other(own, projectRoot), own.slug)) }
}
