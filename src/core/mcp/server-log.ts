import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cleanRemote } from '../web/remote-text'

const maxBytes = 1_000_000
const tailCharacters = 2_000

/** What a server prints on its stderr: kept in `<home>/logs`, its last words at hand for the cause of a failure. */
export interface ServerLog { write(chunk: Buffer): void; lastLine(): string }

export function createServerLog(home: string, alias: string, mask: (text: string) => string): ServerLog {
  const folder = join(home, 'logs')
  const file = join(folder, `mcp-${alias}.log`)
  let tail = ''
  let size = sizeOf(file)
  return {
    write: (chunk) => {
      const text = mask(cleanRemote(chunk.toString('utf8')))
      tail = (tail + text).slice(-tailCharacters)
      try {
        mkdirSync(folder, { recursive: true })
        if (size + text.length > maxBytes) {
          renameSync(file, join(folder, `mcp-${alias}.1.log`))
          size = 0
        }
        appendFileSync(file, text.slice(-maxBytes), { mode: 0o600 })
        size += Math.min(text.length, maxBytes)
      } catch {
        // A full or read-only disk must not turn a server's chatter into a failure.
      }
    },
    lastLine: () => tail.split('\n').map((line) => line.trim()).filter((line) => line !== '').at(-1)?.slice(0, 300) ?? '',
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
