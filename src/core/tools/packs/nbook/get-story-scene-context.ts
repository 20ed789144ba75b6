import { z } from 'zod'
import { SceneStatus } from '@shared/story'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getStorySceneContext = defineTool({
  name: 'get_story_scene_context',
  operation: 'story.sceneContext',
  description: 'Read one scene with its thread and chapter, or list scenes. Use before changing or writing a scene.\n\nOmitted: sceneId: a list; filters: all but archived; limit: 50; offset: 0.',
  input: z.strictObject({
    sceneId: ids.scene.optional(),
    threadId: ids.thread.optional(),
    chapterId: z.union([ids.chapter, z.literal('none')]).optional().describe('Chapter id, or none.'),
    status: SceneStatus.optional().describe('State of the scene.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('sceneId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ sceneId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return sceneId === undefined ? readPage(story.scenes(given(filter))) : read({ ...story.scene(sceneId) })
  },
})
