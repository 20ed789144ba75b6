import { readSync, writeSync } from 'node:fs'

/** The pipe beside the message channel: a script's calls go out and wait here, on the one thread that may block. */
const pipe = 4
const mostReply = 64 * 1_048_576

/** Sends one request and blocks for its answer. Both are a length of four bytes and then UTF-8. */
export function askCore(request: string): string {
  const body = Buffer.from(request, 'utf8')
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  writeAll(Buffer.concat([head, body]))
  const length = readExactly(4).readUInt32LE()
  if (length > mostReply) throw new Error('The answer is too long.')
  return readExactly(length).toString('utf8')
}

function writeAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(pipe, bytes, at)
}

function readExactly(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length;) {
    const read = readSync(pipe, bytes, at, length - at, null)
    if (read === 0) throw new Error('Core is gone.')
    at += read
  }
  return bytes
}
