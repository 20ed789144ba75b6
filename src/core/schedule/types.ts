export type Every = 'hourly' | 'daily' | 'weekly'
/** A message planned for a session; `nextAt` in UTC ISO 8601, `every` null: once. */
export interface Planned { readonly name: string; readonly message: string; readonly every: Every | null; readonly nextAt: string }

/** Messages that sessions asked to be sent to themselves later (08 §3). */
export interface Schedules {
  list(sessionId: number): Planned[]
  /** The same name replaces. */
  put(sessionId: number, planned: Planned): void
  /** False: there was none of that name. */
  cancel(sessionId: number, name: string): boolean
  /** When `every` comes round first, counted from now. */
  firstAfterNow(every: Every): string
  now(): Date
}

declare module '../tools/types' {
  interface ToolServices { schedules: Schedules }
}
