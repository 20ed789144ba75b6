import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { promiseFields } from '../../../story/ledger-fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryPromise = defineTool({
  name: 'save_story_promise',
  operation: 'story.savePromise',
  description: 'Create or change a promise made to the reader, or mark it abandoned or fulfilled. Use when a scene plants or drops what the reader will wait for.\n\nOmitted: unchanged; on create the default. Reopen: update with status open.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'abandon', 'fulfill']).describe('What to do.'), promiseId: ids.promise.optional(), ...promiseFields, ...projectShape }),
  ...storySaving('promise'),
})
