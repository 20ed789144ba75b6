import { z } from 'zod'
import { Due, Importance, PromiseStage, PromiseStatus } from '@shared/story-ledgers'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getStoryPromise = defineTool({
  name: 'get_story_promise',
  operation: 'story.promise',
  description: 'Read one promise to the reader with its beats, or list promises. Use to see what is owed and due.\n\nOmitted: promiseId: a list; filters: all; limit: 50; offset: 0.',
  input: z.strictObject({
    promiseId: ids.promise.optional(),
    status: PromiseStatus.optional().describe('State of the promise.'),
    importance: Importance.optional().describe('Weight for the reader.'),
    stage: PromiseStage.optional().describe('How far its beats are.'),
    due: Due.optional().describe('By cadence or deadline.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('promiseId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ promiseId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return promiseId === undefined ? readPage(story.promises(given(filter))) : read({ ...story.promise(promiseId) })
  },
})
