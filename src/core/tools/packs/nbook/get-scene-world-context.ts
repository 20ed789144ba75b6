import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getSceneWorldContext = defineTool({
  name: 'get_scene_world_context',
  operation: 'story.worldContext',
  description: 'Read what the world holds around a scene: slices in its time, states at its end; or list how far anchors are. Use before writing it.\n\nOmitted: sceneId: a list; filters: all; limit: 50; offset: 0.',
  input: z.strictObject({
    sceneId: ids.scene.optional(),
    threadId: ids.thread.optional(),
    chapterId: ids.chapter.optional(),
    anchor: z.enum(['no_time', 'no_subjects', 'unresolved', 'ready']).optional().describe('What the anchor lacks first.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('sceneId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ sceneId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return sceneId === undefined ? readPage(story.worldContexts(given(filter))) : read({ ...story.worldContext(sceneId) })
  },
})
