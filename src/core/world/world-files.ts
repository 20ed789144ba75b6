import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { errorCode } from '../project/retry'
import { decodeText } from '../project/text-file'
import { calendarFile, parseCalendar } from './calendar/parse-calendar'
import { failWith } from './file-problems'
import { texts } from './problem-texts'
import { parseSchema, schemaFile } from './schema/parse-schema'
import type { WorldFiles } from './types'

/** Never waits for a pipe, never follows a link that stands in place of the file (06 §1.2 step 8). */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const maxBytes = 256 * 1024
const missing = 'missing'

/**
 * The schema and the calendar of a project folder, parsed again only when their file changed. `schema()` throws SCHEMA_INVALID;
 * no file is the empty schema. `calendar()` throws CALENDAR_MISSING, CALENDAR_INVALID.
 */
export function openWorldFiles(dir: string): WorldFiles {
  return {
    schema: cached(dir, schemaFile, (text) => parseSchema(text ?? ''), 'SCHEMA_INVALID'),
    calendar: cached(dir, calendarFile, (text) => (text === null ? noCalendar() : parseCalendar(text)), 'CALENDAR_INVALID'),
  }
}

const noCalendar = (): never =>
  fail('CALENDAR_MISSING', `The project has no ${calendarFile}, so times cannot be read or written as text; instants still work.`, { actual: 'no file', expected: calendarFile, fix: 'Choose a calendar in the World panel, or give instants.' })

/** Keeps what the file's last state gave, a fault as well as a value. */
function cached<T>(dir: string, name: string, parse: (text: string | null) => T, broken: 'SCHEMA_INVALID' | 'CALENDAR_INVALID'): () => T {
  let known: { state: string; give: () => T } | null = null
  return () => {
    const state = stateOf(join(dir, name))
    if (known?.state !== state) known = { state, give: settled(() => parse(state === missing ? null : readWorldFile(dir, name, broken))) }
    return known.give()
  }
}

function settled<T>(run: () => T): () => T {
  try {
    const value = run()
    return () => value
  } catch (error) {
    if (!isFault(error)) throw error
    return () => {
      throw error
    }
  }
}

function stateOf(path: string): string {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? missing : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

/** The text of a file of `world/`; null when it has just gone. A link, a pipe, NUL or another encoding count as a broken file. */
function readWorldFile(dir: string, name: string, broken: 'SCHEMA_INVALID' | 'CALENDAR_INVALID'): string | null {
  const path = join(dir, name)
  const refuse = (why: string): never => failWith(broken, name, [{ line: 1, key: '', said: texts.noText(why) }])
  try {
    if (realpathSync(path) !== join(realpathSync(dir), name)) return refuse('it is a link')
    const fd = openSync(path, flags)
    try {
      const found = fstatSync(fd)
      if (!found.isFile()) return refuse('it is not a regular file')
      if (found.size > maxBytes) return failWith(broken, name, [{ line: 1, key: '', said: texts.tooLarge(found.size) }])
      return decodeText(readFileSync(fd), name).text
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') return fail('READ_FAILED', `"${name}" may not be read.`)
    if (isFault(error) && (error.fault.code === 'NOT_TEXT' || error.fault.code === 'NOT_UTF8')) return refuse(error.fault.message)
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENXIO') return refuse('it is not a regular file')
    throw error
  }
}
