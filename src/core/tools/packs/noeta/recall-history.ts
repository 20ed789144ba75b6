import { z } from 'zod'
import { defineTool } from '../../define-tool'

const USUAL = 20
const MOST = 50

/** `RecallHistory` of 04 §5; the engine adds it, no profile lists it. */
export const recallHistory = defineTool({
  name: 'RecallHistory',
  operation: 'session.recall',
  description: 'Read earlier messages of this conversation in their original words, also summarised and cleared ones. Message 0 is the first; the answer names the next offset.',
  input: z.strictObject({
    offset: z.number().int().min(0).describe('The first message to show, counted from 0.'),
    limit: z.number().int().min(1).optional().describe(`How many messages, at most ${MOST}. When omitted: ${USUAL}.`),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['recall'],
  prepare: ({ offset, limit }) => ({ plan: { offset, limit: Math.min(limit ?? USUAL, MOST) }, effects: [] }),
  run({ offset, limit }, { recall }, { caller }) {
    const found = recall.page(caller.sessionId, offset, limit)
    return { value: found, changes: [], details: { offset: found.offset, shown: found.shown, total: found.total, next: found.next } }
  },
  say: ({ text }) => text,
})
