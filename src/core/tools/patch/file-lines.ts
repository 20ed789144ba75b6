/** A line without its ending, and the ending: `\n`, `\r\n` or none. */
export interface FileLine { text: string; end: string }

/** Lines split at `\n` only; a `\r` before it belongs to the ending, a final newline adds no line (06 §2). */
export function splitLines(text: string): FileLine[] {
  if (text === '') return []
  const parts = text.split('\n')
  const last = parts.pop() ?? ''
  const lines = parts.map((part): FileLine => (part.endsWith('\r') ? { text: part.slice(0, -1), end: '\r\n' } : { text: part, end: '\n' }))
  return last === '' ? lines : [...lines, { text: last, end: '' }]
}

/** Lines that stand in place of the lines `from`..`to` (counted from 0, `to` not among them) of a text. */
export interface Place { from: number; to: number; lines: FileLine[] }

/** A text with other lines at some places, which lie behind each other; what lies between keeps its bytes. The last line ends as the last one did. */
export function replaceLines(text: string, lines: readonly FileLine[], places: readonly Place[], eol: string): string {
  const finalNewline = lines.length === 0 || lines.at(-1)?.end !== ''
  let out = ''
  /** The ending of the last line in `out`. */
  let end = ''
  let at = 0
  let from = 0
  const skip = (to: number): void => { for (; at < to; at += 1) from += lengthOf(lines[at]) }
  const keep = (to: number): void => {
    if (to === at) return
    const start = from
    skip(to)
    end = lines[to - 1]?.end ?? ''
    out += text.slice(start, from)
  }
  for (const place of places) {
    keep(place.from)
    skip(place.to)
    for (const line of place.lines) {
      if (out !== '' && end === '') out += eol
      end = line.end || eol
      out += line.text + end
    }
  }
  keep(lines.length)
  return finalNewline ? out : out.slice(0, out.length - end.length)
}

const lengthOf = (line: FileLine | undefined): number => (line === undefined ? 0 : line.text.length + line.end.length)
