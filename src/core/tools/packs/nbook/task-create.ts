import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { sayTasks, taskStatus } from '../../task-view'

/** `task_create` of 04 §5: replaces the list; of several steps in progress the first stays so. */
export const taskCreate = defineTool({
  name: 'task_create',
  operation: 'session.createTasks',
  description: 'Set the list of steps of this work, replacing any earlier one. Use for work of three or more steps, so that the author can follow.',
  input: z.strictObject({
    title: z.string().max(120).optional().describe('What the steps lead to. When omitted: none.'),
    steps: z.array(z.strictObject({
      id: z.string().min(1).max(40).describe('A short name of the step, unique in the list.'),
      text: z.string().min(1).max(500).describe('What is done in this step.'),
      status: taskStatus.describe('Where the step stands; one may be in_progress.'),
    })).min(1).max(50).describe('The steps in their order.'),
  }),
  check: ({ steps }) => steps.flatMap(({ id }, index) => (steps.findIndex((step) => step.id === id) < index ? [{ pointer: `/steps/${index}/id`, message: `actual ${JSON.stringify(id)}; expected an id that no other step has.` }] : [])),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  needs: ['tasks'],
  prepare: ({ title, steps }) => ({ plan: { title: title ?? null, steps }, effects: [] }),
  run: (plan, { tasks }, { caller }) => {
    const list = tasks.create(caller.sessionId, caller.runId, plan)
    return { value: list, changes: [], details: { tasks: list } }
  },
  say: (list) => sayTasks('Tasks set', list),
})
