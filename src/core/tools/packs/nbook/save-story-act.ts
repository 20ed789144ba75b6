import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { actFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryAct = defineTool({
  name: 'save_story_act',
  operation: 'story.saveAct',
  description: 'Create or change an act, a group of chapters. Use when the book gets parts or volumes.\n\nOmitted: unchanged; on create the default.',
  input: z.strictObject({ action: z.enum(['create', 'update']).describe('What to do.'), actId: ids.act.optional(), ...actFields, ...projectShape }),
  check: checkSave('act'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('act', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
