import { fail } from '@shared/fault'
import { TaskStep } from '@shared/session'
import { z } from 'zod'
import type { Parts } from './parts'
import { prepared } from '../project/statements'

const Board = z.object({ title: z.string().nullable(), steps: z.array(TaskStep) })
export type TaskBoard = z.infer<typeof Board>

/** The list of a session's branch, looked for in its newest 5,000 entries: entries of the branch, so that a branch has its own (04 §5). */
export function tasksOf(parts: Pick<Parts, 'project' | 'store'>, sessionId: number): TaskBoard | null {
  const rows = prepared<[{ id: number }], { id: string; payload: string }>(parts.project.sessionsDb,
    "SELECT id, payload FROM Entry WHERE sessionId = @id AND seq > max(0, (SELECT max(seq) FROM Entry WHERE sessionId = @id) - 5000) AND type = 'custom' AND json_extract(payload, '$.kind') = 'tasks' ORDER BY seq DESC LIMIT 50").all({ id: sessionId })
  const newest = rows.find((row) => onBranch(parts, sessionId, row.id))
  return newest === undefined ? null : Board.parse(JSON.parse(newest.payload))
}

function onBranch(parts: Pick<Parts, 'store'>, sessionId: number, id: string): boolean {
  const entry = parts.store.tree.find(sessionId, id)
  return entry !== undefined && parts.store.tree.holds(sessionId, parts.store.row(sessionId).activeLeafId, entry.seq)
}

/** One step is in progress at most: later ones become pending (04 §5). */
export function oneInProgress(steps: readonly TaskStep[], keep?: string): TaskStep[] {
  const first = keep ?? steps.find((step) => step.status === 'in_progress')?.id
  return steps.map((step) => (step.status === 'in_progress' && step.id !== first ? { ...step, status: 'pending' } : step))
}

export function setTask(board: TaskBoard | null, id: string, status: TaskStep['status'], note: string | undefined): TaskBoard {
  if (board === null) return fail('TASKS_NONE', 'There is no task list yet; make one with task_create.')
  if (!board.steps.some((step) => step.id === id)) return fail('TASK_UNKNOWN', `There is no step "${id}".`, { actual: id, expected: `one of ${board.steps.map((step) => step.id).join(', ')}` })
  const steps = board.steps.map((step) => (step.id === id ? { ...step, status, ...(note === undefined ? {} : { note }) } : step))
  return { ...board, steps: oneInProgress(steps, status === 'in_progress' ? id : undefined) }
}
