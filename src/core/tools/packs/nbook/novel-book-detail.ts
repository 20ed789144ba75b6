import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { novelPlatform, sayHeld } from '../../novel-text'

/** `novel_book_detail` of 07 §2. */
export const novelBookDetail = defineTool({
  name: 'novel_book_detail',
  operation: 'web.novelBook',
  description: 'Read about one book of a web novel platform, by the externalBookId that novel_rankings gives.',
  input: z.strictObject({ platform: novelPlatform, bookId: z.string().regex(/^\d{1,24}$/).describe('Number of the book on its platform, e.g. 1041637443.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { timeoutMs: 20_000 },
  needs: ['novels'],
  prepare: (given) => ({ plan: given, effects: [] }),
  async run({ platform, bookId }, { novels }, { signal }) {
    const value = await novels.book(platform, bookId, signal)
    return { value, changes: [], details: { ...value.data } }
  },
  say: sayHeld,
})
