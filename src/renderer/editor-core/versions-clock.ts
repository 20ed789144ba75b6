import { call } from '../bridge/call'
import type { TextBuffer } from './buffer'
import { sameDay, versionDue } from './version-due'

/** Learns once per text when its last version was made; until it is known the first save of the sitting keeps one. */
export async function learnVersions(buffer: TextBuffer): Promise<void> {
  if (buffer.versions) return
  const now = Date.now()
  try {
    const { versions } = await call('versions.list', { project: buffer.project, path: buffer.path })
    const newest = versions[0] ? Date.parse(versions[0].at) : null
    buffer.versions ??= { lastKept: newest !== null && sameDay(newest, now) ? newest : now, keptToday: versions.some((version) => sameDay(Date.parse(version.at), now)) }
  } catch {
    buffer.versions ??= { lastKept: now, keptToday: false }
  }
}

/** Which version the coming save makes of the text it replaces. */
export function dueNow(buffer: TextBuffer): 'none' | 'day' | 'time' {
  const clock = buffer.versions
  if (!clock) return 'day'
  const now = Date.now()
  const overnight = clock.lastKept !== null && !sameDay(clock.lastKept, now)
  return versionDue(overnight ? { ...clock, keptToday: false } : clock, now)
}

export function noteKept(buffer: TextBuffer): void {
  buffer.versions = { lastKept: Date.now(), keptToday: true }
}
