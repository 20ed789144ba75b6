import type { MessageSource } from '@shared/session'
import type { OpenedProject } from '../project/types'
import { createScheduleStore, type DueSchedule } from './schedule-store'

const lateMs = 60_000
const lookMs = 1_000

export interface FireParts { readonly project: Pick<OpenedProject, 'sessionsDb' | 'env' | 'readOnly'>; deliver(sessionId: number, text: string, source: MessageSource): 'accepted' | 'later' | 'refused'; defect(error: unknown): void }

/** Fires what is due, each once: moved on and delivered in one transaction; what was missed while the project was closed comes once, marked late. */
export function fireDue({ project, deliver }: Pick<FireParts, 'project' | 'deliver'>): number {
  const store = createScheduleStore(project)
  let fired = 0
  for (const due of store.due()) {
    const done = project.sessionsDb.transaction(() => {
      if (!store.claim(due)) return false
      // One that is not to be had now stays planned as it was; one that never will be falls away.
      if (deliver(due.sessionId, textOf(due, project.env.now()), { kind: 'schedule' }) === 'later') throw new NotNow()
      return true
    })
    try {
      if (done.immediate()) fired += 1
    } catch (error) {
      if (!(error instanceof NotNow)) throw error
    }
  }
  return fired
}

class NotNow extends Error {}

function textOf({ name, message, nextAt }: DueSchedule, now: Date): string {
  const late = now.getTime() - Date.parse(nextAt) > lateMs ? `, late: it is ${now.toISOString()}` : ''
  return `[Schedule "${name}", planned for ${nextAt}${late}]\n${message}`
}

/** Looks every second while the project is open in a window: one indexed read. Returns the way to stop. */
export function keepSchedules(parts: FireParts): () => void {
  const timer = setInterval(() => {
    try {
      if (!parts.project.readOnly) fireDue(parts)
    } catch (error) {
      parts.defect(error)
    }
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}
