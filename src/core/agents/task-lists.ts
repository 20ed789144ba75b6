import type { Parts } from './parts'
import { oneInProgress, setTask, tasksOf, type TaskBoard } from './tasks'
import type { TaskLists } from './types'

/** What task_create and task_set_status write: one entry per change, so that a branch has its own list. */
export function taskLists(parts: Parts): TaskLists {
  const keep = (sessionId: number, runId: string | null, board: TaskBoard): TaskBoard => {
    parts.store.append(sessionId, { type: 'custom', origin: 'tool', runId, payload: { kind: 'tasks', ...board } })
    return board
  }
  return {
    get: (sessionId) => tasksOf(parts, sessionId),
    replace: (sessionId, runId, list) => keep(sessionId, runId, list),
    create: (sessionId, runId, list) => keep(sessionId, runId, { title: list.title, steps: oneInProgress(list.steps) }),
    set: (sessionId, runId, change) => keep(sessionId, runId, setTask(tasksOf(parts, sessionId), change.id, change.status, change.note)),
  }
}
