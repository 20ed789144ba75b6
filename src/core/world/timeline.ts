import type Database from 'better-sqlite3'
import { isFault } from '@shared/fault'
import type { Slice } from '@shared/world'
import { timeText } from './instants'
import { storedTimeline } from './stored'
import type { Calendar, WorldFiles } from './types'

const workingCalendar = (files: WorldFiles): Calendar | null => {
  try {
    return files.calendar()
  } catch (error) {
    if (!isFault(error)) throw error
    return null
  }
}

/** Twice what a large world holds; beyond it the times are written anew. */
const mostTimes = 20_000

/**
 * Every visible slice in order of time, without patches, by one statement. A time is written once per calendar: the panel asks
 * again after each change, and of ten thousand slices one is new.
 */
export function createTimeline(db: Database.Database, files: WorldFiles): () => Slice[] {
  let known: { hash: string | null; times: Map<bigint, string> } = { hash: null, times: new Map() }
  return () => {
    const calendar = workingCalendar(files)
    const hash = calendar?.hash ?? null
    if (known.hash !== hash || known.times.size > mostTimes) known = { hash, times: new Map() }
    // One look at the file for all of them; a calendar may still refuse an instant that an older one could print.
    const fixed: WorldFiles = calendar === null ? files : { schema: () => files.schema(), calendar: () => calendar }
    const timeOf = (instant: bigint): string => {
      if (calendar === null) return String(instant)
      const time = known.times.get(instant) ?? timeText(fixed, instant)
      known.times.set(instant, time)
      return time
    }
    return storedTimeline(db).map(({ row, patches }) => ({ id: String(row.id), instant: String(row.instant), time: timeOf(row.instant), title: row.title, summary: row.summary, kind: row.kind, patchCount: patches }))
  }
}
