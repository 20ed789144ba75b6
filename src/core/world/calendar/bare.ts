import type { Piece } from './tokens'

const opens = /[(（[〔【「]\s*$/u
const closes = /^\s*[)）\]〕】」]/u

/**
 * A format without the names that are skipped when read, and without the brackets, comma or space that only they needed: what an
 * author types who does not know the weekday. Null when there are none.
 */
export function bareOf(pieces: readonly Piece[]): Piece[] | null {
  if (!pieces.some(isIgnored)) return null
  const out: Piece[] = []
  let cut: RegExp | null = null
  pieces.forEach((piece, i) => {
    if (typeof piece === 'string') push(out, cut === null ? piece : piece.replace(cut, ''))
    else if (!isIgnored(piece)) out.push(piece)
    cut = isIgnored(piece) ? dropAround(out, pieces[i + 1]) : null
  })
  return out.some((piece) => typeof piece !== 'string') ? out : null
}

const isIgnored = (piece: Piece): boolean => typeof piece !== 'string' && piece.ignored

/** Takes what stood before a skipped name back and says what to cut off what follows it. */
function dropAround(out: Piece[], next: Piece | undefined): RegExp | null {
  const before = out.at(-1)
  const after = typeof next === 'string' ? next : ''
  if (typeof before !== 'string') return out.length === 0 ? /^[\s,，、·]+/u : null
  const bracketed = opens.test(before) && closes.test(after)
  const kept = before.replace(bracketed ? opens : /[\s,，、·]+$/u, '')
  out.pop()
  if (kept !== '') out.push(kept)
  return bracketed ? closes : null
}

function push(out: Piece[], text: string): void {
  const before = out.at(-1)
  if (text === '') return
  if (typeof before === 'string') out[out.length - 1] = before + text
  else out.push(text)
}
