import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { makeFolders } from '@shared/make-folders'
import { cleanRemote } from '../web/remote-text'

const maxBytes = 1_000_000
const tailCharacters = 2_000
/** A line longer than this is written in parts; so much of it is held back, lest a secret be cut in two. */
const longLine = 65_536
const heldBack = 4_096

/** What a server prints on its stderr: kept in `<home>/logs`, its last words at hand for the cause of a failure. */
export interface ServerLog {
  write(chunk: Buffer): void
  /** No more comes: the line that was not ended counts too. */
  end(): void
  lastLine(): string
}

/** Texts are masked by whole lines: neither a character nor a secret that two chunks share gets by. */
export function createServerLog(home: string, alias: string, mask: (text: string) => string): ServerLog {
  const append = appender(join(home, 'logs'), `mcp-${alias}`)
  const decoder = new StringDecoder('utf8')
  const shown = (text: string): string => mask(cleanRemote(text))
  let held = ''
  let tail = ''
  const put = (text: string): void => {
    if (text === '') return
    tail = (tail + text).slice(-tailCharacters)
    append(text)
  }
  return {
    write: (chunk) => {
      held += decoder.write(chunk)
      const end = held.lastIndexOf('\n') + 1
      put(shown(held.slice(0, end)))
      held = held.slice(end)
      if (held.length <= longLine) return
      const masked = shown(held)
      put(masked.slice(0, -heldBack))
      held = masked.slice(-heldBack)
    },
    end: () => {
      put(shown(held + decoder.end()))
      held = ''
    },
    lastLine: () => (tail + shown(held)).split('\n').map((line) => line.trim()).filter((line) => line !== '').at(-1)?.slice(0, 300) ?? '',
  }
}

/** Appends to a file that is put aside once when it grows too long. */
function appender(folder: string, name: string): (text: string) => void {
  const file = join(folder, `${name}.log`)
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (text) => {
    const bytes = Buffer.byteLength(text)
    try {
      makeFolders(folder)
      if (size + bytes > maxBytes) {
        renameSync(file, join(folder, `${name}.1.log`))
        size = 0
      }
      appendFileSync(file, text, { mode: 0o600 })
      size += bytes
    } catch {
      // A full or read-only disk must not turn a server's chatter into a failure.
    }
  }
}
