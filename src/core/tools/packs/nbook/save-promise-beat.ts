import { z } from 'zod'
import { beatFields } from '../../../story/ledger-fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const savePromiseBeat = defineTool({
  name: 'save_promise_beat',
  operation: 'story.saveBeat',
  description: 'Set or remove what one scene does with a promise; it has at most one beat per scene. Use when a scene plants, reminds or pays off.\n\nOmitted: note: unchanged; sceneId: the one last saved; autoFulfill: true.',
  input: z.strictObject({ action: z.enum(['set', 'remove']).describe('What to do.'), ...beatFields, ...projectShape }),
  ...storySaving('beat'),
})
