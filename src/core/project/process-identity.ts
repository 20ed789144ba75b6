import { readFileSync } from 'node:fs'

/** When a process started, in clock ticks since boot (`/proc/<pid>/stat` field 22); null where that is unknown. */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

const ownStart = startTimeOf(process.pid)

/** This process as others may recognise it later: pids are reused, a pid with its start time is not. */
export const ownProcess: { readonly pid: number; readonly startTime: string | null } = { pid: process.pid, startTime: ownStart }

/** Whether the process that once had this pid (and start time, when known) still runs on this machine. */
export function isAlive(pid: number, startTime: string | null): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startTimeOf(pid)
  return startTime === null || now === null || now === startTime
}
