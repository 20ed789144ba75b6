import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { novelPlatform, sayHeld } from '../../novel-text'

const qidianBoards = ['yuepiao', 'hotsales', 'recom', 'collect']

/** `novel_rankings` of 07 §2. */
export const novelRankings = defineTool({
  name: 'novel_rankings',
  operation: 'web.novelRankings',
  description: 'Read a ranking of a web novel platform, to see what readers want now.',
  input: z.strictObject({
    platform: novelPlatform,
    board: z.string().min(1).max(40).regex(/^[a-z0-9_]+$/).describe('qidian: yuepiao, hotsales, recom or collect; fanqie: a key such as 0_1_1139.'),
  }),
  check: ({ platform, board }) => {
    const right = platform === 'qidian' ? qidianBoards.includes(board) : /^\d+_\d+_\d+$/.test(board)
    const expected = platform === 'qidian' ? `one of ${qidianBoards.join(', ')}` : 'a key such as 0_1_1139'
    return right ? [] : [{ pointer: '/board', message: `actual "${board}"; expected ${expected} for ${platform}.` }]
  },
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { timeoutMs: 20_000 },
  needs: ['novels'],
  prepare: (given) => ({ plan: given, effects: [] }),
  async run({ platform, board }, { novels }, { signal }) {
    const value = await novels.rankings(platform, board, signal)
    return { value, changes: [], details: { ...value.data } }
  },
  say: sayHeld,
})
