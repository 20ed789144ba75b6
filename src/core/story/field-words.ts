import { z } from 'zod'
import { StoryId } from '@shared/ids'
import { codePoints, Long, Name, Tags, Title } from '@shared/story'

/** Only null clears a text that may be null (02 §5). */
export const clearable = (text: z.ZodType<string, string>) => text.refine((s) => s !== '', { message: 'a text; null clears' }).nullable()
export const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length
export const textOf = (max: number) => z.string().trim().refine((s) => s !== '' && codePoints(s) <= max, { message: `1-${max} characters` })

/** One wording per field, the same in every tool (02 §14). */
export const name = Name.describe('Unique key: lower case, digits, hyphens.')
export const title = Title.describe('Title readers or author see.')
export const summary = Long.describe('What happens, in short.')
export const note = clearable(Long).describe("Author's private note.")
export const tags = Tags.refine(distinct, { message: 'each tag once' }).describe('Free labels; replaced whole.')

const idWords = {
  act: 'Act id from the tree.', phase: 'Phase id from the tree.', chapter: 'Chapter id from the tree.', thread: 'Thread id from the tree.', scene: 'Scene id from the tree.',
  promise: 'Promise id from its list.', decision: 'Decision id from its list.',
}
const id = (kind: keyof typeof idWords) => StoryId.describe(idWords[kind])
/** A reference that null clears. */
export const link = (kind: keyof typeof idWords) => StoryId.nullable().optional().describe(idWords[kind])
export const ids = {
  act: id('act'), phase: id('phase'), chapter: id('chapter'), thread: id('thread'), scene: id('scene'), promise: id('promise'), decision: id('decision'),
}
/** Advisory limit of when it must be settled. */
export const deadlineChapterId = StoryId.nullable().optional().describe('Chapter by which it must happen.')
