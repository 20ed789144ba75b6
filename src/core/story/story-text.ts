import { z } from 'zod'
import { Long } from '@shared/story'
import { ensureStory, type StoryContext } from './context'
import { clearable } from './field-words'
import { problemsOf, refuse } from './problems'
import { getRow, type Row } from './rows'
import { write, type Work } from './write-row'

const Fields = z.strictObject({ summary: Long.optional(), note: clearable(Long).optional() })
export type StoryFields = z.input<typeof Fields>

/** The author's own texts of the whole story (02 §13); the title is the manifest's. ARGS_INVALID. */
export function runStoryText(context: StoryContext, work: Work, given: StoryFields): void {
  const parsed = Fields.safeParse(given)
  if (!parsed.success) refuse(problemsOf(parsed.error.issues, given), 'the story')
  const fields = Object.fromEntries(Object.entries(parsed.data ?? {}).filter(([, value]) => value !== undefined)) as Row
  if (Object.keys(fields).length === 0) refuse([{ pointer: '/', message: 'no field to change; give summary or note.' }], 'the story')
  ensureStory(context, work.now)
  const row = getRow<Row>(work.db, 'story', 1)
  if (row && Object.entries(fields).some(([key, value]) => row[key] !== value)) write<Row>(work, 'story', row, { ...row, ...fields, updatedAt: work.now })
}
