import { z } from 'zod'
import { ThreadStatus } from '@shared/story'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getStoryThread = defineTool({
  name: 'get_story_thread',
  operation: 'story.thread',
  description: 'Read one thread with its scenes, or list threads. Use before changing a line of the plot.\n\nOmitted: threadId: a list; filters: all but archived; limit: 50; offset: 0.',
  input: z.strictObject({
    threadId: ids.thread.optional(),
    status: ThreadStatus.optional().describe('State of the thread.'),
    storyPhaseId: z.union([ids.phase, z.literal('none')]).optional().describe('Phase id, or none.'),
    isMainThread: z.boolean().optional().describe('Carries the main plot.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('threadId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ threadId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return threadId === undefined ? readPage(story.threads(given(filter))) : read(story.thread(threadId))
  },
})
