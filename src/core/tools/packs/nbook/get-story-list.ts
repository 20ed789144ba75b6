import { z } from 'zod'
import { Slug } from '@shared/ids'
import type { ListPage } from '../../../story/types'
import type { Problem, Ran } from '../../types'

/** Paging of every list (02 §9), the same words in every tool. */
export const pageShape = {
  limit: z.number().int().min(1).max(200).optional().describe('Items per page.'),
  offset: z.number().int().min(0).optional().describe('Items to skip.'),
}

/** Another open project; every story tool takes it (02 §3). */
export const projectShape = { projectRoot: Slug.optional().describe('Another open project, by folder.') }

/** An agent may work on several open novels; and one entity is one row of fields, which two calls would tear apart. */
export const storyWaivers = [
  { rule: 'P1-4', reason: 'projectRoot chooses among the open novels, which the engine does not know.' },
  { rule: 'P1-1', reason: 'The fields of one entity belong to one call: split in two, the first alone would stand half written.' },
] as const

/** List parameters beside an id are refused: one entity or a list, never both (02 §9). `allowed` belong to the entity. */
export const besideId = (idName: string, allowed: readonly string[] = []) => (input: Record<string, unknown>): Problem[] =>
  input[idName] === undefined ? [] : Object.keys(input).filter((key) => key !== idName && key !== 'projectRoot' && !allowed.includes(key) && input[key] !== undefined).map((key) => ({ pointer: `/${key}`, message: `not beside ${idName}; it belongs to the list.` }))

/** Only what was given: an absent filter is no filter. */
export const given = (input: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** A read: content and details are the same value (02 §9). */
export const read = (value: Record<string, unknown>): Ran<Record<string, unknown>> => ({ value, changes: [], details: value })
export const readPage = (page: ListPage): Ran<Record<string, unknown>> => read({ ...page })

/** Where a page stands in its list, when that is not the whole list. */
function rangeLine(value: Record<string, unknown>): string {
  const { items, total, offset, nextOffset } = value as Partial<ListPage>
  if (!Array.isArray(items) || total === undefined || offset === undefined) return ''
  if (items.length === 0 && offset > 0) return `\n(offset ${offset} is past the end; total ${total})`
  return nextOffset === null || nextOffset === undefined ? '' : `\n(${offset + 1}-${offset + items.length} of ${total}; next offset ${nextOffset})`
}

/** Pretty JSON, then the range line of a list. */
export const sayJson = (value: Record<string, unknown>): string => `${JSON.stringify(value, null, 2)}${rangeLine(value)}`

/** All that is the same in the tools that read the story. */
export const storyReading = { risk: 'low', mutates: false, gate: 'none', result: 'content', waivers: storyWaivers, needs: ['stories'], say: sayJson } as const
