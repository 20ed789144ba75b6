import { isFault } from '@shared/fault'
import { z } from 'zod'
import type { Card } from '../../card-service'
import { defineTool } from '../../define-tool'

interface Failed { item: string; why: string }

/** `Pop` of 08 §3: puts things before the author as cards in the conversation. */
export const pop = defineTool({
  name: 'Pop',
  operation: 'session.showCards',
  description: 'Show the author chapters, files, pictures or entities as cards to open with one click. Use when they should look at something now.',
  input: z.strictObject({
    items: z.array(z.strictObject({
      path: z.string().min(1).max(1_024).optional().describe('File inside the project. When omitted: give ref.'),
      ref: z.string().min(1).max(200).optional().describe('KIND://ID, e.g. chapter://3 or subject://hero. When omitted: give path.'),
      title: z.string().min(1).max(120).optional().describe('Words on the card. When omitted: its own title.'),
    })).min(1).max(20).describe('What to show, in order.'),
  }),
  check: ({ items }) => items.flatMap(({ path, ref }, at) => ((path === undefined) === (ref === undefined) ? [{ pointer: `/items/${at}`, message: 'give exactly one of path and ref.' }] : [])),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  needs: ['cards'],
  prepare: ({ items }) => ({ plan: items, effects: [] }),
  async run(items, { cards }) {
    const shown: Card[] = []
    const failed: Failed[] = []
    for (const item of items) {
      try {
        shown.push(await cards.of(item))
      } catch (error) {
        if (!isFault(error)) throw error
        failed.push({ item: item.path ?? item.ref ?? '', why: `${error.fault.code}: ${error.fault.message}` })
      }
    }
    const value = { shown, failed, total: items.length }
    return { value, changes: [], details: { cards: shown, failed }, ...(shown.length === 0 ? { failure: { code: 'NOTHING_SHOWN' } } : {}) }
  },
  say: ({ shown, failed, total }) => [`${shown.length === 0 ? 'none of the items can be shown; correct them and call again' : `shown ${shown.length} of ${total}`}`, ...failed.map(({ item, why }) => `${item}: ${why}`)].join('\n'),
})
