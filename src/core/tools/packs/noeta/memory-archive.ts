import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { archiveEffect, memoryBy } from '../../memory-effect'

/** `memory_archive` of 07 §4: the page goes to `archive/`, out of index, recall and search; nothing is lost. */
export const memoryArchive = defineTool({
  name: 'memory_archive',
  operation: 'memory.archive',
  description: 'Put a page of memory that no longer holds away into the archive; the author can bring it back.',
  input: z.strictObject({ name: z.string().min(1).max(128).describe('Name of the page to put away.') }),
  risk: 'medium',
  mutates: true,
  gate: 'risk',
  result: 'action',
  needs: ['memory'],
  async prepare({ name }, { memory }) {
    const plan = await memory.planArchive(name)
    return { plan, effects: [archiveEffect(plan)] }
  },
  async run(plan, { memory }, { caller, signal }) {
    const changes = await memory.archive(plan, memoryBy(caller), signal)
    const value = { name: plan.from.name, archived_to: plan.to.path.shown }
    return { value, changes, details: value }
  },
  say: (value) => JSON.stringify(value),
})
