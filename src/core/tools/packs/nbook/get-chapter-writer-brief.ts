import { z } from 'zod'
import { BriefMode, BriefStatus } from '@shared/story-ledgers'
import { ids } from '../../../story/field-words'
import { defineTool } from '../../define-tool'
import type { Problem } from '../../types'
import { besideId, given, pageShape, projectShape, read, readPage, sayJson, storyReading } from './get-story-list'

const ofOne = besideId('chapterId', ['mode'])
const checkBrief = (input: Record<string, unknown>): Problem[] =>
  input['chapterId'] === undefined && input['mode'] !== undefined ? [{ pointer: '/mode', message: 'only with chapterId; a list has no mode.' }] : ofOne(input)

export const getChapterWriterBrief = defineTool({
  name: 'get_chapter_writer_brief',
  operation: 'story.brief',
  description: 'Get the brief a writer needs for one chapter, as Markdown, or list how ready chapters are. Use before prose is written.\n\nOmitted: chapterId: a list; mode: autonomous; filters: all; limit: 50; offset: 0.',
  input: z.strictObject({
    chapterId: ids.chapter.optional(),
    mode: BriefMode.optional().describe('curated: the writer reads nothing else.'),
    actId: z.union([ids.act, z.literal('none')]).optional().describe('Act id, or none.'),
    status: BriefStatus.optional().describe('What the chapter still needs.'),
    ...pageShape,
    ...projectShape,
  }),
  check: checkBrief,
  ...storyReading,
  prepare: (input) => ({ plan: input, effects: [] }),
  run: ({ chapterId, mode, projectRoot, ...filter }, { stories }) => {
    const story = stories.of(projectRoot)
    return chapterId === undefined ? readPage(story.briefs(given(filter))) : read({ ...story.brief(chapterId, mode ?? 'autonomous') })
  },
  /** One chapter: the Markdown itself; the facts it was made from are in `details` (02 §11). */
  say: (value) => (typeof value['suggestedBriefMarkdown'] === 'string' ? value['suggestedBriefMarkdown'] : sayJson(value)),
})
