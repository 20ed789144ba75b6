import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { sceneFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryScene = defineTool({
  name: 'save_story_scene',
  operation: 'story.saveScene',
  description: 'Create, change or archive a scene of a thread and place it in a chapter. Use for each dramatic step.\n\nOmitted: unchanged; on create the default; threadId, sceneId: the one last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), sceneId: ids.scene.optional(), ...sceneFields, ...projectShape }),
  ...storySaving('scene'),
})
