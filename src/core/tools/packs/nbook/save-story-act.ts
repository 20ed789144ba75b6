import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { actFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryAct = defineTool({
  name: 'save_story_act',
  operation: 'story.saveAct',
  description: 'Create or change an act, a group of chapters. Use when the book gets parts or volumes.\n\nOmitted: unchanged; on create the default.',
  input: z.strictObject({ action: z.enum(['create', 'update']).describe('What to do.'), actId: ids.act.optional(), ...actFields, ...projectShape }),
  ...storySaving('act'),
})
