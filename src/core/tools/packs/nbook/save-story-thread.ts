import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { threadFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryThread = defineTool({
  name: 'save_story_thread',
  operation: 'story.saveThread',
  description: 'Create, change or archive a plot thread. Use for each line of cause and effect.\n\nOmitted: unchanged; on create the default; threadId: the thread last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), threadId: ids.thread.optional(), ...threadFields, ...projectShape }),
  check: checkSave('thread'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('thread', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
