import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { asHolder, createLock, heartbeatMs, isSameProcess, judgeLock, ownRecord, readLock, removeLock, replaceLock, type LockRecord, type LockState } from './lock-file'
import { isAlive } from './process-identity'
import type { Env, LockHolder } from './types'

/** The lock of one opened project (02 §4). */
export interface ProjectLock {
  /** Whether this installation may write. */
  held(): boolean
  /** Who holds it when we do not; null when we do. */
  holder(): LockHolder | null
  /** The author's act: takes a stale lock over. False when its holder lives. */
  takeOver(): boolean
  release(): void
}

/** Of a project whose disk or folder takes no changes: nobody can hold it, and we only read. */
export const noLock: ProjectLock = { held: () => false, holder: () => null, takeOver: () => false, release: () => undefined }

/** How often one who may only read looks whether the holder is gone. */
const lookMs = 3_000

export interface LockOptions { path: string; env: Env; onChange?: () => void; /** Milliseconds; for tests. */ beat?: number }

/** How often this process holds each lock: a second opening shares the first one's. */
const counts = new Map<string, number>()

/**
 * Takes the lock, shares it with another process of the same installation (same machine, user and home), or finds it held
 * elsewhere. A holder whose process provably ended is replaced at once; an old heartbeat from elsewhere waits for the author.
 */
export function takeLock(options: LockOptions): ProjectLock {
  const { path, env } = options
  let lost: LockRecord | null = attempt(path, env)
  counts.set(path, (counts.get(path) ?? 0) + (lost === null ? 1 : 0))
  const holder = () => (lost === null ? null : asHolder(lost, existsSync(path) ? judgeLock(lost, ownRecord(env)) : 'stale'))
  let told = JSON.stringify(holder())
  const beat = setInterval(() => {
    if (!existsSync(dirname(path))) return
    if (lost !== null) return
    lost = attempt(path, env)
    if (lost === null) return
    told = JSON.stringify(holder())
    options.onChange?.()
  }, options.beat ?? heartbeatMs)
  // The holder ended, or another one took its place: the author is told within seconds and may take over.
  const look = setInterval(() => {
    if (lost === null || !existsSync(dirname(path))) return
    lost = readLock(path) ?? lost
    const now = JSON.stringify(holder())
    if (now !== told) options.onChange?.()
    told = now
  }, Math.min(options.beat ?? lookMs, lookMs))
  for (const timer of [beat, look]) timer.unref()
  return {
    held: () => lost === null,
    holder,
    takeOver: () => {
      if (lost === null) return true
      const now = readLock(path)
      if (now !== null && judgeLock(now, ownRecord(env)) === 'live') return false
      if (now !== null) removeLock(path, now)
      lost = attempt(path, env)
      if (lost === null) counts.set(path, (counts.get(path) ?? 0) + 1)
      options.onChange?.()
      return lost === null
    },
    release: () => {
      for (const timer of [beat, look]) clearInterval(timer)
      if (lost === null) letGo(path, env)
    },
  }
}

/** Null when we may write now, else the record in the way. Renews `at` on the way (the heartbeat). */
function attempt(path: string, env: Env): LockRecord | null {
  for (let tries = 0; tries < 5; tries += 1) {
    const mine = ownRecord(env)
    const found = readLock(path)
    if (found === null) {
      if (createLock(path, mine)) return null
      continue
    }
    const state: LockState = judgeLock(found, mine)
    if (state === 'live' || state === 'stale') return found
    if (state === 'dead') removeLock(path, found)
    else {
      renew(path, found, mine, state)
      return null
    }
  }
  return readLock(path)
}

/** The heartbeat: the first holder keeps its place while it lives, the others stand as sharers. */
function renew(path: string, found: LockRecord, mine: LockRecord, state: 'own' | 'shared'): void {
  const others = found.sharers.filter((one) => !isSameProcess(one, mine) && isAlive(one.pid, one.startTime))
  if (state === 'own' || !isAlive(found.pid, found.startTime)) replaceLock(path, { ...mine, since: found.since === '' ? mine.since : found.since, sharers: others })
  else replaceLock(path, { ...found, at: mine.at, sharers: [...others, { pid: mine.pid, startTime: mine.startTime }] })
}

function letGo(path: string, env: Env): void {
  const left = (counts.get(path) ?? 1) - 1
  counts.set(path, left)
  if (left > 0) return
  counts.delete(path)
  const mine = ownRecord(env)
  const found = readLock(path)
  if (found === null) return
  const others = found.sharers.filter((one) => !isSameProcess(one, mine) && isAlive(one.pid, one.startTime))
  const state = judgeLock(found, mine)
  if (state === 'own') {
    const [next, ...rest] = others
    if (next === undefined) removeLock(path, found)
    else replaceLock(path, { ...found, ...next, sharers: rest })
  } else if (state === 'shared') replaceLock(path, { ...found, sharers: others })
}
