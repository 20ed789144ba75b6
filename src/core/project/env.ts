import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { monotonicFactory } from 'ulid'
import type { Env } from './types'

/**
 * The real clock, ids and randomness of this process. `home` is `~/.wenqu` unless given or set by WENQU_HOME (09 §1);
 * it is made absolute, not created.
 */
export function createEnv(home?: string): Env {
  const next = monotonicFactory()
  const fromEnvironment = process.env['WENQU_HOME']
  return {
    now: () => new Date(),
    id: (prefix) => `${prefix}_${next()}`,
    random: () => Math.random(),
    home: resolve(home ?? (fromEnvironment !== undefined && fromEnvironment !== '' ? fromEnvironment : join(homedir(), '.wenqu'))),
  }
}
