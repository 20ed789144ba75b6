import { fail } from '@shared/fault'

const maxLength = 512
const maxSegments = 8
/** Names that reach into the language itself; no path and no value may hold one (03 §2, §10). */
const reserved = new Set(['__proto__', 'constructor', 'prototype'])
export const isReserved = (name: string): boolean => reserved.has(name)

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
export const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1')
export const joinPath = (segments: readonly string[]): string => segments.map((segment) => `/${escaped(segment)}`).join('')

/** The segments of a stored path, whatever it looks like. */
export const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(unescaped)

/** The pointer of the attribute a path belongs to: its first segment. */
export const attrOf = (path: string): string => `/${path.split('/')[1] ?? ''}`

/** Is `path` equal to `above`, or below it? */
export const isWithin = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`)
export const overlap = (a: string, b: string): boolean => isWithin(a, b) || isWithin(b, a)

function invalid(path: string, why: string, pointer: string): never {
  fail('PATCH_PATH_INVALID', `The path "${path.slice(0, 80)}" ${why}.`, {
    pointer: `${pointer}/path`, actual: path.slice(0, 120), expected: `a JSON Pointer of 1-${maxSegments} non-empty segments, at most ${maxLength} characters`, fix: 'Write it like /hp or /equipment/weapon.',
  })
}

/** The segments of a path given by a writer (03 §2 "Paths"). PATCH_PATH_INVALID. */
export function parsePath(path: string, pointer: string): string[] {
  if ([...path].length > maxLength) invalid(path, 'is too long', pointer)
  if (!path.startsWith('/')) invalid(path, 'does not start with "/"', pointer)
  if (/~(?![01])/u.test(path)) invalid(path, 'has a "~" that is neither ~0 nor ~1', pointer)
  if (!path.isWellFormed()) invalid(path, 'is not well-formed text', pointer)
  const segments = segmentsOf(path)
  if (segments.length > maxSegments) invalid(path, `has ${segments.length} segments`, pointer)
  if (segments.includes('')) invalid(path, 'has an empty segment', pointer)
  const bad = segments.find(isReserved)
  if (bad !== undefined) invalid(path, `holds the reserved name ${bad}`, pointer)
  return segments
}
