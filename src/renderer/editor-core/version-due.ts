/** What is known of a text's versions when it is about to be saved; times in ms since 1970. */
export interface VersionClock { /** Start of the newest version, or of this sitting. */ lastKept: number | null; keptToday: boolean }

const tenMinutes = 600_000

/** The version the text on disk should become before it is overwritten: the first edit of a day, then each 10 min of writing (09 §5 History). */
export function versionDue(clock: VersionClock, now: number): 'none' | 'day' | 'time' {
  if (!clock.keptToday) return 'day'
  return clock.lastKept !== null && now - clock.lastKept >= tenMinutes ? 'time' : 'none'
}

/** Whether one change takes so much away that the text before it belongs into the history: over 200 字, or all of a text of over 20. */
export const takesMuch = (removed: number, held: number, left: number): boolean => removed > 200 || (left === 0 && held > 20)

export const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString()
