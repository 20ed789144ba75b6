import type { OpenedProject } from '../project/types'
import type { Every, Planned, Schedules } from './types'

const hours: Readonly<Record<Every, number>> = { hourly: 1, daily: 24, weekly: 168 }
const periodMs = (every: Every): number => hours[every] * 3_600_000

/** The next time after `now`, counted from the planned one, so that a late one shifts nothing (08 §3). Times missed meanwhile fall away. */
export function nextAfter(planned: string, every: Every, now: Date): string {
  const from = Date.parse(planned)
  const periods = Math.max(1, Math.floor((now.getTime() - from) / periodMs(every)) + 1)
  return new Date(from + periods * periodMs(every)).toISOString()
}

export interface DueSchedule extends Planned { readonly sessionId: number }

/** The Schedule table. */
export function createScheduleStore({ sessionsDb: db, env }: Pick<OpenedProject, 'sessionsDb' | 'env'>): Schedules & { due(): DueSchedule[]; /** When the earliest comes round; null: none is planned. */ next(): string | null; /** Moves it on, or away when it was for once; false when another did. */ claim(due: DueSchedule): boolean } {
  const columns = 'name, message, every, nextAt'
  return {
    list: (sessionId) => db.prepare<[number], Planned>(`SELECT ${columns} FROM Schedule WHERE sessionId = ? ORDER BY nextAt, name`).all(sessionId),
    put: (sessionId, { name, message, every, nextAt }) => void db.prepare(`INSERT INTO Schedule (sessionId, ${columns}, createdAt) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (sessionId, name) DO UPDATE SET message = excluded.message, every = excluded.every, nextAt = excluded.nextAt`).run(sessionId, name, message, every, nextAt, env.now().toISOString()),
    cancel: (sessionId, name) => db.prepare('DELETE FROM Schedule WHERE sessionId = ? AND name = ?').run(sessionId, name).changes === 1,
    firstAfterNow: (every) => new Date(env.now().getTime() + periodMs(every)).toISOString(),
    now: () => env.now(),
    due: () => db.prepare<[string], DueSchedule>(`SELECT sessionId, ${columns} FROM Schedule WHERE nextAt <= ? ORDER BY nextAt LIMIT 20`).all(env.now().toISOString()),
    next: () => db.prepare<[], { nextAt: string | null }>('SELECT min(nextAt) AS nextAt FROM Schedule').get()?.nextAt ?? null,
    claim({ sessionId, name, every, nextAt }) {
      if (every === null) return db.prepare('DELETE FROM Schedule WHERE sessionId = ? AND name = ? AND nextAt = ?').run(sessionId, name, nextAt).changes === 1
      return db.prepare('UPDATE Schedule SET nextAt = ? WHERE sessionId = ? AND name = ? AND nextAt = ?').run(nextAfter(nextAt, every, env.now()), sessionId, name, nextAt).changes === 1
    },
  }
}
