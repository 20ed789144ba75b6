import { fail } from '@shared/fault'

const maxAlternatives = 256

/** A checked pattern; `matches` takes a path with `/` between segments (06 §3 Glob). */
export interface Glob { readonly source: string; matches(path: string): boolean }

const invalid = (pattern: string, why: string): never => fail('GLOB_INVALID', `The pattern "${pattern.slice(0, 200)}" cannot be used: ${why}.`, { actual: pattern })

/** Compiles a pattern of 06 §3: `*` `?` `[…]` inside a segment, `**` over segments, `{a,b}` alternatives. Case-sensitive. GLOB_INVALID. */
export function compileGlob(pattern: string): Glob {
  if (pattern.trim() === '') invalid(pattern, 'it is empty')
  if (pattern.startsWith('/')) invalid(pattern, 'it starts with /')
  if (pattern.includes('\\')) invalid(pattern, 'it holds \\')
  if (/\p{Cc}/u.test(pattern)) invalid(pattern, 'it holds a control character')
  const alternatives = expandBraces(pattern)
  const matchers = alternatives.map((one) => {
    const segments = one.split('/').filter((segment) => segment !== '' && segment !== '.')
    if (segments.includes('..')) invalid(pattern, 'it holds a .. segment')
    if (one.startsWith('/')) invalid(pattern, 'it starts with /')
    return segments.map((segment) => (segment === '**' ? null : segmentPattern(segment)))
  })
  return {
    source: pattern,
    matches: (path) => {
      // Most paths of a long list already fail by their last name.
      const last = path.slice(path.lastIndexOf('/') + 1)
      let names: string[] | null = null
      return matchers.some((matcher) => {
        if (last !== '' && matcher.at(-1)?.test(last) === false) return false
        names ??= path.split('/').filter((name) => name !== '')
        return matchSegments(matcher, names)
      })
    },
  }
}

/** `null` stands for `**`. Only the newest `**` ever has to take one name more: never exponential, however many there are. */
function matchSegments(pattern: readonly (RegExp | null)[], names: readonly string[]): boolean {
  let part = 0
  let taken = { part: -1, names: 0 }
  for (let at = 0; at < names.length;) {
    const wanted = pattern[part]
    if (wanted === null) {
      taken = { part, names: at }
      part += 1
    } else if (wanted?.test(names[at] ?? '') === true) {
      part += 1
      at += 1
    } else if (taken.part >= 0) {
      taken.names += 1
      part = taken.part + 1
      at = taken.names
    } else return false
  }
  return pattern.length > 0 && pattern.slice(part).every((rest) => rest === null)
}

function expandBraces(pattern: string): string[] {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0) {
    const next: string[] = []
    for (const one of open) {
      const group = firstGroup(one)
      if (group === null) done.push(one)
      else next.push(...group.parts.map((part) => one.slice(0, group.start) + part + one.slice(group.end)))
      if (done.length + next.length > maxAlternatives) invalid(pattern, `it stands for more than ${maxAlternatives} alternatives`)
    }
    open = next
  }
  return done
}

/** The first balanced group with a top-level comma; any other brace is literal. */
function firstGroup(pattern: string): { start: number; end: number; parts: string[] } | null {
  for (let start = pattern.indexOf('{'); start >= 0; start = pattern.indexOf('{', start + 1)) {
    const parts = ['']
    let depth = 1
    let at = start + 1
    for (; at < pattern.length && depth > 0; at += 1) {
      const char = pattern.charAt(at)
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      if (char === ',' && depth === 1) parts.push('')
      else if (depth > 0) parts.push((parts.pop() ?? '') + char)
    }
    if (depth === 0 && parts.length > 1) return { start, end: at, parts }
  }
  return null
}

const literal = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const member = (char: string): string => (char === '-' ? '\\-' : literal(char))

function segmentPattern(segment: string): RegExp {
  let out = ''
  const chars = [...segment]
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? ''
    if (char === '*') out += chars[at - 1] === '*' ? '' : '[^]*'
    else if (char === '?') out += '[^]'
    else if (char === '[') {
      const set = readSet(chars, at)
      out += set?.source ?? '\\['
      at = set?.last ?? at
    } else out += literal(char)
  }
  return new RegExp(`^${out}$`, 'u')
}

/** `[abc] [a-z] [!a] [^a]`; a `]` first is literal; null when it never closes. */
function readSet(chars: readonly string[], open: number): { source: string; last: number } | null {
  let at = open + 1
  const negated = chars[at] === '!' || chars[at] === '^'
  if (negated) at += 1
  const close = chars.indexOf(']', at + 1)
  if (close < 0) return null
  let body = ''
  for (; at < close; at += 1) {
    const from = chars[at] ?? ''
    const to = chars[at + 2]
    if (chars[at + 1] === '-' && at + 2 < close && to !== undefined) {
      body += (from.codePointAt(0) ?? 0) <= (to.codePointAt(0) ?? 0) ? `${member(from)}-${member(to)}` : ''
      at += 2
    } else body += member(from)
  }
  return { source: body === '' ? '[]' : `[${negated ? '^' : ''}${body}]`, last: close }
}
