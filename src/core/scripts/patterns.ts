import { setFlagsFromString } from 'node:v8'

let allowed = false
/** The engine's own mark for an expression that takes time in proportion to the text. */
const linear: string = 'l'

/**
 * A pattern of a tool that is not ours, as an expression that cannot hold core up: run in linear time by the engine itself, or,
 * where that engine does not know a part of it, of a form that is linear anyway. Null: neither.
 */
export function safePattern(source: string): RegExp | null {
  // A flag of the engine, not a program: `l` is refused as unknown without it.
  if (!allowed) setFlagsFromString('--enable-experimental-regexp-engine')
  allowed = true
  const unicode = /\\[pP]\{|\\u\{|[\u{10000}-\u{10FFFF}]/u.test(source)
  if (!unicode) {
    try {
      return new RegExp(source, linear)
    } catch {
      // It may still be of a harmless form.
    }
  }
  return isSimple(source) ? compiled(source) : null
}

/** Anchored, no repeated or looking group, no back reference, at most one part of open length. */
function isSimple(source: string): boolean {
  const bare = source.replace(/\[(?:\\.|[^\]\\])*\]/g, 'x').replace(/\\[pP]\{[^}]*\}/g, 'x')
  const open = bare.replace(/\\./g, 'x').match(/[*+]|\{\d+,\}/g)?.length ?? 0
  return source.startsWith('^') && !/\)[*+{]|\(\?|\\[1-9k]|\|/.test(bare) && open <= 1
}

function compiled(source: string): RegExp | null {
  try {
    return new RegExp(source, 'u')
  } catch {
    return null
  }
}
