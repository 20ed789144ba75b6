import { fail } from '@shared/fault'

const maxPathBytes = 4_096
const maxSegmentBytes = 255
/** C0, DEL, C1, halves of characters, and what turns or hides text (06 §1.2 step 1). */
const hidden = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u
const eachHidden = new RegExp(hidden.source, 'gu')

/** A path as a message may show it: control and direction characters become escapes. */
export function showPath(path: string): string {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path
  return shown.replace(eachHidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Step 1: what no path may hold, wherever it leads. Nothing is decoded: `%2e` is three characters. PATH_INVALID. */
export function checkCharacters(path: string): void {
  const refuse = (why: string): never => fail('PATH_INVALID', `"${showPath(path)}" is no usable path: ${why}.`, { actual: showPath(path) })
  if (path.trim() === '') refuse('it is empty')
  if (!path.isWellFormed()) refuse('it holds half of a character')
  if (Buffer.byteLength(path) > maxPathBytes) refuse(`it is longer than ${maxPathBytes} bytes`)
  if (hidden.test(path)) refuse('it holds a control or invisible character')
  if (path.includes('\\')) refuse('use / between folders, not \\')
  if (path.startsWith('~')) refuse('~ is not expanded; paths start at the project folder')
}

/**
 * Step 3: empty and `.` segments dropped, `..` applied. A relative path that goes above its root at any point fails even if
 * it returns; an absolute one stops at `/` as the system does. PATH_OUTSIDE.
 */
export function normalise(path: string, absolute: boolean): string[] {
  const out: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') out.push(segment)
    else if (out.pop() === undefined && !absolute) fail('PATH_OUTSIDE', `"${showPath(path)}" leads outside the project.`, { actual: path })
  }
  return out
}

const device = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i
const shortName = /^[^.]{1,6}~\d{1,4}(\.[^.]{0,3})?$/

/** Why a name would not work on every system, or null (06 §1.2 step 4). */
export function notPortable(name: string): string | null {
  if (/[<>:"|?*]/.test(name)) return 'it holds one of < > : " | ? *'
  if (/[. ]$/.test(name)) return 'it ends with a dot or a space'
  if (device.test((name.split('.')[0] ?? '').trimEnd())) return 'it is the name of a device'
  if (shortName.test(name)) return 'it looks like a short (8.3) name'
  return null
}

/** Step 4 for every segment. PATH_INVALID (too long), PATH_NOT_PORTABLE. */
export function checkPortable(segments: readonly string[], path: string): void {
  for (const segment of segments) {
    if (Buffer.byteLength(segment) > maxSegmentBytes) fail('PATH_INVALID', `A name in "${showPath(path)}" is longer than ${maxSegmentBytes} bytes.`)
    const why = notPortable(segment)
    if (why !== null) fail('PATH_NOT_PORTABLE', `"${showPath(segment)}" cannot be a name on every system: ${why}.`, { actual: segment })
  }
}

/** A project's folder name: 1-64 characters, portable, no leading dot, not `workspace` (02 §1). */
export function isSlug(name: string): boolean {
  const length = [...name].length
  return length >= 1 && length <= 64 && Buffer.byteLength(name) <= maxSegmentBytes && name.isWellFormed() && !hidden.test(name) && !/[/\\]/.test(name) && !name.startsWith('.') &&
    !name.startsWith('~') && name.toLowerCase() !== 'workspace' && notPortable(name) === null && name.trim() === name
}
