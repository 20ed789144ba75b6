import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { decisionFields } from '../../../story/ledger-fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryDecision = defineTool({
  name: 'save_story_decision',
  operation: 'story.saveDecision',
  description: 'Record an open question of the story, decide it with reasons, drop it or replace it. Use when something must not be answered by chance.\n\nOmitted: unchanged; on create the default. decide needs decision, motivation, risk; drop needs note. Reopen: update with status open; replace: update with status superseded and supersededById.',
  input: z.strictObject({ action: z.enum(['create', 'update', 'decide', 'drop']).describe('What to do.'), decisionId: ids.decision.optional(), ...decisionFields, ...projectShape }),
  ...storySaving('decision'),
})
