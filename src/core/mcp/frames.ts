/** The longest line that a server may send (07 §8). */
export const maxFrameBytes = 8 * 1_048_576

/** Cuts a stream of bytes into lines; tells once, and then no more, when a line grows beyond what is allowed. */
export function createLines(line: (bytes: Buffer) => void, tooLong: () => void, most = maxFrameBytes): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let over = false
  return (chunk) => {
    let from = 0
    while (!over && from < chunk.length) {
      const end = chunk.indexOf(10, from)
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end)
      length += piece.length
      if (length > most) {
        over = true
        parts = []
        return tooLong()
      }
      parts.push(piece)
      if (end < 0) return
      const whole = parts.length === 1 ? piece : Buffer.concat(parts)
      parts = []
      length = 0
      from = end + 1
      line(whole)
    }
  }
}
