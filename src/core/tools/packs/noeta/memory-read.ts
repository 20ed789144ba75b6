import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `memory_read` of 07 §4: the project's page before the global one. */
export const memoryRead = defineTool({
  name: 'memory_read',
  operation: 'memory.read',
  description: 'Read one page of memory by its name.',
  input: z.strictObject({ name: z.string().min(1).max(128).describe('Name of the page, as memory_search or the index gives it.') }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { modelChars: 50_000 },
  needs: ['memory'],
  async prepare({ name }, { memory }) {
    return { plan: await memory.read(name), effects: [] }
  },
  run: (plan) => ({ value: plan, changes: [], details: { name: plan.name, truncated: plan.truncated } }),
  say: (value) => JSON.stringify(value),
})
