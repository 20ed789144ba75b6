import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { threadFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryThread = defineTool({
  name: 'save_story_thread',
  operation: 'story.saveThread',
  description: 'Create, change or archive a plot thread. Use for each line of cause and effect.\n\nOmitted: unchanged; on create the default; threadId: the thread last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), threadId: ids.thread.optional(), ...threadFields }),
  check: checkSave('thread'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  needs: ['story'],
  prepare: (input, { story }, context) => prepareSave('thread', input, story, context),
  run: (plan, { story }, context) => runSave(plan, story, context),
  say: saySaved,
})
