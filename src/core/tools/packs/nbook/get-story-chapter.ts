import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import { besideId, given, pageShape, projectShape, read, readPage, storyReading } from './get-story-list'

export const getStoryChapter = defineTool({
  name: 'get_story_chapter',
  operation: 'story.chapter',
  description: 'Read one chapter with brief, scenes and prose, or list chapters in reading order. Use before planning or writing a chapter.\n\nOmitted: chapterId: a list; actId: all; limit: 50; offset: 0.',
  input: z.strictObject({
    chapterId: ids.chapter.optional(),
    actId: z.union([ids.act, z.literal('none')]).optional().describe('Act id, or none.'),
    ...pageShape,
    ...projectShape,
  }),
  check: besideId('chapterId'),
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: async ({ chapterId, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    const prose = await story.prose()
    return chapterId === undefined ? readPage(story.chapters(given(filter), prose)) : read(story.chapter(chapterId, prose))
  },
})
