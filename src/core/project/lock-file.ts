import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { z } from 'zod'
import { isAlive, ownProcess } from './process-identity'
import { errorCode } from './retry'
import type { Env, LockHolder } from './types'

const Sharer = z.object({ pid: z.number(), startTime: z.string().nullable() })
/** `.nbook/lock` (02 §4). `home` tells installations apart, `space` pid namespaces; `sharers` are other processes of the same installation. */
const LockRecord = z.looseObject({
  machine: z.string(), user: z.string(), pid: z.number(), at: z.string(), home: z.string().default(''), startTime: z.string().nullable().default(null),
  space: z.string().default(''), /** When the project was opened; `at` is the heartbeat. */ since: z.string().default(''), sharers: z.array(Sharer).default([]),
})
export type LockRecord = z.infer<typeof LockRecord>

/** A heartbeat this old, from a machine whose processes we cannot see, no longer counts as alive. */
export const heartbeatMs = 30_000
const oldMs = 4 * heartbeatMs

const space = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

export function ownRecord(env: Env): LockRecord {
  return { machine: hostname(), user: userInfo().username, pid: ownProcess.pid, at: env.now().toISOString(), home: env.home, startTime: ownProcess.startTime, space: space(), since: env.now().toISOString(), sharers: [] }
}

/** What a lock means to this process. `dead`: its process provably ended; `stale`: only its heartbeat is old, so the author decides. */
export type LockState = 'own' | 'shared' | 'live' | 'dead' | 'stale'

export function judgeLock(found: LockRecord, mine: LockRecord): LockState {
  const visible = found.machine === mine.machine && found.space === mine.space
  const sameHome = found.machine === mine.machine && found.user === mine.user && found.home === mine.home
  if (sameHome && isSameProcess(found, mine)) return 'own'
  const running = visible && (isAlive(found.pid, found.startTime) || found.sharers.some((one) => isAlive(one.pid, one.startTime)))
  if (running) return sameHome ? 'shared' : 'live'
  if (visible) return 'dead'
  return Date.parse(mine.at) - Date.parse(found.at) <= oldMs ? 'live' : 'stale'
}

export const isSameProcess = (a: { pid: number; startTime: string | null }, b: { pid: number; startTime: string | null }): boolean => a.pid === b.pid && a.startTime === b.startTime

/** The lock as it is, null when there is none; an unreadable one counts as a stale one of an unknown holder. */
export function readLock(path: string): LockRecord | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    return LockRecord.parse(JSON.parse(text))
  } catch {
    return { machine: '?', user: '?', pid: 0, at: new Date(0).toISOString(), home: '', startTime: null, space: '', since: '', sharers: [] }
  }
}

const temp = (path: string): string => `${path}.${randomBytes(6).toString('hex')}`

/** Makes the lock only where there is none; false when somebody was faster. */
export function createLock(path: string, record: LockRecord): boolean {
  const draft = temp(path)
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { flush: true })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    // No hard links here: exclusive creation is the next best.
    try {
      writeFileSync(path, `${JSON.stringify(record)}\n`, { flag: 'wx', flush: true })
      return true
    } catch (second) {
      if (errorCode(second) === 'EEXIST') return false
      throw second
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Replaces a lock whole. */
export function replaceLock(path: string, record: LockRecord): void {
  const draft = temp(path)
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { flush: true })
  renameSync(draft, path)
}

/** Removes exactly this lock; another one that took its place meanwhile stays. */
export function removeLock(path: string, expected: LockRecord): boolean {
  const aside = temp(path)
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
  const moved = readLock(aside)
  const same = moved !== null && isSameProcess(moved, expected) && moved.machine === expected.machine
  if (!same && moved !== null) createLock(path, moved)
  rmSync(aside, { force: true })
  return same
}

/** Who holds it, since when. */
export const asHolder = (record: LockRecord, state: LockState): LockHolder => ({ machine: record.machine, user: record.user, pid: record.pid, at: record.since === '' ? record.at : record.since, stale: state === 'stale' || state === 'dead' })
