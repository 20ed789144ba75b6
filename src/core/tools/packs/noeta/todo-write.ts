import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { sayTasks } from '../../task-view'

/** `TodoWrite` of 04 §5: replaces the whole list. */
export const todoWrite = defineTool({
  name: 'TodoWrite',
  operation: 'session.todos',
  description: 'Set the list of what is to be done in this work, replacing the earlier one. Use for work of three or more steps, so that the author can follow.',
  input: z.strictObject({
    todos: z.array(z.strictObject({
      content: z.string().min(1).max(500).describe('What is to be done.'),
      status: z.enum(['pending', 'in_progress', 'completed']).describe('Where it stands.'),
      activeForm: z.string().min(1).max(500).describe('The same as said while it is being done, e.g. "Reading chapter 3".'),
    })).max(50).describe('The whole list in its order.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  needs: ['tasks'],
  prepare: ({ todos }) => ({ plan: todos, effects: [] }),
  run(todos, { tasks }, { caller }) {
    const steps = todos.map((todo, n) => ({ id: String(n + 1), text: todo.status === 'in_progress' ? todo.activeForm : todo.content, status: todo.status }))
    const list = tasks.replace(caller.sessionId, caller.runId, { title: null, steps })
    return { value: list, changes: [], details: { todos } }
  },
  say: (list) => (list.steps.length === 0 ? 'The list is empty.' : sayTasks('Todos set', list)),
})
