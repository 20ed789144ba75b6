import { z } from 'zod'
import { ids } from '../../../story/field-words'
import { chapterFields } from '../../../story/fields'
import { defineTool } from '../../define-tool'
import { projectShape } from './get-story-list'
import { storySaving } from './save-story-call'

export const saveStoryChapter = defineTool({
  name: 'save_story_chapter',
  operation: 'story.saveChapter',
  description: 'Create or change a chapter, its reading place and its brief for the writer. Use before prose is written.\n\nOmitted: unchanged; on create the default.',
  input: z.strictObject({ action: z.enum(['create', 'update']).describe('What to do.'), chapterId: ids.chapter.optional(), ...chapterFields, ...projectShape }),
  ...storySaving('chapter'),
})
