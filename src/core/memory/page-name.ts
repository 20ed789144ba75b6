import { fail } from '@shared/fault'
import { notPortable, showPath } from '../project/paths/syntax'

/** Letters of any script with their marks, digits, `. _ -`; the first a letter or a digit (07 §4). */
const shape = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u
const maxCharacters = 128
const maxBytes = 240

/** The name of a memory page. MEMORY_NAME. */
export function checkPageName(name: string): string {
  const refuse = (why: string): never =>
    fail('MEMORY_NAME', `"${showPath(name)}" cannot name a memory page: ${why}.`, { actual: showPath(name), expected: 'letters, digits, . _ -, starting with a letter or digit', fix: 'Choose a short name without spaces or slashes, e.g. reader-wishes.' })
  if (!name.isWellFormed() || !shape.test(name)) refuse('only letters, digits and . _ - are allowed, the first a letter or digit')
  if ([...name].length > maxCharacters) refuse(`it has more than ${maxCharacters} characters`)
  if (Buffer.byteLength(name) > maxBytes) refuse(`it has more than ${maxBytes} bytes`)
  const why = notPortable(`${name}.md`)
  if (why !== null) refuse(why)
  return name
}
