import { z } from 'zod'
import { PAGE_TYPES } from '../../../memory/merge-page'
import { defineTool } from '../../define-tool'
import { memoryBy, pageEffect } from '../../memory-effect'

/** `memory_write` of 07 §4: disk, then the fence in the text, then the parameters; absent keeps, empty removes. */
export const memoryWrite = defineTool({
  name: 'memory_write',
  operation: 'memory.write',
  description: 'Remember something lasting on a page of memory: a wish of the author, a rule of the book, a way of working. Use memory_search first; one page per subject.\n\nAn empty value removes what the page has.\nOmitted: kept.',
  input: z.strictObject({
    name: z.string().min(1).max(128).describe('Name of the page: letters, digits, . _ -, no folder, no .md.'),
    text: z.string().describe('The whole text of the page in Markdown; empty keeps the present one.'),
    description: z.string().max(200).optional().describe('One line saying what the page is about.'),
    type: z.enum([...PAGE_TYPES, '']).optional().describe('What kind of knowledge it is; empty removes it.'),
    keywords: z.string().max(1_000).optional().describe('Words that bring it to mind, one line, separated by commas.'),
    related: z.string().max(1_000).optional().describe('Names of other pages, one line, separated by commas.'),
    scope: z.enum(['project', 'global']).optional().describe('Where it is kept. When omitted: where the page is, else project.'),
  }),
  risk: 'medium',
  mutates: true,
  gate: 'risk',
  result: 'action',
  needs: ['memory'],
  async prepare({ name, text, scope, ...fields }, { memory }, { caller }) {
    const plan = await memory.planWrite({ name, text, fields, scope, task: String(caller.sessionId) })
    return { plan, effects: [pageEffect(plan.place, plan.old, plan.text)] }
  },
  async run(plan, { memory }, { caller, signal }) {
    const changes = await memory.write(plan, memoryBy(caller), signal)
    const value = { name: plan.place.name, scope: plan.place.scope, bytes: Buffer.byteLength(plan.text), ...(plan.similar.length === 0 ? {} : { similar: plan.similar }), ...(plan.note === null ? {} : { note: plan.note }) }
    return { value, changes, details: value }
  },
  say: (value) => JSON.stringify(value),
})
