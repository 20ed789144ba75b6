import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { given, projectShape, read, storyReading } from './get-story-list'

export const getStoryTree = defineTool({
  name: 'get_story_tree',
  operation: 'story.tree',
  description: 'Show the whole story: phases with threads and scenes, acts with chapters, counts and warnings. Use first, to find ids.\n\nOmitted: the whole story without archived ones.',
  input: z.strictObject({
    view: z.enum(['full', 'acts', 'phases']).optional().describe('Which tree to show.'),
    actId: ids.act.optional(),
    storyPhaseId: ids.phase.optional(),
    includeArchived: z.boolean().optional().describe('Show archived threads and scenes too.'),
    ...projectShape,
  }),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: async ({ projectRoot, ...options }, { stories }) => {
    const story = stories.of(projectRoot)
    return read(story.tree(given(options), await story.prose()))
  },
})
