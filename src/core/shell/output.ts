/** The newest bytes of a stream, with how many were dropped before them. */
export interface Tail { push(chunk: Uint8Array): void; bytes(): Buffer; readonly lost: number }

/** Keeps the last `cap` bytes while streaming: a flood costs no more memory than that (06 §8, ST-05). */
export function createTail(cap: number): Tail {
  let chunks: Uint8Array[] = []
  let held = 0
  let total = 0
  return {
    push: (chunk) => {
      total += chunk.length
      chunks.push(chunk.length > cap ? chunk.subarray(chunk.length - cap) : chunk)
      held += Math.min(chunk.length, cap)
      while (held - (chunks[0]?.length ?? 0) >= cap) held -= chunks.shift()?.length ?? 0
      // Many tiny writes must not become many tiny arrays.
      if (chunks.length > 4_096) chunks = [Buffer.concat(chunks)]
    },
    bytes: () => {
      const all = Buffer.concat(chunks)
      return wholeCharacters(all.length > cap ? all.subarray(all.length - cap) : all, total > cap)
    },
    get lost() {
      return Math.max(0, total - cap)
    },
  }
}

/** A cut inside a character leaves continuation bytes at the start; they are no text. */
function wholeCharacters(bytes: Buffer, isCut: boolean): Buffer {
  let from = 0
  while (isCut && from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.subarray(from)
}

/** The first `cap` bytes of a stream: what `result://` keeps of a long output. */
export interface Head { push(chunk: Uint8Array): void; bytes(): Buffer; readonly dropped: number; /** Line feeds seen in all of it. */ readonly lines: number }

export function createHead(cap: number): Head {
  const chunks: Uint8Array[] = []
  let held = 0
  let dropped = 0
  let lines = 0
  return {
    push: (chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      const part = chunk.subarray(0, Math.max(0, cap - held))
      if (part.length > 0) chunks.push(part)
      held += part.length
      dropped += chunk.length - part.length
    },
    bytes: () => Buffer.concat(chunks),
    get dropped() {
      return dropped
    },
    get lines() {
      return lines
    },
  }
}
