import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { threadFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryThread = defineTool({
  name: 'save_story_thread',
  operation: 'story.saveThread',
  description: 'Create, change or archive a plot thread. Use for each line of cause and effect.\n\nOmitted: unchanged; on create the default; threadId: the thread last saved.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'archive']).describe('What to do.'), threadId: ids.thread.optional(), ...threadFields, ...projectShape }),
  ...storySaving('thread'),
})
