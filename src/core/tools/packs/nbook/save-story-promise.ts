import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { promiseFields } from '../../../story/ledger-fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryPromise = defineTool({
  name: 'save_story_promise',
  operation: 'story.savePromise',
  description: 'Create or change a promise made to the reader, or mark it abandoned or fulfilled. Use when a scene plants or drops what the reader will wait for.\n\nOmitted: unchanged; on create the default. Reopen: update with status open.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'abandon', 'fulfill']).describe('What to do.'), promiseId: ids.promise.optional(), ...promiseFields, ...projectShape }),
  check: checkSave('promise'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('promise', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
