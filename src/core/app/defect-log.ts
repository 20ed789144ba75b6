import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '@shared/make-folders'

const maxBytes = 5_000_000
const maxStack = 4_000

/**
 * Keeps what went wrong inside core in `<home>/logs/core.log` and gives the reference under which author and model hear of it
 * (12 "Defect"). Inputs and texts never go there; a stack may quote neither.
 */
export function reportDefect(home: string, where: string, error: unknown): string {
  const reference = `c-${Date.now().toString(36)}-${Math.floor(Math.random() * 46_656).toString(36)}`
  const about = error instanceof Error ? { error: error.name, message: error.message.slice(0, 500), stack: (error.stack ?? '').slice(0, maxStack) } : { error: typeof error, message: String(error).slice(0, 500) }
  noteInLog(home, where, { reference, ...about })
  return reference
}

/** One line in `<home>/logs/core.log`. */
export function noteInLog(home: string, where: string, about: object): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), pid: process.pid, where, ...about })}\n`
  try {
    const folder = join(home, 'logs')
    makeFolders(folder)
    const file = join(folder, 'core.log')
    rotate(file, join(folder, 'core.1.log'))
    appendFileSync(file, line, { mode: 0o600 })
  } catch {
    // A full or read-only disk must not turn one failure into two.
  }
}

function rotate(file: string, older: string): void {
  try {
    if (statSync(file).size > maxBytes) renameSync(file, older)
  } catch {
    // There is none yet.
  }
}
