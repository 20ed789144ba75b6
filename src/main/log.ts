import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeFolders } from '@shared/make-folders'

/** One log of the main process. Messages and codes only: never a call's input, a text or a key. */
export interface Log {
  info(what: string, about?: Record<string, unknown>): void
  warn(what: string, about?: Record<string, unknown>): void
  error(what: string, about?: Record<string, unknown>): void
}

const maxBytes = 5_000_000
const secretFields = ['key', 'keys', 'value', 'token', 'authorization', 'password', 'secret', 'input', 'text']

export function logFolder(home: string): string {
  return join(home, 'logs')
}

/** Writes `<home>/logs/main.log`; a log over 5 MB becomes `main.1.log` at the next start. */
export function openLog(home: string): Log {
  const folder = logFolder(home)
  makeFolders(folder)
  const file = join(folder, 'main.log')
  rotate(file, join(folder, 'main.1.log'))
  const redact = { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' }
  const logger = pino({ base: null, redact, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: file, sync: true }))
  return {
    info: (what, about) => logger.info(about ?? {}, what),
    warn: (what, about) => logger.warn(about ?? {}, what),
    error: (what, about) => logger.error(about ?? {}, what),
  }
}

function rotate(file: string, older: string): void {
  try {
    if (statSync(file).size > maxBytes) renameSync(file, older)
  } catch {
    // The first start has no log yet.
  }
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
