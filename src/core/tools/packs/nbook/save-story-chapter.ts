import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { chapterFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape, storyWaivers } from './get-story-list'
import { checkSave, prepareSave, runSave, saySaved } from './save-story-call'

export const saveStoryChapter = defineTool({
  name: 'save_story_chapter',
  operation: 'story.saveChapter',
  description: 'Create or change a chapter, its reading place and its brief for the writer. Use before prose is written.\n\nOmitted: unchanged; on create the default.',
  input: z.strictObject({ action: z.enum(['create', 'update']).describe('What to do.'), chapterId: ids.chapter.optional(), ...chapterFields, ...projectShape }),
  check: checkSave('chapter'),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input, { stories }, context) => prepareSave('chapter', input, stories, context),
  run: (plan, { stories }, context) => runSave(plan, stories, context),
  say: saySaved,
})
