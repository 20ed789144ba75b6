import { z } from 'zod'
import { AnchorKind, DecisionStatus } from '@shared/story-ledgers'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getStoryDecision = defineTool({
  name: 'get_story_decision',
  operation: 'story.decision',
  description: 'Read one decision with checked references, or list decisions. Use before writing what an open question touches.\n\nOmitted: decisionId: a list; filters: all; limit: 50; offset: 0.',
  input: z.strictObject({
    decisionId: ids.decision.optional(),
    status: DecisionStatus.optional().describe('State of the decision.'),
    anchorKind: AnchorKind.optional().describe('What the question belongs to.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('decisionId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ decisionId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return decisionId === undefined ? readPage(story.decisions(given(filter))) : read({ ...story.decision(decisionId) })
  },
})
