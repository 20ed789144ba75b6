import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { sceneFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryScene = defineTool({
  name: 'save_story_scene',
  operation: 'story.saveScene',
  description: 'Create, change or archive a scene of a thread and place it in a chapter. Use for each dramatic step.\n\nOmitted: unchanged; on create the default; threadId, sceneId: the one last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), sceneId: ids.scene.optional(), ...sceneFields, ...projectShape }),
  check: checkSave('scene'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('scene', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
