import { z } from 'zod'
import { beatFields } from '../../../story/ledger-fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const savePromiseBeat = defineTool({
  name: 'save_promise_beat',
  operation: 'story.saveBeat',
  description: 'Set or remove what one scene does with a promise; it has at most one beat per scene. Use when a scene plants, reminds or pays off.\n\nOmitted: note: unchanged; sceneId: the one last saved; autoFulfill: true.',
  input: z.strictObject({ action: z.enum(['set', 'remove']).describe('What to do.'), ...beatFields, ...projectShape }),
  check: checkSave('beat'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('beat', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
