import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { sceneFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryScene = defineTool({
  name: 'save_story_scene',
  operation: 'story.saveScene',
  description: 'Create, change or archive a scene of a thread and place it in a chapter. Use for each dramatic step.\n\nOmitted: unchanged; on create the default; threadId, sceneId: the one last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), sceneId: ids.scene.optional(), ...sceneFields }),
  check: checkSave('scene'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  needs: ['story'],
  prepare: (input, { story }, context) => prepareSave('scene', input, story, context),
  run: (plan, { story }, context) => runSave(plan, story, context),
  say: saySaved,
})
