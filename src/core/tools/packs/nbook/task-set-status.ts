import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { sayTasks, taskStatus } from '../../task-view'

/** `task_set_status` of 04 §5: one step in progress, others demoted; the list never advances by itself. */
export const taskSetStatus = defineTool({
  name: 'task_set_status',
  operation: 'session.setTask',
  description: 'Change the status of one step of the task list. Use when you begin or finish a step.',
  input: z.strictObject({
    id: z.string().min(1).max(40).describe('The id of the step, as task_create gave it.'),
    status: taskStatus.describe('The new status; in_progress sets any other such step back to pending.'),
    note: z.string().max(500).optional().describe('A remark on the step. When omitted: none.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  needs: ['tasks'],
  prepare: (change) => ({ plan: change, effects: [] }),
  run: (change, { tasks }, { caller }) => {
    const list = tasks.set(caller.sessionId, caller.runId, change)
    return { value: list, changes: [], details: { tasks: list } }
  },
  say: (list, { id, status }) => sayTasks(`${id} is ${status}`, list),
})
