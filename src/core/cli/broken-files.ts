import { readTrust } from '../project/trust'
import type { Env } from '../project/types'
import type { Io } from './io'

/** One line on stderr beside what a command answers. */
export const tell = (io: Io, text: string): void => io.err(`wenqu: ${text.replace(/\s+/g, ' ')}\n`)

/** Says that a file of settings cannot be read; `error` null: it can. */
export function tellSettings(io: Io, error: string | null): void {
  if (error !== null) tell(io, `${error}; what it sets does not count until it is mended`)
}

export function tellTrust(io: Io, env: Env): void {
  const { error } = readTrust(env)
  if (error !== null) tell(io, `${error}; no folder is trusted`)
}
