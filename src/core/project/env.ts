import { randomFillSync } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { monotonicFactory } from 'ulid'
import type { Env } from './types'

/** Secure random numbers below 1, drawn from the system many at a time: an identifier needs sixteen. */
function randomBytes(): () => number {
  const bytes = new Uint8Array(1_024)
  let at = bytes.length
  return () => {
    if (at === bytes.length) { randomFillSync(bytes); at = 0 }
    return (bytes[at++] ?? 0) / 256
  }
}

/**
 * The real clock, ids and randomness of this process. `home` is `~/.wenqu` unless given or set by WENQU_HOME (09 §1);
 * it is made absolute, not created.
 */
export function createEnv(home?: string): Env {
  const next = monotonicFactory(randomBytes())
  const fromEnvironment = process.env['WENQU_HOME']
  return {
    now: () => new Date(),
    id: (prefix) => `${prefix}_${next()}`,
    random: () => Math.random(),
    home: resolve(home ?? (fromEnvironment !== undefined && fromEnvironment !== '' ? fromEnvironment : join(homedir(), '.wenqu'))),
  }
}
