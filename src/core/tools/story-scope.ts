import { openedStories, type OpenedStory } from '../story/opened-stories'
import type { StoryService } from '../story/types'
import { otherProject } from './other-project'

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

/** `projectRoot` absent or the session's own slug: its own story. INVALID_PROJECT_ROOT, PROJECT_NOT_FOUND, PROJECT_NOT_OPEN (02 §4). */
export function createStoryScope(own: Own, story: StoryService): StoryScope {
  const home = guarded(story, () => own.assertWritable())
  return { of: (projectRoot) => (projectRoot === undefined || projectRoot === own.slug ? home : foreign(otherProject(own.dir, projectRoot, openedStories()), own.slug)) }
}
