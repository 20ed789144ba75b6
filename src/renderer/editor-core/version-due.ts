/** What is known of a text's versions when it is about to be saved; times in ms since 1970. */
export interface VersionClock { /** Start of the newest version, or of this sitting. */ lastKept: number | null; keptToday: boolean }

const tenMinutes = 600_000

/** The version the text on disk should become before it is overwritten: the first edit of a day, then each 10 min of writing (09 §5 History). */
export function versionDue(clock: VersionClock, now: number): 'none' | 'day' | 'time' {
  if (!clock.keptToday) return 'day'
  return clock.lastKept !== null && now - clock.lastKept >= tenMinutes ? 'time' : 'none'
}

export const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString()
