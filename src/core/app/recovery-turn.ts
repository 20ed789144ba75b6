import { join } from 'node:path'
import { isSameProcess, ownRecord, readLock } from '../project/lock-file'
import { isAlive } from '../project/process-identity'
import type { Env } from '../project/types'

/**
 * Whether this process alone holds the project. What a crash left may be ended only then: a session that is "running" in another
 * process of this installation (a CLI run, the window) is alive, not left over.
 */
export function isSoleHolder(dir: string, env: Env): boolean {
  const lock = readLock(join(dir, '.nbook', 'lock'))
  const mine = ownRecord(env)
  if (!lock) return false
  return [lock, ...lock.sharers].every((one) => isSameProcess(one, mine) || !isAlive(one.pid, one.startTime))
}
