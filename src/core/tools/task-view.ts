import type { TaskStep } from '@shared/session'
import { z } from 'zod'

export const taskStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled'])

/** A task list as the model reads it back, one step a line. */
export function sayTasks(done: string, { title, steps }: { title: string | null; steps: readonly TaskStep[] }): string {
  const head = `${done}: ${steps.filter((step) => step.status === 'completed').length} of ${steps.length} completed${title === null ? '' : ` (${title})`}.`
  return [head, ...steps.map((step) => `- ${step.id} [${step.status}] ${step.text}${step.note === undefined ? '' : ` (${step.note})`}`)].join('\n')
}
