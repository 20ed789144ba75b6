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

/** Joins lines again, whether or not the last of them is to end with a newline. */
export function joinLines(lines: readonly FileLine[], finalNewline: boolean, eol: string): string {
  return lines.map(({ text, end }, at) => text + (at < lines.length - 1 || finalNewline ? end || eol : '')).join('')
}
