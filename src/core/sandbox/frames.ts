import type { Duplex } from 'node:stream'

const mostRequest = 2 * 1_048_576

/** Reads and writes the pipe of one sandbox process: a length of four bytes, then UTF-8. `broken` tells of a frame no sandbox of ours sends. */
export function openFrames(pipe: Duplex, onFrame: (text: string) => void, broken: () => void): { send(text: string): void } {
  let kept: Buffer = Buffer.alloc(0)
  pipe.on('data', (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    while (kept.length >= 4) {
      const length = kept.readUInt32LE()
      if (length > mostRequest) return broken()
      if (kept.length < 4 + length) return
      const text = kept.toString('utf8', 4, 4 + length)
      kept = kept.subarray(4 + length)
      onFrame(text)
    }
  })
  // The process is gone; its end is told by its exit.
  pipe.on('error', () => undefined)
  return {
    send: (text) => {
      const body = Buffer.from(text, 'utf8')
      const frame = Buffer.allocUnsafe(4 + body.length)
      frame.writeUInt32LE(body.length)
      frame.set(body, 4)
      if (!pipe.destroyed) pipe.write(frame)
    },
  }
}
